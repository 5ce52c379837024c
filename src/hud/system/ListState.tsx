import type { ReactNode } from 'react';
import styles from './ListState.module.css';

export interface ListStateProps {
  title: string;
  children?: ReactNode;
  /** What leads on from here. */
  action?: ReactNode;
  /** In a column or under a heading of a page: smaller, without the ring. */
  isSmall?: boolean;
  /** `alert` for what went wrong. */
  role?: 'status' | 'alert';
}

/** What stands where something would: empty, or out of reach. */
export function ListState(props: ListStateProps) {
  const { title, children, action, isSmall, role = 'status' } = props;
  return (
    <div className={styles.state} data-small={isSmall || undefined} role={role}>
      {!isSmall && <span className={styles.ring} aria-hidden="true" />}
      <div className={styles.words}>
        <p className={isSmall ? 't18' : 't24'}>{title}</p>
        {children && <p className={`${styles.text} muted`}>{children}</p>}
        {action && <div className={styles.actions}>{action}</div>}
      </div>
    </div>
  );
}
