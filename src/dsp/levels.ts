import { type CategorySlug, categoryOf } from '../data/contract/categories.ts';

/**
 * Integrated loudness (LUFS, ITU-R BS.1770-4) that a loop of each category has at gain 1, so that any
 * eight loops balance: drums lead, beds stay under.
 */
export const CATEGORY_TARGET_LUFS: Readonly<Record<CategorySlug, number>> = {
  drums: -16,
  bass: -18,
  leads: -20,
  vocals: -20,
  perc: -22,
  pads: -23,
  chords: -20,
  fx: -24,
  audio: -20,
  '?': -20,
};

/** Target of a category in LUFS; an unknown slug reads as `?`. */
export function targetLufs(category: string | undefined): number {
  return CATEGORY_TARGET_LUFS[categoryOf(category).slug];
}

/**
 * Level matching is a constant gain per loop that brings its measured loudness to the target of its category, so that a
 * loop sits in the mix when it is added. The author's gain is another factor and stays.
 */

/** Most that matching raises and lowers, in dB: what is nearly silent was meant so. */
const MAX_RAISE_DB = 9;
const MAX_LOWER_DB = 18;
/** Inaudible differences leave the loop as it is, to the bit. */
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

const MOST = 0.98;

/** Highest magnitude of a sound, linear. */
export function highestPeak(channels: readonly Float32Array[]): number {
  let peak = 0;
  for (const channel of channels) {
    for (const sample of channel) peak = Math.max(peak, Math.abs(sample));
  }
  return peak;
}

/** Keeps a sound that is made under full scale, in place: an encoder would cut off what is over it. */
export function holdPeak(channels: readonly Float32Array[]): void {
  const peak = highestPeak(channels);
  if (peak <= MOST) return;
  for (const channel of channels) {
    for (let n = 0; n < channel.length; n++) channel[n]! *= MOST / peak;
  }
}
