/** When a page that plays one rifff after the other goes on to the next, and how that comes in. */

import { SAMPLE_RATE_HZ } from '../../contract/constants.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { type Boundary, barFrames, rifffBars } from '../time/timing.ts';

/** How the next rifff comes in: where that begins, and over how many of its bars the two are blended. */
export interface Blend {
  readonly id: string;
  readonly title: string;
  readonly boundary: Boundary;
  /** Bars of the rifff that comes in; 0 is a cut. */
  readonly bars: 0 | 1 | 2 | 4 | 8;
}

const AT_ONCE: Blend = { id: 'now', title: 'At once', boundary: 'now', bars: 0 };
export const ON_THE_BAR: Blend = { id: 'bar', title: 'On the bar', boundary: 'bar', bars: 0 };

/** The listener's choices, in their order. */
export const BLENDS: readonly Blend[] = [
  AT_ONCE,
  { id: 'beat', title: 'On the beat', boundary: 'beat', bars: 0 },
  ON_THE_BAR,
  { id: 'rifff', title: 'When it ends', boundary: 'rifff', bars: 0 },
  ...([1, 2, 4, 8] as const).map((bars): Blend => {
    const title = bars === 1 ? 'Over 1 bar' : `Over ${bars} bars`;
    return { id: `${bars}`, title, boundary: 'bar', bars };
  }),
];

/** The choice with an id; on the bar when there is none. */
export function blendOf(id: string): Blend {
  return BLENDS.find((blend) => blend.id === id) ?? ON_THE_BAR;
}

/** Rounds that a rifff may stay. */
export const ROUNDS = [1, 2, 4, 8] as const;

/** The next rifff is asked for this share of a bar, or of a beat, before it begins to come in. */
const AHEAD_BARS = 0.75;

/**
 * Milliseconds of play from the first sound of a rifff until the next one is asked for, so that it is there
 * alone when the last round ends. A blend begins so many bars before; not before this rifff's own blend is over,
 * so that no more than two are heard. With a boundary the wish falls into the bar before it, and the engine
 * waits for the boundary.
 *
 * @param rounds whole rounds that it stays, 1 or more
 * @param next what comes in: a blend is counted in its bars
 */
export function askNextAfterMs(rifff: Rifff, rounds: number, blend: Blend, next: Rifff): number {
  const framesPerBar = barFrames(rifff.state.barLength, rifff.state.bps);
  const allBars = rifffBars(rifff) * Math.max(1, rounds);
  const ms = (bars: number) => (1000 * bars * framesPerBar) / SAMPLE_RATE_HZ;
  if (blend.boundary === 'now') return ms(allBars);
  const blendFrames = blend.bars * barFrames(next.state.barLength, next.state.bps);
  const fromBar = allBars - Math.round(blendFrames / framesPerBar);
  const changeBar = Math.max(fromBar, Math.min(allBars, blend.bars));
  const { barLength } = rifff.state;
  const unitBars = blend.boundary === 'beat' ? Math.min(1, 4 / barLength) : 1;
  return ms(Math.max(0, changeBar - AHEAD_BARS * unitBars));
}

/** Index that follows `index` in a list that goes round; −1 for an empty list. */
export function nextIndex(index: number, by: number, length: number): number {
  return length < 1 ? -1 : (((index + by) % length) + length) % length;
}
