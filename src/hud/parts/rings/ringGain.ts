/** How far a finger or a key moves the gain of a ring. */
import { MAX_GAIN } from '../../../data/contract/constants.ts';
import { gainWeight, type RingLayout, weightGain } from '../../../drawing/layout.ts';

/** At and below this level a ring counts as silent. */
export const SILENT_DB = -48;
/** Largest gain in dB. */
export const MAX_DB = 20 * Math.log10(MAX_GAIN);
export const GAIN_STEP_DB = 0.5;
export const GAIN_PAGE_DB = 3;
/** Around 0 dB a dragged gain rests on it. */
const DETENT_DB = 0.25;
/** Least travel for one unit of a ring's weight: thin rings would be too nervous under a finger. */
const MIN_TRAVEL_PX = 48;
/** Most of it, as a share of the radius: thick rings must reach their full gain inside the page. */
const MAX_TRAVEL = 0.25;

/** Decibels of a linear gain, −48 for silence. */
export function gainDb(gain: number): number {
  return gain > 0 ? Math.max(SILENT_DB, 20 * Math.log10(gain)) : SILENT_DB;
}

/** Linear gain of decibels: 0 at −48 dB and below, 2 at most. */
export function dbGain(db: number): number {
  return db <= SILENT_DB ? 0 : Math.min(MAX_GAIN, 10 ** (db / 20));
}

/** A gain moved by some decibels, from silence to +6 dB; whole tenths of a dB, and exactly 1 at 0 dB. */
export function stepGain(gain: number, db: number): number {
  return dbGain(Math.round((gainDb(gain) + db) * 10) / 10);
}

/**
 * Gain of a ring whose edge is dragged: as if the sum of weights were frozen, the edge stays under the
 * finger, within limits that keep thin rings calm and thick ones in reach.
 *
 * @param layout where the rings lay when the drag began
 * @param radiusPx full radius of the rifff
 * @returns linear gain after so many pixels outwards; not held to 0–2
 */
export function dragGain(
  layout: RingLayout,
  gain: number,
  radiusPx: number,
): (outwardPx: number) => number {
  const direct = (layout.radius - layout.hole) / layout.weight;
  const travelPx = Math.max(MIN_TRAVEL_PX, Math.min(direct, radiusPx * MAX_TRAVEL));
  const weight = gainWeight(gain);
  return (outwardPx) => {
    if (outwardPx === 0) return gain;
    const next = weightGain(weight + outwardPx / travelPx);
    return next > 0 && Math.abs(20 * Math.log10(next)) < DETENT_DB ? 1 : next;
  };
}
