/**
 * Level matching: a constant gain per loop that brings its measured loudness to the target of its category,
 * so that a loop sits in the mix when it is added. The author's gain is another factor and stays.
 */
import { targetLufs } from '../dsp/levels.ts';

/** Most that matching raises and lowers, in dB: what is nearly silent was meant so. */
const MAX_RAISE_DB = 9;
const MAX_LOWER_DB = 18;
/** Differences that nobody hears leave the loop as it is, to the bit. */
const TOLERANCE_DB = 0.25;

/**
 * Linear gain that brings a loop to its category's target.
 * @param loudnessLufs measured integrated loudness, or undefined when unknown (gain 1)
 * @param category slug; an unknown one counts as `?`
 */
export function matchGain(loudnessLufs: number | undefined, category: string): number {
  if (loudnessLufs === undefined || !Number.isFinite(loudnessLufs)) return 1;
  const wanted = targetLufs(category) - loudnessLufs;
  const gainDb = Math.min(MAX_RAISE_DB, Math.max(-MAX_LOWER_DB, wanted));
  return Math.abs(gainDb) <= TOLERANCE_DB ? 1 : 10 ** (gainDb / 20);
}
