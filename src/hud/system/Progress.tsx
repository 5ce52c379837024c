import { Progress as Primitive } from 'radix-ui';
import { useId } from 'react';
import styles from './Loading.module.css';

interface ProgressProps {
  label: string;
  /** Share that is done, 0–1; null while that is unknown. */
  value: number | null;
  /** How it reads, for instance `3 of 8`; left out it is a percentage. */
  text?: string;
}

/** How far something has come, as a bar that fills with paper behind a notch. */
export function Progress({ label, value, text }: ProgressProps) {
  const id = useId();
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  const reading = percent === null ? '' : (text ?? `${percent} %`);
  return (
    <div className={styles.progress}>
      <div className="flex gap16 apart t13">
        <span id={id} className="muted">
          {label}
        </span>
        <span>{reading}</span>
      </div>
      <Primitive.Root
        className={styles.track}
        value={percent}
        max={100}
        aria-labelledby={id}
        getValueLabel={() => reading}
      >
        <Primitive.Indicator
          className={percent === null ? styles.wanders : percent > 0 ? styles.done : undefined}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </Primitive.Root>
    </div>
  );
}
