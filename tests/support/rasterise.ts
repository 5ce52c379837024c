/** Fills paints into pixels without a browser: for measuring luminance, and for looking at compositions. */
import type { Paint, PaintList } from '../../src/drawing/paintList.ts';
import { TOKENS } from '../../src/drawing/tokens.ts';

const TAU = 2 * Math.PI;
const GROUND = Number.parseInt(TOKENS.ground.slice(1), 16);
const fraction = (x: number) => x - Math.floor(x);

/** Is a place, from the paint's centre, in the part of the circle that is filled? */
function isInPart(
  { dashes, dashShare, turn, sectorFrom, sectorTurns }: Paint,
  x: number,
  y: number,
) {
  if (dashes === 0 && sectorTurns === 0) return true;
  const at = fraction(Math.atan2(x, -y) / TAU);
  if (dashes > 0 && fraction(fraction(at - turn) * dashes) > dashShare) return false;
  if (sectorTurns === 0) return true;
  const isIn = fraction(at - sectorFrom) < Math.abs(sectorTurns);
  return isIn === sectorTurns > 0;
}

/** x of every crossing of a row with a closed polygon. */
function crossings(
  points: Float32Array,
  from: number,
  count: number,
  y: number,
  to: number[],
): void {
  for (let at = 0; at < count; at++) {
    const a = 2 * (from + at);
    const b = 2 * (from + ((at + 1) % count));
    const [y0, y1] = [points[a + 1]!, points[b + 1]!];
    if (y0 > y === y1 > y) continue;
    to.push(points[a]! + ((y - y0) / (y1 - y0)) * (points[b]! - points[a]!));
  }
}

/**
 * Fills a list, one sample a pixel.
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
  const row: number[] = [];
  for (let index = 0; index < list.size; index++) {
    const paint = list.paints[index]!;
    for (let py = 0; py < height; py++) {
      const y = (py + 0.5) / perPx - centreY - paint.y;
      row.length = 0;
      crossings(list.points, paint.from, paint.count, y, row);
      if (row.length === 0) continue;
      if (paint.hole >= 0) crossings(list.points, paint.hole, paint.count, y, row);
      row.sort((a, b) => a - b);
      for (let at = 0; at + 1 < row.length; at += 2) {
        const shift = centreX + paint.x;
        const first = Math.max(0, Math.ceil((row[at]! + shift) * perPx - 0.5));
        const last = Math.min(width - 1, Math.ceil((row[at + 1]! + shift) * perPx - 0.5) - 1);
        for (let px = first; px <= last; px++) {
          const x = (px + 0.5) / perPx - shift;
          if (!isInPart(paint, x, y)) continue;
          const isNotch =
            paint.isCut &&
            list.phase >= 0 &&
            x * alongX + y * alongY > 0 &&
            Math.abs(x * alongY - y * alongX) < list.notchWidth / 2;
          let ink = isNotch ? GROUND : paint.ink;
          if (!isNotch && paint.hatch >= 0) {
            const step = paint.hatchStep;
            const far = Math.abs(((((x - y) % step) + step) % step) - step / 2) * Math.SQRT1_2;
            if (far < paint.hatchWidth / 2) ink = paint.hatch;
          }
          pixels[py * width + px] = ink;
        }
      }
    }
  }
}
