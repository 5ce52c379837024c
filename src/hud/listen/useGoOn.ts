import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { askNextAfterMs, type Blend } from '../../data/rules/listening/listenOrder.ts';
import type { Listening } from '../parts/listening/useListening.ts';

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

  const nextId = next.rifff._id;
  const latest = useRef(own);
  latest.current = own;
  useRounds({
    rifff: own.shown.rifff,
    isPlaying,
    rounds,
    blend,
    next: next.rifff,
    onDue: () => {
      if (count > 1 && latest.current.pendingId === null) choose(nextId);
    },
  });

  const isStuck = isOn && !isPlaying && !isWaiting && load === 'failed';
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

interface RoundsWish {
  /** What is heard. */
  rifff: Rifff;
  isPlaying: boolean;
  /** Rounds that it stays. */
  rounds: number;
  blend: Blend;
  /** What comes in then. */
  next: Rifff;
  /** The next one is due: it comes in at the boundary after this. */
  onDue(): void;
}

/**
 * Counts how long a rifff has been heard and says when the next is due. By the clock and not by frames, which a
 * hidden page does not get; pauses do not count.
 */
function useRounds({ rifff, isPlaying, rounds, blend, next, onDue }: RoundsWish): void {
  const heard = useRef({ id: '', ms: 0 });
  const due = useRef(onDue);
  due.current = onDue;
  const current = useRef({ rifff, next });
  current.current = { rifff, next };
  const id = rifff._id;
  useEffect(() => {
    if (heard.current.id !== id) heard.current = { id, ms: 0 };
    if (!isPlaying) return;
    const since = performance.now();
    const { rifff, next } = current.current;
    const wait = askNextAfterMs(rifff, rounds, blend, next) - heard.current.ms;
    const timer = setTimeout(() => due.current(), Math.max(0, wait));
    return () => {
      clearTimeout(timer);
      heard.current.ms += performance.now() - since;
    };
  }, [id, isPlaying, rounds, blend]);
}
