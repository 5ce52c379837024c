import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { askNextAfterMs, type Blend } from '../../data/rules/listening/listenOrder.ts';
import type { Listening } from '../parts/listening/useListening.ts';

/** A rifff that could not be loaded is passed over after this. */
const PASS_OVER_MS = 5000;
/** After so many one after the other it is no use to go on. */
const MOST_FAILURES = 5;

export interface GoOnWish {
  own: Listening;
  /** What is shown, as it sounds. */
  heard: Rifff;
  /** What comes after what is shown, as it will sound; null while nothing does: then it just goes round. */
  next: { readonly key: string; readonly rifff: Rifff } | null;
  rounds: number;
  blend: Blend;
  /** The last round is over. @returns whether nothing else shall come in */
  endsHere(): boolean;
}

export interface GoOn {
  /** The play button: what is turned off by hand stays off. */
  toggle(): void;
  /** Pauses, and stays off. */
  rest(): void;
  /** One after the other could not be loaded: nothing is tried any more. */
  hasGivenUp: boolean;
  /** Tries again. */
  tryAgain(): void;
}

/**
 * Goes on by itself: to the next rifff after its rounds, and past one whose sounds are gone, so that a wall does
 * not stop.
 */
export function useGoOn({ own, heard, next, rounds, blend, endsHere }: GoOnWish): GoOn {
  const { load } = useSnapshot(transport);
  const [isOn, setOn] = useState(false);
  const [failures, setFailures] = useState(0);
  const { isPlaying, isWaiting, choose } = own;
  useEffect(() => {
    if (!isPlaying) return;
    setOn(true);
    setFailures(0);
  }, [isPlaying]);

  const nextId = next?.key ?? null;
  const latest = useRef({ own, endsHere });
  latest.current = { own, endsHere };
  useRounds({
    id: own.shown.id,
    rifff: heard,
    isPlaying,
    rounds,
    blend,
    next: next?.rifff ?? heard,
    onDue: () => {
      if (latest.current.own.pendingId !== null || latest.current.endsHere()) return;
      if (nextId !== null) choose(nextId);
    },
  });

  const isStuck = isOn && !isPlaying && !isWaiting && load === 'failed';
  const hasGivenUp = isStuck && (failures >= MOST_FAILURES || nextId === null);
  useEffect(() => {
    if (!isStuck || hasGivenUp || nextId === null) return;
    const timer = setTimeout(() => {
      setFailures((count) => count + 1);
      choose(nextId);
    }, PASS_OVER_MS);
    return () => clearTimeout(timer);
  }, [isStuck, hasGivenUp, choose, nextId]);

  return {
    toggle() {
      setOn(!isPlaying);
      own.togglePlay();
    },
    rest() {
      setOn(false);
      if (isPlaying) own.togglePlay();
    },
    hasGivenUp,
    tryAgain() {
      setFailures(0);
      choose(own.shown.id);
    },
  };
}

interface RoundsWish {
  /** Of what is heard, in the row. */
  id: string;
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
function useRounds({ id, rifff, isPlaying, rounds, blend, next, onDue }: RoundsWish): void {
  const heard = useRef({ id: '', ms: 0 });
  const due = useRef(onDue);
  due.current = onDue;
  const current = useRef({ rifff, next });
  current.current = { rifff, next };
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
