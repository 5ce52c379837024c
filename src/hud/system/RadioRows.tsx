import { useId } from 'react';
import styles from './FormField.module.css';
import { useFieldNote } from './FormField.tsx';

interface RadioRow<Value extends string> {
  value: Value;
  title: string;
  /** What it means. */
  text?: string;
  disabled?: boolean;
}

interface RadioRowsProps<Value extends string> {
  legend: string;
  rows: readonly RadioRow<Value>[];
  value: Value | null;
  onChange(value: Value): void;
  /** What is wrong with the choice, for instance that there is none. */
  error?: string;
  disabled?: boolean;
}

/** One choice out of a few, each explained in words. The device's own buttons: arrow keys move and choose. */
export function RadioRows<Value extends string>(props: RadioRowsProps<Value>) {
  const { legend, rows, value, onChange, error, disabled } = props;
  const name = useId();
  const note = useFieldNote(error, undefined);
  return (
    <fieldset
      className={`${styles.set} ${error ? styles.wrongSet : ''}`}
      disabled={disabled}
      aria-describedby={note.control['aria-describedby']}
    >
      <legend className="t13 muted below4">{legend}</legend>
      {rows.map((row, at) => (
        <label
          key={row.value}
          className={`${at === rows.length - 1 ? 'lineBelow' : ''} ${styles.radioRow}`}
        >
          <input
            type="radio"
            name={name}
            value={row.value}
            checked={row.value === value}
            disabled={row.disabled}
            onChange={() => onChange(row.value)}
            className={`hoverEdge ${styles.radio}`}
          />
          <span className={styles.words}>
            <b className="medium">{row.title}</b>
            {row.text && <span className="muted">{row.text}</span>}
          </span>
        </label>
      ))}
      {note.line}
    </fieldset>
  );
}
