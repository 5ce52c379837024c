/**
 * Level matching: a constant gain per loop that brings its measured loudness to the target of its category,
 * so that a loop sits in the mix when it is added. The author's gain is another factor and stays.
 */
import type { CategorySlug } from '../data/contract/categories.ts';

/** Integrated loudness (LUFS) at which loops of a category balance each other at gain 1. */
export const CATEGORY_LUFS: Readonly<Record<CategorySlug, number>> = {
  drums: -16,
  bass: -18,
  leads: -20,
  vocals: -19,
  perc: -22,
  pads: -23,
  chords: -21,
  fx: -24,
  audio: -19,
  '?': -19,
};

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
  const target = CATEGORY_LUFS[category as CategorySlug] ?? CATEGORY_LUFS['?'];
  const gainDb = Math.min(MAX_RAISE_DB, Math.max(-MAX_LOWER_DB, target - loudnessLufs));
  return Math.abs(gainDb) <= TOLERANCE_DB ? 1 : 10 ** (gainDb / 20);
}
