import { useEffect, useRef, useState } from 'react';
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { rifffFrames } from '../../../data/rules/time/timing.ts';

const NONE: readonly number[] = [];

const idsBySlot = (rifff: Rifff) =>
  rifff.state.playback.map(({ slot }) => slot.current?.currentLoop ?? '');

/**
 * Slots whose loop is new, for one turn of the rifff: the notch cuts them in. A whole rifff that appears at
 * once (a restored draft, the first loops) does not arrive, it is there.
 */
export function useArriving(rifff: Rifff, isPlaying: boolean): readonly number[] {
  const before = useRef(idsBySlot(rifff));
  const turnMs = useRef(0);
  const [arriving, setArriving] = useState(NONE);

  useEffect(() => {
    const ids = idsBySlot(rifff);
    const known = new Set(before.current);
    const added = ids.flatMap((id, slot) => (id && !known.has(id) ? [slot] : []));
    before.current = ids;
    if (added.length > 0 && isPlaying) {
      turnMs.current = (1000 * rifffFrames(rifff)) / SAMPLE_RATE_HZ;
      setArriving(added);
    }
  }, [rifff, isPlaying]);

  // Apart from the effect above: a change of gain meanwhile must not begin or end a turn.
  useEffect(() => {
    if (arriving.length === 0) return;
    const timer = setTimeout(() => setArriving(NONE), turnMs.current);
    return () => clearTimeout(timer);
  }, [arriving]);

  return arriving;
}
