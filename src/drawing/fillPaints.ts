/** Fills paints into pixels without a browser: what the server and tests measure, and tests look at. */
import type { Paint, PaintList } from './paintList.ts';

const TAU = 2 * Math.PI;
const fraction = (x: number) => x - Math.floor(x);

/** Is a place, from the paint's centre, in the part of the circle that is filled? */
function isInPart(
  { dashes, dashShare, turn, sectorFrom, sectorTurns }: Paint,
  x: number,
  y: number,
) {
  const at = fraction(Math.atan2(x, -y) / TAU);
  if (dashes > 0 && fraction(fraction(at - turn) * dashes) > dashShare) return false;
  if (sectorTurns === 0) return true;
  const isIn = fraction(at - sectorFrom) < Math.abs(sectorTurns);
  return isIn === sectorTurns > 0;
}

/** x of every crossing of each row with a closed polygon: of the middle of row `at`, `(at + 0.5) / perPx - top`. */
function cross(
  rows: number[][],
  points: Float32Array,
  from: number,
  count: number,
  top: number,
  perPx: number,
): void {
  for (let at = 0; at < count; at++) {
    const a = 2 * (from + at);
    const b = 2 * (from + ((at + 1) % count));
    const [y0, y1] = [points[a + 1]!, points[b + 1]!];
    if (y0 === y1) continue;
    const first = Math.max(0, Math.ceil((Math.min(y0, y1) + top) * perPx - 0.5));
    const last = Math.min(rows.length, Math.ceil((Math.max(y0, y1) + top) * perPx - 0.5));
    for (let row = first; row < last; row++) {
      const y = (row + 0.5) / perPx - top;
      rows[row]!.push(points[a]! + ((y - y0) / (y1 - y0)) * (points[b]! - points[a]!));
    }
  }
}

interface Crossing {
  readonly x: number;
  /** Downwards or upwards. */
  readonly way: 1 | -1;
}

/**
 * As `cross`, of a band: its hole goes the other way round, so that a band that folds over itself is filled chord by chord,
 * as every host does it.
 */
function crossBand(
  rows: number[][],
  points: Float32Array,
  { from, hole, count }: Paint,
  top: number,
  perPx: number,
): void {
  const crossings: Crossing[][] = rows.map(() => []);
  for (const first of [from, hole]) {
    for (let at = 0; at < count; at++) {
      const one = first + at;
      const other = first + ((at + 1) % count);
      const [y0, y1] = [points[2 * one + 1]!, points[2 * other + 1]!];
      const low = Math.max(0, Math.ceil((Math.min(y0, y1) + top) * perPx - 0.5));
      const high = Math.min(rows.length, Math.ceil((Math.max(y0, y1) + top) * perPx - 0.5));
      const way = y1 > y0 === (first === from) ? 1 : -1;
      for (let row = low; row < high; row++) {
        const y = (row + 0.5) / perPx - top;
        const x0 = points[2 * one]!;
        crossings[row]!.push({ x: x0 + ((y - y0) / (y1 - y0)) * (points[2 * other]! - x0), way });
      }
    }
  }
  crossings.forEach((all, row) => {
    let turns = 0;
    for (const { x, way } of all.sort((a, b) => a.x - b.x)) {
      if (turns === 0) rows[row]!.push(x);
      turns += way;
      if (turns === 0) rows[row]!.push(x);
    }
  });
}

/** Hatching is at least so many pixels wide, or it is seen as one shade. */
const LEAST_HATCH_PX = 4;

const linear = (value: number) =>
  value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
const stored = (light: number) =>
  Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));

/** The shade of fine hatching: the mean light of its lines and what is between them. */
function hatchShade({ ink, hatch, hatchWidth, hatchStep }: Paint): number {
  const share = Math.min(1, (hatchWidth * Math.SQRT2) / hatchStep);
  const channel = (shift: number) => {
    const [from, to] = [linear((ink >> shift) & 255), linear((hatch >> shift) & 255)];
    return stored(from + (to - from) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** Crossings of one row, in their order; there are few of them. */
function order(row: number[]): void {
  for (let at = 1; at < row.length; at++) {
    const value = row[at]!;
    let to = at;
    for (; to > 0 && row[to - 1]! > value; to--) row[to] = row[to - 1]!;
    row[to] = value;
  }
}

/** Kept from picture to picture. */
const rows: number[][] = [];

/**
 * Fills a list, one sample a pixel; hatching that is too fine for that as one shade.
 *
 * @param pixels `0xRRGGBB` each, row after row
 * @param centreX of the list, in CSS pixels from the left edge
 * @param perPx pixels per CSS pixel
 */
export function fillPaints(
  pixels: Uint32Array,
  width: number,
  list: PaintList,
  centreX: number,
  centreY: number,
  perPx: number,
): void {
  const height = pixels.length / width;
  const alongX = Math.sin(list.phase * TAU);
  const alongY = -Math.cos(list.phase * TAU);
  while (rows.length < height) rows.push([]);
  rows.length = height;
  for (let index = 0; index < list.size; index++) {
    const paint = list.paints[index]!;
    const isFine = paint.hatch >= 0 && paint.hatchStep * perPx < LEAST_HATCH_PX;
    const isHatched = paint.hatch >= 0 && !isFine;
    const isPart = paint.dashes > 0 || paint.sectorTurns !== 0;
    const isNotched = paint.isCut && list.phase >= 0;
    const plain = isFine ? hatchShade(paint) : paint.ink;
    const top = centreY + paint.y;
    if (paint.hole >= 0) crossBand(rows, list.points, paint, top, perPx);
    else cross(rows, list.points, paint.from, paint.count, top, perPx);
    for (let py = 0; py < height; py++) {
      const row = rows[py]!;
      if (row.length === 0) continue;
      const y = (py + 0.5) / perPx - top;
      order(row);
      for (let at = 0; at + 1 < row.length; at += 2) {
        const shift = centreX + paint.x;
        const first = Math.max(0, Math.ceil((row[at]! + shift) * perPx - 0.5));
        const last = Math.min(width - 1, Math.ceil((row[at + 1]! + shift) * perPx - 0.5) - 1);
        if (!isPart && !isNotched && !isHatched) {
          if (last >= first) pixels.fill(plain, py * width + first, py * width + last + 1);
          continue;
        }
        for (let px = first; px <= last; px++) {
          const x = (px + 0.5) / perPx - shift;
          if (isPart && !isInPart(paint, x, y)) continue;
          const isNotch =
            isNotched &&
            x * alongX + y * alongY > 0 &&
            Math.abs(x * alongY - y * alongX) < list.notchWidth / 2;
          let ink = isNotch ? list.notchInk : plain;
          if (!isNotch && isHatched) {
            const step = paint.hatchStep;
            const far = Math.abs(((((x - y) % step) + step) % step) - step / 2) * Math.SQRT1_2;
            if (far < paint.hatchWidth / 2) ink = paint.hatch;
          }
          pixels[py * width + px] = ink;
        }
      }
      row.length = 0;
    }
  }
}
