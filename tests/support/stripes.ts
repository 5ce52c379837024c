/**
 * Regular stripes in pictures, for tests: a second measure, which was there before the product's (`drawing/stripes.ts`) and
 * shares no code with it. Guidance besides WCAG asks for more than five pairs of light and dark stripes, over a quarter
 * of the screen for half a second, that oscillate, flash or reverse in contrast; such as stand or drift smoothly one way may
 * have 40 % (Ofcom, guidance on section two, annex 1; ITU-R BT.1702). EA's IRIS counts from six stripes on, the dark ones
 * below .8 of all light and the light ones from .25 on, which is 50 of 200 cd/m².
 *
 * https://github.com/electronicarts/IRIS/blob/main/config/appsettings.json
 */
import { extremesOf, lightOf } from './placeChanges.ts';

const LEAST_CONTRAST = 0.1;
const [DARK, LIGHT] = [0.8, 0.25];
const PAIRS = 6;
/** Neighbouring pairs are as wide as each other, but for a half more or less. */
const MOST_RATIO = 1.5;
/** Pictures are looked at twelve times a second, and a pattern counts that is in six of them. */
export const STRIPES_PER_SEC = 12;
const HALF_SEC = STRIPES_PER_SEC / 2;

/** Parts of a line, as first and last place, that are regular stripes. */
export function stripedParts(series: readonly number[]): [number, number][] {
  const turns = extremesOf(series, LEAST_CONTRAST);
  const parts: [number, number][] = [];
  const isPair = (at: number) => {
    const [one, other, next] = [turns[at]!, turns[at + 1]!, turns[at + 2]!];
    const low = Math.min(series[one]!, series[other]!, series[next]!);
    // The two ends of a pair are alike, its middle is the other.
    const high = Math.max(series[one]!, series[other]!, series[next]!);
    return low < DARK && high >= LIGHT;
  };
  const isLike = (one: number, other: number) =>
    Math.max(one, other) <= MOST_RATIO * Math.min(one, other);
  let from = 0;
  for (let at = 0; at + 2 < turns.length; at++) {
    const width = turns[at + 2]! - turns[at]!;
    const before = at >= from + 2 ? turns[at]! - turns[at - 2]! : width;
    if (!isPair(at) || !isLike(width, before)) {
      from = isPair(at) ? at : at + 1;
      continue;
    }
    if (at + 2 - from >= 2 * PAIRS) parts.push([turns[from]!, turns[at + 2]!]);
  }
  return parts;
}

/** Is each pixel in stripes along a row, a column or a diagonal? @param light of each pixel, row after row */
export function stripedPixels(light: Float32Array, width: number): Uint8Array {
  const height = light.length / width;
  const striped = new Uint8Array(light.length);
  const along = (start: number, step: number, count: number) => {
    const places = Array.from({ length: count }, (_, at) => start + at * step);
    for (const [first, last] of stripedParts(places.map((place) => light[place]!))) {
      for (let at = first; at <= last; at++) striped[places[at]!] = 1;
    }
  };
  for (let y = 0; y < height; y++) along(y * width, 1, width);
  for (let x = 0; x < width; x++) along(x, width, height);
  for (let at = 1 - height; at < width; at++) {
    const [x, y] = [Math.max(0, at), Math.max(0, -at)];
    const count = Math.min(width - x, height - y);
    along(y * width + x, width + 1, count);
    along(y * width + width - 1 - x, width - 1, count);
  }
  return striped;
}

export interface Striped {
  /** Share of the picture that stripes have for half a second, the most. */
  readonly share: number;
  /**
   * While they have a quarter, the largest share of them that becomes light or dark within a twelfth of a second. Stripes
   * that drift by two and a half pairs a second change less than half of their places; a change of contrast nearly all.
   */
  readonly changed: number;
}

/**
 * Looks for stripes in a row of pictures.
 *
 * @param pictures `0xRRGGBB` each, row after row, twelve in a second
 */
export function findStripes(pictures: readonly Uint32Array[], width: number): Striped {
  const height = pictures[0]!.length / width;
  const lights = pictures.map((pixels) => {
    const colours = lightOf(pixels, width, { across: width, down: height });
    return Float32Array.from(
      pixels,
      (_, at) =>
        0.2126 * colours[3 * at]! + 0.7152 * colours[3 * at + 1]! + 0.0722 * colours[3 * at + 2]!,
    );
  });
  const masks = lights.map((light) => stripedPixels(light, width));
  const shares = masks.map((mask) => mask.reduce((sum, one) => sum + one, 0) / mask.length);
  let [share, changed] = [0, 0];
  for (let at = 0; at + HALF_SEC <= shares.length; at++) {
    const least = Math.min(...shares.slice(at, at + HALF_SEC));
    share = Math.max(share, least);
    if (least < 0.25) continue;
    for (let picture = at; picture + 1 < at + HALF_SEC; picture++) {
      const [now, next, mask] = [lights[picture]!, lights[picture + 1]!, masks[picture]!];
      const all = shares[picture]! * mask.length;
      const others = mask.reduce(
        (sum, isIn, place) =>
          sum + (isIn && Math.abs(next[place]! - now[place]!) >= LEAST_CONTRAST ? 1 : 0),
        0,
      );
      changed = Math.max(changed, others / all);
    }
  }
  return { share, changed };
}
