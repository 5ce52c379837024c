import { Button } from '../system/Button.tsx';
import { Skeleton } from '../system/Skeleton.tsx';
import styles from './AccountPanels.module.css';
import { readFailure } from './failure.ts';

/** What a panel shows while its data comes, or when it does not. */
export function PanelState({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  if (!error) {
    return (
      <div className={styles.content} role="status" aria-label="Loading">
        <Skeleton width="40%" height={28} />
        <Skeleton width="100%" height={40} />
        <Skeleton width="100%" height={40} />
      </div>
    );
  }
  const { isUnreachable, message } = readFailure(error);
  return (
    <div className={styles.content}>
      <p className="t18" role="alert">
        {isUnreachable
          ? 'The server could not be reached.'
          : message || 'This could not be loaded.'}
      </p>
      <div className={styles.actions}>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </div>
  );
}
