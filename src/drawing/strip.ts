/** A ring laid flat: the same knife over one turn from left to right, for lanes and the pool. */
import { categoryOf } from '../data/contract/categories.ts';
import { edgePoints } from './knives.ts';
import { gainWeight } from './layout.ts';
import type { RingModel } from './model.ts';
import { ringCells } from './outline.ts';

/** Share of a strip's height below the lowest edge. */
const FLOOR = 0.42;
/** Narrowest cell of a strip in pixels. */
const NARROWEST_CELL_PX = 1.6;

/** Share of a row that a strip fills, by linear gain (the weight of 1.5 fills it). */
export function stripFill(gain: number): number {
  return Math.min(1, Math.max(0.2, gainWeight(gain) / 1.5));
}

/** Height of an edge `v` (0–1) as a share of the strip's own height. */
export function stripHeight(v: number): number {
  return FLOOR + (1 - FLOOR) * v;
}

/**
 * The outline of a ring laid flat as a closed polygon: x, y, x, y …, from the lower left, y down, inside a
 * box of `widthPx` × `heightPx`.
 *
 * @param gain linear gain that the height shows; leave out for the ring's own
 */
export function stripPolygon(
  ring: RingModel,
  widthPx: number,
  heightPx: number,
  gain = ring.gain,
): number[] {
  const category = categoryOf(ring.category);
  let count = category.cells;
  while (count > 8 && widthPx / count < NARROWEST_CELL_PX) count /= 2;
  const points = edgePoints(
    category.knife,
    ringCells(ring, { cells: count, mostCells: count * 4 }),
    1 / Math.max(8, widthPx),
  );
  const height = heightPx * stripFill(gain);
  for (let at = 0; at < points.length; at += 2) {
    points[at] = points[at]! * widthPx;
    points[at + 1] = heightPx - height * stripHeight(points[at + 1]!);
  }
  return [0, heightPx, ...points, widthPx, heightPx];
}

/**
 * The part of a strip polygon (`stripPolygon`) between two places, closed along its foot.
 *
 * @returns x, y, x, y …; empty where the part has no width
 */
export function stripPart(points: readonly number[], fromPx: number, toPx: number): number[] {
  const foot = points[1]!;
  if (toPx <= fromPx) return [];
  const part = [fromPx, foot];
  for (let at = 2; at + 5 < points.length; at += 2) {
    const [x0, y0, x1, y1] = [points[at]!, points[at + 1]!, points[at + 2]!, points[at + 3]!];
    // Radial jumps need nothing of their own: the pieces on both sides end and begin there.
    if (x1 <= x0 || x1 <= fromPx || x0 >= toPx) continue;
    const from = Math.max(x0, fromPx);
    const to = Math.min(x1, toPx);
    const slope = (y1 - y0) / (x1 - x0);
    part.push(from, y0 + slope * (from - x0), to, y0 + slope * (to - x0));
  }
  part.push(toPx, foot);
  return part;
}
