import { useEffect } from 'react';
import { Link } from 'react-router';
import listeningStyles from '../parts/listening/Listening.module.css';
import { soundIsReady } from '../parts/page/firstSound.ts';
import { Icon } from '../system/Icon.tsx';
import { Spinner } from '../system/Loading.tsx';
import styles from './Landing.module.css';
import { RowWaiting, StartButton } from './RifffRow.tsx';

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
      {/* The room of the big rifff: a dashed circle with something in its hole. */}
      <div className={`${styles.hero} over`}>
        <div className={styles.hollow} />
        <SilentDisc state={state} onRetry={onRetry} />
      </div>
      <div className={`${styles.actions} over`}>
        <StartButton />
      </div>
      <p className={`${styles.status} ${SENTENCE[state] && styles.said} over t18`} role="status">
        {SENTENCE[state]}
      </p>
      {state === 'loading' ? <RowWaiting /> : <div className={styles.row} />}
    </>
  );
}

/** What lies in the empty hole: the way on from here. */
function SilentDisc({ state, onRetry }: SilentRoomProps) {
  if (state === 'loading') {
    return (
      <span className={`discIcon ${listeningStyles.disc} ${listeningStyles.waiting}`}>
        <Spinner />
      </span>
    );
  }
  if (state === 'empty') {
    return (
      <Link to="/jam" className={`discIcon ${listeningStyles.disc}`} aria-label="Put something in">
        <Icon name="plus" />
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={`discIcon ${listeningStyles.disc}`}
      aria-label="Try again"
      onClick={onRetry}
    >
      <Icon name="reset" />
    </button>
  );
}
