/** What of a map is in a view: found in the order of time, without looking at all of it. Pure. */
import type { MapLayout } from './mapLayout.ts';
import { leftOf, type MapBox, type MapView, scaleAt, topOf } from './mapView.ts';

/** The first place that stands at or after a point of time. */
export function placeFrom(xs: Float32Array, x: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (xs[middle]! < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Places in the width of a view and a margin round it: from the first to before the last. */
export function placesIn(
  { xs }: Pick<MapLayout, 'xs'>,
  view: MapView,
  box: MapBox,
  marginPx: number,
): readonly [number, number] {
  const half = (box.widthPx / 2 + marginPx) / view.zoom;
  return [placeFrom(xs, view.x - half), placeFrom(xs, view.x + half)];
}

/** Places in one block of `EdgeReach`. */
const BLOCK = 64;

/** Finds the lines that cross a part of time, also those of which both ends lie outside it. */
export class EdgeReach {
  private readonly parents: Int32Array;
  /** Of each block the earliest parent. */
  private readonly earliest: Int32Array;

  constructor(parents: Int32Array) {
    this.parents = parents;
    this.earliest = new Int32Array(Math.ceil(parents.length / BLOCK)).fill(parents.length);
    parents.forEach((parent, place) => {
      const block = Math.floor(place / BLOCK);
      if (parent >= 0 && parent < this.earliest[block]!) this.earliest[block] = parent;
    });
  }

  /** Calls with the place at the end of each line that is anywhere between two places, in the order of time. */
  each(first: number, end: number, call: (place: number) => void): void {
    const { parents, earliest } = this;
    let place = first;
    while (place < parents.length) {
      if (place % BLOCK === 0 && earliest[place / BLOCK]! >= end) {
        place += BLOCK;
        continue;
      }
      const parent = parents[place]!;
      if (parent >= 0 && parent < end) call(place);
      place += 1;
    }
  }
}

/**
 * The disc at a point of the box, the nearest of several; −1 for none.
 *
 * @param reachPx how far beside a small disc a finger or a mouse still means it, from its middle
 */
export function discAt(
  layout: MapLayout,
  view: MapView,
  box: MapBox,
  atX: number,
  atY: number,
  reachPx: number,
): number {
  const { discPx, lanePx } = scaleAt(view.zoom, layout.rowCount, box);
  const radius = Math.max(discPx / 2, reachPx);
  const x = view.x + (atX - box.widthPx / 2) / view.zoom;
  const from = placeFrom(layout.xs, x - radius / view.zoom);
  let found = -1;
  let nearest = radius;
  for (let place = from; place < layout.xs.length; place += 1) {
    const across = leftOf(view, box, layout.xs[place]!) - atX;
    if (across > radius) break;
    const far = Math.hypot(across, topOf(view, box, lanePx, layout.rows[place]!) - atY);
    if (far > nearest) continue;
    nearest = far;
    found = place;
  }
  return found;
}
