/** The picture of the account pages: a rifff whose rings are filled as its form is. */
import type { CategorySlug } from '../../data/contract/categories.ts';
import { LOOP_PEAK_BINS } from '../../data/contract/constants.ts';
import { rifffGlyph } from '../../drawing/glyph.ts';
import { layoutRings } from '../../drawing/layout.ts';
import type { RingModel } from '../../drawing/model.ts';
import { polygonPath, ringPolygon } from '../../drawing/outline.ts';
import { TOKENS } from '../../drawing/tokens.ts';

export const RINGS_SIZE_PX = 640;
const BITE_PX = 16;

/** Rings from the inside out: category, and waves of its edge in one turn. */
export type RingSketch = readonly [CategorySlug, number];

/** One picture a page, so that a page is known by its emblem. */
export const SKETCHES = {
  login: [
    ['bass', 3],
    ['leads', 8],
    ['chords', 6],
    ['vocals', 8],
    ['perc', 6],
  ],
  register: [
    ['pads', 4],
    ['bass', 5],
    ['leads', 4],
    ['chords', 4],
    ['perc', 6],
    ['drums', 4],
  ],
  password: [
    ['fx', 4],
    ['pads', 6],
    ['chords', 8],
    ['bass', 8],
  ],
  terms: [
    ['drums', 3],
    ['fx', 4],
    ['leads', 8],
  ],
  device: [
    ['vocals', 4],
    ['chords', 3],
    ['fx', 4],
    ['pads', 8],
  ],
} as const satisfies Record<string, readonly RingSketch[]>;
export type SketchName = keyof typeof SKETCHES;

function ringOf([category, waves]: RingSketch, slot: number, isOn: boolean): RingModel {
  const peaks = Uint8Array.from({ length: LOOP_PEAK_BINS }, (_, at) => {
    const turn = (2 * Math.PI * at) / LOOP_PEAK_BINS;
    return Math.round(
      128 + 84 * Math.sin(waves * turn + slot) + 42 * Math.sin(3 * turn + 2 * slot),
    );
  });
  return { slot, category, peaks, repeats: 1, gain: 1, isOn };
}

/**
 * Markup of a page's picture, `RINGS_SIZE_PX` square, hidden from screen readers.
 *
 * @param filled how much of the form is as it should be, 0–1; that share of the rings is in ink, the others
 *   are outline and hatch
 */
export function formRings(name: SketchName, filled: number): string {
  const sketch: readonly RingSketch[] = SKETCHES[name];
  const rings = sketch.map((one, slot) => ringOf(one, slot, slot < ringsInInk(name, filled)));
  const layout = layoutRings(rings, RINGS_SIZE_PX / 2 - 0.5, { sizePx: RINGS_SIZE_PX });
  const last = layout.rings.at(-1)!;
  const edge = polygonPath(ringPolygon(rings[last.index]!, last));
  // Ground around it, so that it bites into what it lies on.
  const bite = `<path d="${edge}" fill="${TOKENS.ground}" stroke="${TOKENS.ground}" stroke-width="${2 * BITE_PX}"/>`;
  return rifffGlyph({ id: name, rings }, RINGS_SIZE_PX).replace('<g ', `${bite}<g `);
}

/** Rings of a page's picture that are in ink at a share of 0–1. */
export function ringsInInk(name: SketchName, filled: number): number {
  const share = Math.min(1, Math.max(0, filled));
  return Math.floor(share * SKETCHES[name].length + 1e-9);
}
