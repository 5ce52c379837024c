import { useEffect } from 'react';
import { setPlayTempo } from '../../../audio/state/play.ts';
import { useDraft } from '../useDraft.ts';

/** Lets the instruments play in the draft's tempo and metre when no rifff plays. */
export function usePlayTempo(): void {
  const { bps, barLength } = useDraft().rifff.state;
  useEffect(() => setPlayTempo(bps, barLength), [bps, barLength]);
}
