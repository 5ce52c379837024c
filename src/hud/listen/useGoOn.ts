import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import type { Blend } from '../../data/rules/listenOrder.ts';
import type { Listening } from '../parts/listening/useListening.ts';
import { useRounds } from './useRounds.ts';

/** A rifff that could not be loaded is passed over after this. */
const PASS_OVER_MS = 5000;

export interface GoOnWish {
  own: Listening;
  /** What comes after what is shown. */
  next: SharedRifff;
  /** Shares in all; a single one just goes round. */
  count: number;
  rounds: number;
  blend: Blend;
}

/**
 * Goes on by itself: to the next rifff after its rounds, and past one whose sounds are gone, so that a wall does
 * not stop.
 *
 * @returns the play button: what is turned off by hand stays off
 */
export function useGoOn({ own, next, count, rounds, blend }: GoOnWish): () => void {
  const { load } = useSnapshot(transport);
  const [isOn, setOn] = useState(false);
  const { isPlaying, isWaiting, choose } = own;
  useEffect(() => {
    if (isPlaying) setOn(true);
  }, [isPlaying]);

  const latest = useRef(own);
  latest.current = own;
  useRounds({
    rifff: own.shown.rifff,
    isPlaying,
    rounds,
    blend,
    next: next.rifff,
    onDue: () => {
      if (count > 1 && latest.current.pendingId === null) latest.current.skip(1);
    },
  });

  const isStuck = isOn && !isPlaying && !isWaiting && load === 'failed';
  const nextId = next.rifff._id;
  useEffect(() => {
    if (!isStuck) return;
    const timer = setTimeout(() => choose(nextId), PASS_OVER_MS);
    return () => clearTimeout(timer);
  }, [isStuck, choose, nextId]);

  return () => {
    setOn(!isPlaying);
    own.togglePlay();
  };
}
