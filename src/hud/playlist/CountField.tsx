import { useEffect, useId, useState } from 'react';
import styles from './PlaylistRoom.module.css';

interface CountFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  /** Stands behind the number, for instance `×`. */
  unit: string;
  /** Is its label on show? Else it is only said. */
  hasLabel?: boolean;
  /** @returns whether it was kept; what was typed stays where it was not */
  onCommit(value: number): Promise<boolean>;
}

/** A whole number between two ends, kept when the field is left or Enter is pressed. What does not fit is said. */
export function CountField(props: CountFieldProps) {
  const { label, value, min, max, unit, hasLabel, onCommit } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  // What the server has now takes the place of what was kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is another beginning
  useEffect(() => {
    setTyped(null);
    setWrong(false);
  }, [value]);
  const commit = async () => {
    if (typed === null) return;
    const next = Number(typed);
    const fits = typed.trim() !== '' && Number.isInteger(next) && next >= min && next <= max;
    setWrong(!fits);
    if (!fits) return;
    if (next === value) setTyped(null);
    else await onCommit(next);
  };
  return (
    <span className={styles.count} data-wrong={isWrong || undefined}>
      <label htmlFor={id} className={hasLabel ? styles.countLabel : 'visuallyHidden'}>
        {label}
      </label>
      <span className={styles.countBox}>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          value={typed ?? value}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-note` : undefined}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setWrong(false);
          }}
          onBlur={() => void commit()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void commit();
            if (event.key === 'Escape' && typed !== null) {
              event.stopPropagation();
              setTyped(null);
              setWrong(false);
            }
          }}
        />
        <span aria-hidden="true">{unit}</span>
      </span>
      {isWrong && (
        <span id={`${id}-note`} role="alert" className={`${styles.countNote} t13`}>
          {min} to {max}
        </span>
      )}
    </span>
  );
}
