import { useId } from 'react';
import styles from './RadioRows.module.css';

export interface RadioRow<Value extends string> {
  value: Value;
  title: string;
  /** What it means. */
  text?: string;
  disabled?: boolean;
}

export interface RadioRowsProps<Value extends string> {
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
  return (
    <fieldset
      className={`${styles.set} ${error ? styles.invalid : ''}`}
      disabled={disabled}
      aria-describedby={error ? `${name}note` : undefined}
    >
      <legend className="t13 muted">{legend}</legend>
      {rows.map((row) => (
        <label key={row.value} className={styles.row}>
          <input
            type="radio"
            name={name}
            value={row.value}
            checked={row.value === value}
            disabled={row.disabled}
            onChange={() => onChange(row.value)}
            className={styles.input}
          />
          <span className={styles.words}>
            <span className={styles.title}>{row.title}</span>
            {row.text && <span className={styles.text}>{row.text}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${name}note`} className={`${styles.error} t13`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
