import { useSnapshot } from 'valtio';
import { clearPoolFilter } from '../../../data/stores/pool.ts';
import { ui } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import { Skeleton } from '../../system/Skeleton.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import styles from './LoopList.module.css';

export interface LoopListStateProps {
  query: { isPending: boolean; isError: boolean; refetch(): unknown };
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The pool without loops: on the way, failed, offline, or nothing that matches. */
export function LoopListState({ query }: LoopListStateProps) {
  const { isOnline } = useSnapshot(ui);
  if (query.isError || (query.isPending && !isOnline)) {
    return (
      <div className={styles.state} role="alert">
        <p className="t18">{isOnline ? 'The loops did not come' : 'You are offline'}</p>
        <p className="muted">
          {isOnline
            ? 'The library does not answer.'
            : 'Your rifff still plays. The pool comes back with the network.'}
        </p>
        <Button size="sm" icon="reset" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (query.isPending) {
    return (
      <div className={styles.grid} aria-busy="true">
        <VisuallyHidden role="status">Loading loops</VisuallyHidden>
        {ROWS.map((row) => (
          <div key={row} className={styles.skeleton}>
            <Skeleton shape="disc" width={34} />
            <div className={styles.skeletonText}>
              <Skeleton width="70%" />
              <Skeleton width="40%" />
            </div>
          </div>
        ))}
      </div>
    );
  }
  return (
    <div className={styles.state} role="status">
      <p className="t18">Nothing matches</p>
      <p className="muted">Take a filter away, or search for less.</p>
      <Button size="sm" onClick={clearPoolFilter}>
        Show everything
      </Button>
    </div>
  );
}
