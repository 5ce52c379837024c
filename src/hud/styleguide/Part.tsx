import type { ReactNode } from 'react';
import styles from './StyleGuide.module.css';

export interface PartProps {
  title: string;
  /** How it is meant, in a sentence or two. */
  text?: ReactNode;
  children: ReactNode;
}

/** One part of a section, under its own anchor. */
export function Part({ title, text, children }: PartProps) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={`${styles.partTitle} t24`}>
        {title}
      </h3>
      {text && <p className={styles.partText}>{text}</p>}
      {children}
    </section>
  );
}
