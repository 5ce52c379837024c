/** Tempo from taps. */

/** A pause longer than this begins a new count. */
const MAX_GAP_MS = 2000;
/** Taps that count, the latest ones: enough to even out a hand, few enough to follow a change of mind. */
const MAX_TAPS = 9;

/** Taps so far, in milliseconds, oldest first. */
export type Taps = readonly number[];

/** Adds a tap; after a pause the count starts again. */
export function tap(taps: Taps, nowMs: number): Taps {
  const last = taps.at(-1);
  const kept = last !== undefined && nowMs - last <= MAX_GAP_MS ? taps : [];
  return [...kept, nowMs].slice(-MAX_TAPS);
}

/**
 * Quarter notes per second that the taps beat: the mean gap over all of them.
 * @returns null with fewer than two taps
 */
export function tappedBps(taps: Taps): number | null {
  const first = taps[0];
  const last = taps.at(-1);
  if (first === undefined || last === undefined || taps.length < 2 || last <= first) return null;
  return (1000 * (taps.length - 1)) / (last - first);
}
