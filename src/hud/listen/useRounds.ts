import { useEffect, useRef } from 'react';
import type { Rifff } from '../../data/contract/rifff.ts';
import { askNextAfterMs } from '../../data/rules/listenOrder.ts';
import type { Boundary } from '../../data/rules/timing.ts';

export interface RoundsWish {
  /** What is heard. */
  rifff: Rifff;
  isPlaying: boolean;
  /** Rounds that it stays. */
  rounds: number;
  boundary: Boundary;
  /** The next one is due: it comes in at the boundary after this. */
  onDue(): void;
}

/**
 * Counts how long a rifff has been heard and says when the next is due. By the clock and not by frames, which a
 * hidden page does not get; pauses do not count.
 */
export function useRounds({ rifff, isPlaying, rounds, boundary, onDue }: RoundsWish): void {
  const heard = useRef({ id: '', ms: 0 });
  const due = useRef(onDue);
  due.current = onDue;
  const current = useRef(rifff);
  current.current = rifff;
  const id = rifff._id;
  useEffect(() => {
    if (heard.current.id !== id) heard.current = { id, ms: 0 };
    if (!isPlaying) return;
    const since = performance.now();
    const wait = askNextAfterMs(current.current, rounds, boundary) - heard.current.ms;
    const timer = setTimeout(() => due.current(), Math.max(0, wait));
    return () => {
      clearTimeout(timer);
      heard.current.ms += performance.now() - since;
    };
  }, [id, isPlaying, rounds, boundary]);
}
