import { useSnapshot } from 'valtio';
import { clearPoolFilter } from '../../../data/stores/pool.ts';
import { ui } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import { FailedState, ListState } from '../../system/ListState.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { MakeOne } from './MakeOne.tsx';
import styles from './Pool.module.css';

interface LoopListStateProps {
  query: { isPending: boolean; isError: boolean; refetch(): unknown };
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The pool without loops: on the way, failed, offline, or nothing that matches. */
export function LoopListState({ query }: LoopListStateProps) {
  const { isOnline } = useSnapshot(ui);
  if (query.isError || (query.isPending && !isOnline)) {
    return (
      <>
        <FailedState
          isSmall
          isPlural
          isOffline={!isOnline}
          what="The loops"
          onRetry={() => void query.refetch()}
        >
          {isOnline
            ? 'The library does not answer. Your rifff still plays, and this device can make loops.'
            : 'Your rifff still plays, and this device can make loops. None of the library was heard here before; it comes back with the network.'}
        </FailedState>
        <div>
          <MakeOne size="sm">Make one here</MakeOne>
        </div>
      </>
    );
  }
  if (query.isPending) {
    return (
      <div className="relative lineBelow" aria-busy="true">
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
    <ListState
      isSmall
      title="Nothing matches"
      action={
        <>
          <Button size="sm" onClick={clearPoolFilter}>
            Show everything
          </Button>
          <MakeOne size="sm">Make one here</MakeOne>
        </>
      }
    >
      Take a filter away, or search for less.
    </ListState>
  );
}
