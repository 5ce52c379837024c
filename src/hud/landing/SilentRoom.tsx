import { useEffect } from 'react';
import { soundIsReady } from '../parts/page/firstSound.ts';
import { Skeleton } from '../system/Skeleton.tsx';
import styles from './Landing.module.css';
import { RowSkeleton } from './RowSkeleton.tsx';
import { SilentDisc } from './SilentDisc.tsx';
import { StartButton } from './StartButton.tsx';
import { WaitingHero } from './WaitingHero.tsx';

export interface SilentRoomProps {
  state: 'loading' | 'empty' | 'offline' | 'unreachable';
  onRetry(): void;
}

const SENTENCE = {
  loading: '',
  empty: 'Nothing to hear here yet: be the first.',
  offline: 'No network. Drafts on this device can still be made.',
  unreachable: 'The server could not be reached.',
} as const;

/** The first page with nothing to hear: still loading, empty, or out of reach. */
export function SilentRoom({ state, onRetry }: SilentRoomProps) {
  useEffect(() => {
    if (state !== 'loading') soundIsReady();
  }, [state]);
  return (
    <>
      <WaitingHero>
        <SilentDisc state={state} onRetry={onRetry} />
      </WaitingHero>
      <div className={`${styles.actions} over`}>
        <StartButton />
      </div>
      <p className={`${styles.status} ${SENTENCE[state] && styles.said} over t18`} role="status">
        {SENTENCE[state]}
      </p>
      <div className={`${styles.row} over`}>
        {state === 'loading' && (
          <>
            <p className={styles.rowTitle}>
              <Skeleton width={96} height={20} />
            </p>
            <RowSkeleton />
          </>
        )}
      </div>
    </>
  );
}
