/**
 * How the paints of a picture lie in texels of floats and in instances, for `ringShader.ts`. It needs no WebGL, so that a
 * worker can do it.
 */
import type { Paint, PaintList } from '../../drawing/paintList.ts';

/** Texels of a row of the texture: a power of two. */
export const ROW_TEXELS = 2048;
/** Chords of an instance. */
export const SEGMENTS = 32;
/** Texels that describe a paint. */
export const PAINT_TEXELS = 6;
/** Half the width of a notch that is not there. */
export const NO_SLIT = -1e4;
/** What is added up in the last number of a hatch: the notch cuts the paint, and ground is to be left out. */
const IS_CUT = 1;
export const IS_CLEAR = 2;

const TAU = 2 * Math.PI;

/** Texels that a picture takes: what describes its paints, then its points. */
export const texelsOf = ({ size, pointCount }: PaintList): number =>
  size * PAINT_TEXELS + Math.ceil(pointCount / 2);

/** Instances of a picture. */
export function partsIn(list: PaintList): number {
  let count = 0;
  for (let at = 0; at < list.size; at++) count += Math.ceil(list.paints[at]!.count / SEGMENTS);
  return count;
}

/**
 * Writes the instances of a picture: texel of its paint, first chord, chords.
 * @param start first texel of the picture
 * @param floats numbers of an instance, three of which are written
 */
export function writeParts(
  list: PaintList,
  start: number,
  parts: Float32Array,
  floats: number,
): void {
  let to = 0;
  for (let at = 0; at < list.size; at++) {
    // One chord closes the shape: an edge may jump at twelve o'clock.
    const chords = list.paints[at]!.count;
    for (let from = 0; from < chords; from += SEGMENTS) {
      parts[to] = start + at * PAINT_TEXELS;
      parts[to + 1] = from;
      parts[to + 2] = Math.min(SEGMENTS, chords - from);
      to += floats;
    }
  }
}

/** A picture as it is handed over: it lies in a texture wherever there is room, `movePicture` says where. */
export interface PackedPicture {
  /** Its paints, then its points, as if it began at the first texel. */
  readonly texels: Float32Array;
  readonly paints: number;
  /** Its instances, `floats` numbers each. */
  readonly parts: Float32Array;
}

/**
 * Packs a picture whose lengths are CSS pixels from its centre.
 *
 * @param floats numbers of an instance, three of which are written
 */
export function packPicture(list: PaintList, floats: number): PackedPicture {
  const texels = new Float32Array(texelsOf(list) * 4);
  const parts = new Float32Array(partsIn(list) * floats);
  const first = 2 * list.size * PAINT_TEXELS;
  for (let at = 0; at < list.size; at++) {
    writePaint(texels, at * PAINT_TEXELS * 4, list, list.paints[at]!, first, 0, 0, 1);
  }
  texels.set(list.points.subarray(0, 2 * list.pointCount), 2 * first);
  writeParts(list, 0, parts, floats);
  return { texels, paints: list.size, parts };
}

/** Lets what a packed picture says of its own texels begin at another one. `data` has it there already. */
export function movePicture(
  data: Float32Array,
  start: number,
  { paints, parts }: PackedPicture,
  floats: number,
): void {
  for (let at = 0; at < paints; at++) {
    const to = (start + at * PAINT_TEXELS) * 4;
    data[to + 2]! += 2 * start;
    if (data[to + 4]! >= 0) data[to + 4]! += 2 * start;
  }
  for (let at = 0; at < parts.length; at += floats) parts[at]! += start;
}

/**
 * Writes what the shader has to know of a paint, `PAINT_TEXELS` texels.
 *
 * @param to index of the first float in `data`
 * @param points index of the list's first point, counted in points from the start of `data`
 * @param x centre of the rifff in device pixels
 * @param dpr device pixels per CSS pixel
 */
export function writePaint(
  data: Float32Array,
  to: number,
  list: PaintList,
  paint: Paint,
  points: number,
  x: number,
  y: number,
  dpr: number,
): void {
  const isHatched = paint.hatch >= 0;
  const isPart = paint.sectorTurns !== 0 || paint.dashes > 0 || list.clipTurns !== 0;
  const isCut = paint.isCut && list.phase >= 0;
  data[to] = x + paint.x * dpr;
  data[to + 1] = y + paint.y * dpr;
  data[to + 2] = points + paint.from;
  data[to + 3] = paint.count;
  data[to + 4] = paint.hole >= 0 ? points + paint.hole : -1;
  data[to + 5] = paint.inner * dpr;
  // Above 0 where there is more than an ink; 2²⁴ is the largest whole number that is kept.
  data[to + 6] = (isHatched || isPart ? 1 : -1) * (list.notchInk + 1);
  data[to + 7] = paint.turn;
  data[to + 8] = paint.ink;
  data[to + 9] = isCut ? Math.sin(list.phase * TAU) : 0;
  data[to + 10] = isCut ? -Math.cos(list.phase * TAU) : 0;
  data[to + 11] = isCut ? (list.notchWidth / 2) * dpr : NO_SLIT;
  data[to + 12] = paint.hatch;
  data[to + 13] = paint.hatchWidth * dpr;
  data[to + 14] = paint.hatchStep * dpr;
  data[to + 15] = (paint.isCut ? IS_CUT : 0) + (list.isClear ? IS_CLEAR : 0);
  data[to + 16] = paint.sectorFrom;
  data[to + 17] = paint.sectorTurns;
  data[to + 18] = paint.dashes;
  data[to + 19] = paint.dashShare;
  data[to + 20] = list.clipFrom;
  data[to + 21] = list.clipTurns;
  data[to + 22] = paint.x * dpr;
  data[to + 23] = paint.y * dpr;
}
