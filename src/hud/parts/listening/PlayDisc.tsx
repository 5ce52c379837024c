import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import { Icon } from '../../system/Icon.tsx';
import { Spinner } from '../../system/Spinner.tsx';
import styles from './Listening.module.css';

export interface PlayDiscProps {
  /** What is played, for screen readers. */
  title: string;
  isPlaying: boolean;
  /** Asked to play and not heard yet. */
  isWaiting: boolean;
  isDisabled?: boolean;
  onToggle(): void;
}

/** The button in the hole: plays, pauses, and says how many loops are still to come. */
export function PlayDisc({ title, isPlaying, isWaiting, isDisabled, onToggle }: PlayDiscProps) {
  const { loadedLoops, totalLoops } = useSnapshot(transport);
  const hasCount = isWaiting && totalLoops > 0 && loadedLoops < totalLoops;
  const label = isPlaying ? `Pause ${title}` : isWaiting ? `Loading ${title}` : `Play ${title}`;
  return (
    <button
      type="button"
      className={styles.disc}
      aria-label={hasCount ? `${label}, ${loadedLoops} of ${totalLoops} loops` : label}
      aria-busy={isWaiting}
      disabled={isDisabled}
      onClick={onToggle}
    >
      {hasCount ? (
        <span className={styles.count}>
          {loadedLoops}/{totalLoops}
        </span>
      ) : isWaiting ? (
        <Spinner />
      ) : (
        <Icon name={isPlaying ? 'pause' : 'play'} />
      )}
    </button>
  );
}
