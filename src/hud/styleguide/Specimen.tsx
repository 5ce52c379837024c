import type { ReactNode } from 'react';
import type { ForcedState } from './forceStates.ts';
import styles from './Specimen.module.css';

export interface SpecimenProps {
  /** What is shown, for instance `Focus`. */
  title: string;
  /** A word more: sizes, figures. */
  text?: ReactNode;
  /** Shown as if a pointer or the keyboard were on it. */
  force?: ForcedState;
  /** Takes the whole row. */
  isWide?: boolean;
  children: ReactNode;
}

/** One control in one state, with the state's name under it. */
export function Specimen({ title, text, force, isWide, children }: SpecimenProps) {
  return (
    <figure className={`${styles.specimen} ${isWide ? styles.wide : ''}`}>
      <div className={styles.stand} data-force={force}>
        {children}
      </div>
      <figcaption className={`${styles.caption} t13`}>
        <span className={styles.title}>{title}</span>
        {text && <span className="muted">{text}</span>}
      </figcaption>
    </figure>
  );
}

/** Specimens side by side. */
export function Specimens({
  columnPx = 208,
  children,
}: {
  columnPx?: number;
  children: ReactNode;
}) {
  return (
    <div
      className={styles.grid}
      style={{
        gridTemplateColumns: `repeat(auto-fill, minmax(min(${columnPx}px, 100%), 1fr))`,
      }}
    >
      {children}
    </div>
  );
}
