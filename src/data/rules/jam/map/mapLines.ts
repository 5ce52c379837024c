/** The line from a rifff to what was made of it, as it lies in a view: along rows, and across them at 45 degrees. Pure. */
import type { MapLayout } from './mapLayout.ts';
import { leftOf, type MapBox, type MapScale, type MapView, topOf } from './mapView.ts';

/** A line leaves a disc this far from its middle, as a share of its width, before it turns. */
const CLEAR = 0.5;

/**
 * Four points of a line, eight numbers of CSS pixels: begin, where it leaves its row, where it has reached the other, end.
 * It crosses rows at 45 degrees, steeper where there is no room for that. The WebGL host computes the same
 * (`scene/pixi/lineShader.ts`).
 *
 * @param late does it change its row at its end?
 */
export function linePoints(
  into: Float64Array,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  late: boolean,
  discPx: number,
): void {
  const clear = Math.min(CLEAR * discPx, (x1 - x0) / 4);
  const across = y0 === y1 ? 0 : Math.min(Math.abs(y1 - y0), Math.max(0, x1 - x0 - 2 * clear));
  const turn = y0 === y1 ? x0 : late ? x1 - clear - across : x0 + clear;
  into[0] = x0;
  into[1] = y0;
  into[2] = turn;
  into[3] = y0;
  into[4] = turn + across;
  into[5] = y1;
  into[6] = x1;
  into[7] = y1;
}

/** The line that ends at a place of a map, in a view. It must have a parent. */
export function lineInView(
  into: Float64Array,
  { parents, xs, rows, turnsLate }: MapLayout,
  place: number,
  view: MapView,
  box: MapBox,
  { discPx, lanePx }: MapScale,
): void {
  const parent = parents[place]!;
  linePoints(
    into,
    leftOf(view, box, xs[parent]!),
    topOf(view, box, lanePx, rows[parent]!),
    leftOf(view, box, xs[place]!),
    topOf(view, box, lanePx, rows[place]!),
    turnsLate[place] === 1,
    discPx,
  );
}
