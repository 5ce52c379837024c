/** What changes with the next bar of what sounds, never faster than is safe to see. */
import { useEffect, useRef, useState } from 'react';
import { sampleNow, telemetryRef } from '../../../audio/engine/telemetry.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';

/** Shortest time between two looks: a change of ground is half a flash. */
const HOLD_MS = 500;
/** Longest wait for a bar; of longer ones the next beat is taken. */
const LONGEST_BAR_WAIT_MS = 4000;

/** Milliseconds until the next bar of what sounds; 0 where nothing does. */
function untilBarMs(rifff: Rifff | null): number {
  sampleNow();
  const { isPlaying, phase, bars } = telemetryRef.current;
  if (!rifff || !isPlaying) return 0;
  const { barLength, bps } = rifff.state;
  const beats = (phase * bars * barLength) / 4;
  const until = (everyBeats: number) =>
    ((Math.floor(beats / everyBeats) + 1) * everyBeats - beats) * (1000 / bps);
  const bar = until(barLength / 4);
  return bar <= LONGEST_BAR_WAIT_MS ? bar : until(1);
}

/**
 * The newest of what was wished for: it comes with the next bar of `rifff`, the rifff that sounds, if any does.
 *
 * @returns what it is now, what wishes for another one, and what is wished for
 */
export function useOnBar<T>(
  first: T,
  rifff: Rifff | null,
): [now: T, wish: (next: T) => void, wished: T] {
  const [now, setNow] = useState(first);
  const [wished, setWished] = useState(first);
  const heard = useRef(rifff);
  heard.current = rifff;
  const changedMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (wished === now) return;
    const hold = HOLD_MS - (performance.now() - changedMs.current);
    const timer = setTimeout(
      () => {
        setNow(wished);
        changedMs.current = performance.now();
      },
      Math.max(0, hold, untilBarMs(heard.current)),
    );
    return () => clearTimeout(timer);
  }, [wished, now]);
  return [now, setWished, wished];
}
