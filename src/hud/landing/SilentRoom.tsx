import { useEffect } from 'react';
import { Link } from 'react-router';
import { soundIsReady } from '../shell/soundFirst.ts';
import { Icon } from '../system/Icon.tsx';
import { Skeleton } from '../system/Skeleton.tsx';
import { Spinner } from '../system/Spinner.tsx';
import styles from './Landing.module.css';
import discStyles from './PlayDisc.module.css';
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
      <p className={`${styles.status} over t18`} role="status">
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

/** What lies in the empty hole: the way on from here. */
function SilentDisc({ state, onRetry }: SilentRoomProps) {
  if (state === 'loading') {
    return (
      <span className={`${discStyles.disc} ${discStyles.waiting}`}>
        <Spinner />
      </span>
    );
  }
  if (state === 'empty') {
    return (
      <Link to="/jam" className={discStyles.disc} aria-label="Put something in">
        <Icon name="plus" />
      </Link>
    );
  }
  return (
    <button type="button" className={discStyles.disc} aria-label="Try again" onClick={onRetry}>
      <Icon name="reset" />
    </button>
  );
}

function RowSkeleton() {
  return (
    <div className={styles.list} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((at) => (
        <div key={at} className={styles.entry}>
          <div className={styles.small}>
            <span className={styles.glyph}>
              <Skeleton shape="disc" width="100%" height="100%" />
            </span>
            <Skeleton width={72} height={12} />
          </div>
        </div>
      ))}
    </div>
  );
}
