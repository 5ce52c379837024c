import type { ReactNode } from 'react';
import { Button } from '../system/Button.tsx';
import styles from './ListState.module.css';

export interface ListStateProps {
  title: string;
  children?: ReactNode;
  /** What leads on from here. */
  action?: ReactNode;
}

/** What stands where a list would: empty, out of reach. */
export function ListState({ title, children, action }: ListStateProps) {
  return (
    <div className={styles.state} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <div>
        <p className="t24">{title}</p>
        {children && <p className={`${styles.text} muted`}>{children}</p>}
        {action}
      </div>
    </div>
  );
}

export interface FailedListProps {
  isOffline: boolean;
  /** What could not be shown, for instance `The feed`. */
  what: string;
  onRetry(): void;
}

/** A list that could not be loaded, with another try. */
export function FailedList({ isOffline, what, onRetry }: FailedListProps) {
  return (
    <ListState
      title={isOffline ? 'No network' : `${what} could not be loaded`}
      action={
        <Button icon="reset" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {isOffline
        ? `${what} needs one. What you make is kept on this device meanwhile.`
        : 'The server did not answer as it should. Nothing is lost.'}
    </ListState>
  );
}
