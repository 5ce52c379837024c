import { useEffect, useRef } from 'react';
import type { Rifff } from '../../data/contract/rifff.ts';
import { askNextAfterMs, type Blend } from '../../data/rules/listening/listenOrder.ts';

export interface RoundsWish {
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
export function useRounds({ rifff, isPlaying, rounds, blend, next, onDue }: RoundsWish): void {
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
