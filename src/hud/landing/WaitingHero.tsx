import type { ReactNode } from 'react';
import styles from './Landing.module.css';

/** The room of the big rifff while there is none: a dashed circle with something in its hole. */
export function WaitingHero({ children }: { children?: ReactNode }) {
  return (
    <div className={`${styles.hero} over`}>
      <div className={styles.hollow} />
      {children}
    </div>
  );
}
