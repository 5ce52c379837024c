import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './Loading.module.css';

interface ListStateProps {
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
      <div className="min0 anywhere">
        <p className={isSmall ? 't18' : 't24'}>{title}</p>
        {children && <p className={`${styles.text} muted`}>{children}</p>}
        {action && <div className={`row wrap gap12 ${isSmall ? 'top16' : 'top24'}`}>{action}</div>}
      </div>
    </div>
  );
}

interface FailedStateProps {
  isOffline: boolean;
  /** What could not be shown, for instance `The feed`. */
  what: string;
  /** Several things: `The loops`. */
  isPlural?: boolean;
  /** Said instead, where there is more to say. */
  children?: string;
  isSmall?: boolean;
  onRetry(): void;
}

/** What could not be loaded, with another try. */
export function FailedState(props: FailedStateProps) {
  const { isOffline, what, isPlural, children, isSmall, onRetry } = props;
  const need = `${what} ${isPlural ? 'need' : 'needs'} one.`;
  return (
    <ListState
      title={isOffline ? 'No network' : `${what} could not be loaded`}
      isSmall={isSmall}
      role="alert"
      action={
        <Button size={isSmall ? 'sm' : 'md'} icon="reset" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children ??
        (isOffline
          ? `${need} What you make is kept on this device meanwhile.`
          : 'The server did not answer as it should. Nothing is lost.')}
    </ListState>
  );
}
