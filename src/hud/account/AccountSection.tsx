import type { ReactNode } from 'react';
import styles from './AccountPanels.module.css';

export interface AccountSectionProps {
  title: string;
  /** What it does, in plain words. */
  text?: ReactNode;
  children: ReactNode;
}

/** One matter of the account: what it is on the left, how it stands on the right, a hairline above. */
export function AccountSection({ title, text, children }: AccountSectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div>
        <h2 className="t24">{title}</h2>
        {text && <div className={styles.about}>{text}</div>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
