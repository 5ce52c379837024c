import type { CategorySlug } from '../data/contract/categories.ts';

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
  return CATEGORY_TARGET_LUFS[(category ?? '?') as CategorySlug] ?? CATEGORY_TARGET_LUFS['?'];
}
