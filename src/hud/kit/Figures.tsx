import type { ReactNode } from 'react';
import styles from '../parts/Page.module.css';

interface FiguresProps {
  /** What each of them is, and what it is now. */
  figures: readonly (readonly [name: string, value: ReactNode])[];
  /** Words rather than numbers: smaller. */
  isText?: boolean;
}

/** A few figures side by side, each under its name. */
export function Figures({ figures, isText = false }: FiguresProps) {
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name} className="min0">
          <dt className="t13 muted">{name}</dt>
          <dd className={isText ? 't18 anywhere' : 't40'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
