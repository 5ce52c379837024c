import { useId } from 'react';
import styles from './RadioRows.module.css';

export interface RadioRow<Value extends string> {
  value: Value;
  title: string;
  /** What it means. */
  text?: string;
}

export interface RadioRowsProps<Value extends string> {
  legend: string;
  rows: readonly RadioRow<Value>[];
  value: Value | null;
  onChange(value: Value): void;
}

/** One choice out of a few, each explained in words. */
export function RadioRows<Value extends string>(props: RadioRowsProps<Value>) {
  const { legend, rows, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles.set}>
      <legend className="t13 muted">{legend}</legend>
      {rows.map((row) => (
        <label key={row.value} className={styles.row}>
          <input
            type="radio"
            name={name}
            value={row.value}
            checked={row.value === value}
            onChange={() => onChange(row.value)}
            className={styles.input}
          />
          <span className={styles.words}>
            <span className={styles.title}>{row.title}</span>
            {row.text && <span className="muted">{row.text}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
