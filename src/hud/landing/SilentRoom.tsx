import { Button } from '../system/Button.tsx';
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
  const hasFailed = state === 'offline' || state === 'unreachable';
  return (
    <>
      <WaitingHero>
        <span className={discStyles.disc} data-state={state}>
          {state === 'loading' ? (
            <Spinner />
          ) : (
            <Icon name={state === 'empty' ? 'plus' : 'offline'} />
          )}
        </span>
      </WaitingHero>
      <div className={`${styles.actions} over`}>
        <StartButton />
        {hasFailed && (
          <Button size="lg" icon="reset" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
      <p className={`${styles.status} over`} role="status">
        {SENTENCE[state]}
      </p>
      <div className={`${styles.row} over`}>{state === 'loading' && <RowSkeleton />}</div>
    </>
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
