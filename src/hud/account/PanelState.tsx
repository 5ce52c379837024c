import { FailedState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import styles from './AccountPanels.module.css';
import { readFailure } from './failure.ts';

/** What a panel shows while its data comes, or when it does not. */
export function PanelState({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  if (!error) {
    return (
      <div className={styles.section} role="status" aria-label="Loading">
        <Skeleton width="60%" height={28} />
        <div className={styles.content}>
          <Skeleton width="100%" height={40} />
          <Skeleton width="100%" height={40} />
        </div>
      </div>
    );
  }
  const { isUnreachable } = readFailure(error);
  return <FailedState isSmall isOffline={isUnreachable} what="This" onRetry={onRetry} />;
}
