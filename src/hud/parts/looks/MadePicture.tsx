import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { LookPictures } from '../../../data/rules/stage/lookAddress.ts';
import { scene } from '../../../data/stores/scene.ts';
import { savesData } from '../page/firstSound.ts';
import { useMedia } from '../useMedia.ts';
import styles from './Looks.module.css';

/** A still that is not there by then is drawn in the page, until it comes: the server makes it for its first reader. */
const LATE_MS = 700;

interface StillProps {
  made: LookPictures;
  /** Is it there? */
  isThere: boolean;
  onThere(): void;
  onMissing(): void;
}

/** How it stands with a still. */
interface Seen {
  readonly still: string;
  readonly is: 'coming' | 'late' | 'there' | 'gone';
}

interface Made {
  /** What to show; null where there is nothing. */
  readonly picture: StillProps | null;
  /** There is no still, or not yet. */
  readonly isMissing: boolean;
}

/**
 * Follows whether a still comes.
 *
 * @param made null where there is none, `asked` until that is known
 * @param isNear is it near the screen? Before that nothing is asked for
 */
export function useMade(made: LookPictures | 'asked' | null, isNear: boolean): Made {
  const [seen, setSeen] = useState<Seen>({ still: '', is: 'coming' });
  const still = made && made !== 'asked' ? made.still : '';
  const is = seen.still === still ? seen.is : 'coming';
  const isComing = isNear && still !== '' && is === 'coming';
  useEffect(() => {
    if (!isComing) return undefined;
    // A still that came in this very moment is there, even where the page had no time yet to say so.
    const late = (now: Seen): Seen =>
      now.still === still && now.is !== 'coming' ? now : { still, is: 'late' };
    const timer = setTimeout(() => setSeen(late), LATE_MS);
    return () => clearTimeout(timer);
  }, [isComing, still]);
  if (made === null || is === 'gone') return { picture: null, isMissing: true };
  if (made === 'asked' || !isNear) return { picture: null, isMissing: false };
  const picture = {
    made,
    isThere: is === 'there',
    onThere: () => setSeen({ still, is: 'there' }),
    onMissing: () => setSeen({ still, is: 'gone' }),
  };
  return { picture, isMissing: is === 'late' };
}

/**
 * A still of a look; its loop lies on it while it is pointed at. Both go as soon as the look is drawn in the page to what
 * sounds.
 */
export function MadePicture(
  props: StillProps & { readonly isPlaying: boolean; readonly isPointed: boolean },
) {
  const { made, isThere, onThere, onMissing, isPlaying, isPointed } = props;
  const { state, drawsLooks } = useSnapshot(scene);
  const isReduced = useMedia('(prefers-reduced-motion: reduce)');
  const isDrawn = isPlaying && state === 'live' && drawsLooks;
  // Where nothing can be drawn in the page, it is all that moves.
  const isWanted = isPointed || (isPlaying && state === 'none');
  const moves = isThere && isWanted && !isReduced && !savesData();
  if (isDrawn) return null;
  return (
    <>
      <img
        alt=""
        className={styles.made}
        src={made.still}
        decoding="async"
        onLoad={onThere}
        onError={onMissing}
      />
      {moves && <video className={styles.made} src={made.loop} autoPlay loop muted playsInline />}
    </>
  );
}
