/** When a page that plays one rifff after the other goes on to the next. */

import { SAMPLE_RATE_HZ } from '../contract/constants.ts';
import type { Rifff } from '../contract/rifff.ts';
import { type Boundary, barFrames, rifffFrames } from './timing.ts';

/** How the next rifff comes in, in the order of the choice. */
export const BLENDS: readonly { boundary: Boundary; title: string }[] = [
  { boundary: 'now', title: 'At once' },
  { boundary: 'beat', title: 'On the beat' },
  { boundary: 'bar', title: 'On the bar' },
  { boundary: 'rifff', title: 'At the end of the round' },
];

/** Rounds that a rifff may stay. */
export const ROUNDS = [1, 2, 4, 8] as const;

/** The next rifff is asked for this share of a bar before the last round ends. */
const AHEAD_BARS = 0.75;

/**
 * Milliseconds of play from the first sound of a rifff until the next one is asked for, so that it comes in
 * when the last round ends. With a boundary the wish falls into the last bar (beat) before it, and the engine
 * waits for the boundary.
 *
 * @param rounds whole rounds that it stays, 1 or more
 */
export function askNextAfterMs(rifff: Rifff, rounds: number, boundary: Boundary): number {
  const { barLength, bps } = rifff.state;
  const ms = (frames: number) => (1000 * frames) / SAMPLE_RATE_HZ;
  const allMs = ms(rifffFrames(rifff)) * Math.max(1, rounds);
  if (boundary === 'now') return allMs;
  const barMs = ms(barFrames(barLength, bps));
  const unitMs = boundary === 'beat' ? Math.min(barMs, 1000 / bps) : barMs;
  return Math.max(0, allMs - AHEAD_BARS * unitMs);
}

/** Index that follows `index` in a list that goes round; −1 for an empty list. */
export function nextIndex(index: number, by: number, length: number): number {
  return length < 1 ? -1 : (((index + by) % length) + length) % length;
}
