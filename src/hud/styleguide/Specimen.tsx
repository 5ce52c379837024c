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

export interface SpecimensProps {
  /** Narrowest column. */
  columnPx?: number;
  /** What they hang from: `start` for things with labels above. */
  align?: 'start' | 'end';
  children: ReactNode;
}

/** Specimens side by side. */
export function Specimens({ columnPx = 208, align = 'end', children }: SpecimensProps) {
  return (
    <div
      className={styles.grid}
      style={{
        alignItems: align,
        gridTemplateColumns: `repeat(auto-fill, minmax(min(${columnPx}px, 100%), 1fr))`,
      }}
    >
      {children}
    </div>
  );
}
