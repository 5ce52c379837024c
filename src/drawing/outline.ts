/** Outlines of rings as polygons, for hosts without a shader: SVG glyphs and the server's pictures. */
import { categoryOf } from '../data/contract/categories.ts';
import { edgePoints, poolCells } from './knives.ts';
import type { RingPlace } from './layout.ts';
import type { RingModel } from './model.ts';

/** Largest distance in pixels between a chord of the polygon and the arc that it stands for. */
const SAGITTA_PX = 0.06;

/** Radius of the edge `v` (0–1, up to 1.18 behind the notch) of a ring. */
export function edgeRadius(place: Pick<RingPlace, 'outer' | 'amplitude'>, v: number): number {
  return place.outer - place.amplitude * (1 - v);
}

/** Longest step in turns whose chord stays on an arc of so many pixels, but for `sagittaPx`. */
export function stepFor(radiusPx: number, sagittaPx = SAGITTA_PX): number {
  return Math.acos(Math.max(0, 1 - sagittaPx / Math.max(radiusPx, 1))) / Math.PI;
}

/** The cells of a ring as its place asks for them. */
export function ringCells(
  ring: RingModel,
  place: Pick<RingPlace, 'cells' | 'mostCells'>,
): Float32Array {
  const { knife } = categoryOf(ring.category);
  return poolCells(ring.peaks, ring.repeats, knife, place.cells, place.mostCells);
}

/**
 * The outline of a ring round (0, 0): x, y, x, y … clockwise from twelve o'clock, y down.
 *
 * @param cells cells of the ring (`ringCells`)
 */
export function ringPolygon(
  ring: RingModel,
  place: RingPlace,
  cells: Float32Array = ringCells(ring, place),
): number[] {
  const points = edgePoints(categoryOf(ring.category).knife, cells, stepFor(place.outer));
  for (let at = 0; at < points.length; at += 2) {
    const angle = points[at]! * 2 * Math.PI;
    const radius = edgeRadius(place, points[at + 1]!);
    points[at] = Math.sin(angle) * radius;
    points[at + 1] = -Math.cos(angle) * radius;
  }
  return points;
}

/** A polygon as the `d` of an SVG path, one decimal. */
export function polygonPath(points: readonly number[]): string {
  let path = '';
  let last = '';
  for (let at = 0; at < points.length; at += 2) {
    const pair = `${Math.round(points[at]! * 10) / 10} ${Math.round(points[at + 1]! * 10) / 10}`;
    if (pair !== last) path += `${path ? 'L' : 'M'}${pair}`;
    last = pair;
  }
  return path ? `${path}Z` : '';
}
