import { type ReactNode, useId } from 'react';
import styles from './Poster.module.css';

export interface BandProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** One band of the poster: its name at the left, its matter at the right, under a hairline. */
export function Band({ title, text, children }: BandProps) {
  const id = useId();
  return (
    <section className={styles.band} aria-labelledby={id}>
      <div>
        <h2 id={id} className="t24">
          {title}
        </h2>
        {text && <p className={`${styles.text} t13`}>{text}</p>}
      </div>
      <div className={styles.matter}>{children}</div>
    </section>
  );
}
