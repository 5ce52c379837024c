/** How the discs of the demo content look beside each other at the size of a list: which ones could be mistaken. */
import sharp from 'sharp';
import { type CategorySlug, categoryOf } from '../../../src/data/contract/categories.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { arrangedSlots } from '../../../src/data/rules/arranging/arrange.ts';
import type { Arrangement } from '../../../src/data/rules/arranging/arrangement.ts';
import { rifffBars } from '../../../src/data/rules/time/timing.ts';
import { rifffGlyph } from '../../../src/drawing/glyph.ts';
import { visibleRings } from '../../../src/drawing/layout.ts';
import { type RifffModel, rifffModel } from '../../../src/drawing/model.ts';
import { TOKENS } from '../../../src/drawing/tokens.ts';

/** Side of a disc in CSS pixels, as rows of lists have it. */
export const DISC_PX = 64;

/** A disc as a list shows it. */
export interface Disc {
  readonly name: string;
  /** Category of the outermost ring that is drawn. */
  readonly outside: CategorySlug;
  /** `DISC_PX` × `DISC_PX` pixels on the ground, red, green, blue. */
  readonly pixels: Uint8Array;
}

/** What a rifff needs to be drawn and measured. */
export interface Drawable {
  readonly voices: Arrangement;
  readonly key: Pick<Rifff['state'], 'bps' | 'barLength'>;
}

/** Seconds of one turn. */
export function turnSec({ voices, key }: Drawable): number {
  const { state, loops } = documentOf({ voices, key });
  return (rifffBars({ state, loops }) * key.barLength) / (4 * key.bps);
}

function documentOf({ voices, key: { bps, barLength } }: Drawable): Rifff {
  return {
    _id: 'disc',
    created: 0,
    userName: '',
    state: { bps, barLength, playback: arrangedSlots(voices) },
    loops: voices.map(({ loop }) => loop),
    root: 0,
    scale: 0,
  };
}

function modelOf(drawable: Drawable): RifffModel {
  const rifff = documentOf(drawable);
  return rifffModel(rifff, rifffBars(rifff));
}

/** Draws a rifff as lists do. */
export async function drawDisc(name: string, drawable: Drawable): Promise<Disc> {
  const model = modelOf(drawable);
  const svg = Buffer.from(rifffGlyph(model, DISC_PX));
  const pixels = await sharp(svg).flatten({ background: TOKENS.ground }).raw().toBuffer();
  const { category } = visibleRings(model.rings, DISC_PX).at(-1)!;
  return { name, outside: categoryOf(category).slug, pixels };
}

/** Mean absolute difference of two discs, per channel of a pixel: 0 to 255. */
export function discDistance(a: Disc, b: Disc): number {
  let sum = 0;
  for (let at = 0; at < a.pixels.length; at++) sum += Math.abs(a.pixels[at]! - b.pixels[at]!);
  return sum / a.pixels.length;
}

/** Every disc with the one that is most like it. At least two discs. */
export function nearestDiscs(discs: readonly Disc[]) {
  return discs.map((disc) => {
    const others = discs.filter((one) => one !== disc);
    const ranked = others.map((other) => ({ disc, other, distance: discDistance(disc, other) }));
    return ranked.reduce((best, one) => (one.distance < best.distance ? one : best));
  });
}

/** Draws discs in rows beside each other, as PNG. */
export async function discSheet(all: readonly Drawable[], columns: number, sizePx = DISC_PX) {
  const step = sizePx * 1.25;
  const rows = Math.ceil(all.length / columns);
  const [width, height] = [columns * step, rows * step];
  const body = all.map((one, at) => {
    const x = (at % columns) * step + step / 2 - sizePx / 2;
    const y = Math.floor(at / columns) * step + step / 2 - sizePx / 2;
    return rifffGlyph(modelOf(one), sizePx).replace('<svg ', `<svg x="${x}" y="${y}" `);
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="${TOKENS.ground}"/>${body.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
