import type { CategorySlug } from '../../data/contract/categories.ts';
import { LOOP_PEAK_BINS } from '../../data/contract/constants.ts';
import { rifffGlyph } from '../../drawing/glyph.ts';

/** A ring as a category and the number of waves in its edge. */
export type Wave = readonly [category: CategorySlug, waves: number];

/** A rifff out of plain waves as `<svg>` markup, for pages that have none of their own. From the inside out. */
export function waveArt(waves: readonly Wave[], sizePx: number): string {
  const rings = waves.map(([category, count], slot) => ({
    slot,
    category,
    peaks: Uint8Array.from({ length: LOOP_PEAK_BINS }, (_, at) =>
      Math.round(127 + 110 * Math.sin((2 * Math.PI * count * at) / LOOP_PEAK_BINS + slot)),
    ),
    repeats: 1,
    gain: 1,
    isOn: true,
  }));
  return rifffGlyph({ id: 'waves', rings }, sizePx);
}
