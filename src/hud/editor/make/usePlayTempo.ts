import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { setPlayTempo } from '../../../audio/state/play.ts';
import { draft } from '../../../data/stores/draft.ts';
import { useDraft } from '../EditorContext.tsx';
import { keepPlay } from './keepPlay.ts';

/**
 * Takes up what the instruments held before, and lets them play in the draft's tempo and metre when no rifff plays.
 * Both wait until the draft is known: steps cut to the metre of an empty one would be lost.
 */
export function usePlayTempo(): void {
  const { bps, barLength } = useDraft().rifff.state;
  const { isRestored } = useSnapshot(draft);
  useEffect(() => {
    if (!isRestored) return;
    setPlayTempo(bps, barLength);
    keepPlay();
  }, [isRestored, bps, barLength]);
}
