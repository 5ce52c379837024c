import type { CategorySlug } from '../../../data/contract/categories.ts';
import { LOOP_PEAK_BINS } from '../../../data/contract/constants.ts';
import { rifffGlyph } from '../../../drawing/glyph.ts';
import { TOKENS } from '../../../drawing/tokens.ts';

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

const SIZE_PX = 320;
const WAVES: readonly Wave[] = [
  ['leads', 3],
  ['bass', 5],
  ['perc', 8],
  ['chords', 4],
  ['pads', 6],
];

/** Circles of ground along the upper right edge. */
function bites(): string {
  const radius = SIZE_PX / 2;
  return [0.3, 0.68, 1.08, 1.44]
    .map((angle, at) => {
      const x = Math.sin(angle) * radius * 0.93;
      const y = -Math.cos(angle) * radius * 0.93;
      const size = radius * [0.22, 0.31, 0.28, 0.2][at]!;
      return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size.toFixed(1)}"/>`;
    })
    .join('');
}

/** Lines of ground over the whole rifff. */
function hatch(): string {
  let lines = '';
  for (let x = -2 * SIZE_PX; x < SIZE_PX; x += 14) {
    lines += `<path d="M${x} ${SIZE_PX}l${2 * SIZE_PX} ${-2 * SIZE_PX}" stroke="${TOKENS.ground}" stroke-width="6"/>`;
  }
  return lines;
}

/** Picture of the error page as `<svg>` markup: bitten where a page is missing, hatched over otherwise. */
export function errorArt(status: number): string {
  const over = status === 404 ? `<g fill="${TOKENS.ground}">${bites()}</g>` : hatch();
  return waveArt(WAVES, SIZE_PX).replace('</svg>', `${over}</svg>`);
}
