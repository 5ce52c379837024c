/** What part of a map is seen, how large things are there, and where a point of the map is in its box. Pure. */
import type { MapLayout } from './mapLayout.ts';

/** The box that a map fills, in CSS pixels. */
export interface MapBox {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What is seen: the point of the map in the middle of the box, in steps and rows, and pixels for a step. */
export interface MapView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Sizes in a view, in CSS pixels. */
export interface MapScale {
  readonly discPx: number;
  /** From a row to the next. */
  readonly lanePx: number;
}

type Ends = Pick<MapLayout, 'length' | 'rowCount'>;

/** Left free at the left and right of the whole map, and for the times under it. */
export const SIDE_PX = 56;
export const FOOT_PX = 24;
/** From here on a disc has its number under it, and from there on its maker too, in CSS pixels. */
export const TITLE_FROM_PX = 56;
export const MAKER_FROM_PX = 84;
/** Above the first row and under the last. */
const HEAD_PX = 10;
/** A disc takes this share of a step. */
const DISC_SHARE = 0.72;
const LEAST_DISC_PX = 4;
/** Rows of a map that is seen whole. */
const REST_LANE_PX = 48;
const LEAST_LANE_PX = 5;
/** A row is this many discs high. */
const LANE_SHARE = 1.3;
/** A disc that stands alone in its box. */
const LARGEST_DISC_PX = 320;
/** Discs of a map that has just been opened: as large as those of other lists, smaller where all rows are seen then. */
const REST_DISC_PX = 40;
const LEAST_REST_DISC_PX = 22;

/** Height for rows. */
const roomPx = ({ heightPx }: MapBox) => Math.max(40, heightPx - FOOT_PX - 2 * HEAD_PX);

/** The middle of the rows, from the top of the box. */
export const middleOf = (box: MapBox) => HEAD_PX + roomPx(box) / 2;

/** How large discs and rows are at a zoom. */
export function scaleAt(zoom: number, rowCount: number, box: MapBox): MapScale {
  const most = Math.max(24, Math.min(LARGEST_DISC_PX, 0.62 * roomPx(box), 0.62 * box.widthPx));
  const discPx = Math.min(most, Math.max(LEAST_DISC_PX, zoom * DISC_SHARE));
  const fitPx = Math.min(REST_LANE_PX, roomPx(box) / Math.max(1, rowCount));
  return { discPx, lanePx: Math.max(LEAST_LANE_PX, fitPx, discPx * LANE_SHARE) };
}

/** Zoom of a map that has just been opened, in pixels for a step. */
export function restZoom(rowCount: number, box: MapBox): number {
  const fitPx = roomPx(box) / Math.max(1, rowCount) / LANE_SHARE;
  const discPx = fitPx < LEAST_REST_DISC_PX ? REST_DISC_PX : Math.min(REST_DISC_PX, fitPx);
  return discPx / DISC_SHARE;
}

/** Zooms from the whole map to one rifff: the least and the most, in pixels for a step. */
export function zoomLimits({ length, rowCount }: Ends, box: MapBox): readonly [number, number] {
  const most = scaleAt(Number.MAX_VALUE, 1, box).discPx / DISC_SHARE;
  const whole = (box.widthPx - 2 * SIDE_PX) / Math.max(1, length);
  return [Math.min(Math.max(whole, 0.001), restZoom(rowCount, box)), most];
}

/** A number between two, or halfway where they are the wrong way round. */
const between = (least: number, value: number, most: number) =>
  least > most ? (least + most) / 2 : Math.min(most, Math.max(least, value));

/** The nearest view that is allowed: no further in or out than the limits, and never beyond the ends of the map. */
export function limitView(view: MapView, layout: Ends, box: MapBox): MapView {
  const [least, most] = zoomLimits(layout, box);
  const zoom = between(least, Number.isFinite(view.zoom) ? view.zoom : least, most);
  const { lanePx } = scaleAt(zoom, layout.rowCount, box);
  const across = Math.max(0, box.widthPx / 2 - SIDE_PX) / zoom;
  const down = Math.max(0, roomPx(box) / 2 / lanePx - 0.5);
  return {
    zoom,
    x: between(across, view.x, layout.length - across),
    y: between(down, view.y, layout.rowCount - 1 - down),
  };
}

/** All of the map. */
export function wholeView(layout: Ends, box: MapBox): MapView {
  const [zoom] = zoomLimits(layout, box);
  return limitView({ x: layout.length / 2, y: (layout.rowCount - 1) / 2, zoom }, layout, box);
}

/** Moved by pixels to the right and down, as a finger drags it. */
export function panView(
  view: MapView,
  rightPx: number,
  downPx: number,
  layout: Ends,
  box: MapBox,
): MapView {
  const { lanePx } = scaleAt(view.zoom, layout.rowCount, box);
  const moved = { ...view, x: view.x - rightPx / view.zoom, y: view.y - downPx / lanePx };
  return limitView(moved, layout, box);
}

/**
 * Nearer by a factor above 1, further by one below, round a point of the box that stays where it is as long as the ends of
 * the map allow.
 *
 * @param atX from the left of the box, in CSS pixels
 */
export function zoomView(
  view: MapView,
  factor: number,
  atX: number,
  atY: number,
  layout: Ends,
  box: MapBox,
): MapView {
  const [least, most] = zoomLimits(layout, box);
  const zoom = between(least, view.zoom * factor, most);
  const rightPx = atX - box.widthPx / 2;
  const downPx = atY - middleOf(box);
  const before = scaleAt(view.zoom, layout.rowCount, box).lanePx;
  const after = scaleAt(zoom, layout.rowCount, box).lanePx;
  const moved = {
    zoom,
    x: view.x + rightPx / view.zoom - rightPx / zoom,
    y: view.y + downPx / before - downPx / after,
  };
  return limitView(moved, layout, box);
}

/** Where a point of the map is seen, in CSS pixels from the left and the top of the box. */
export const leftOf = (view: MapView, box: MapBox, x: number) =>
  (x - view.x) * view.zoom + box.widthPx / 2;
export const topOf = (view: MapView, box: MapBox, lanePx: number, row: number) =>
  (row - view.y) * lanePx + middleOf(box);

/** A view between two, of a flight: by equal ratios in zoom and with equal steps on the screen. @param share 0–1 */
export function viewBetween(from: MapView, to: MapView, share: number): MapView {
  const zoom = from.zoom * (to.zoom / from.zoom) ** share;
  // The place moves as the zoom has got on, so that what is left and what is reached pass at one speed.
  const span = 1 / to.zoom - 1 / from.zoom;
  const moved = Math.abs(span) < 1e-9 ? share : (1 / zoom - 1 / from.zoom) / span;
  return {
    zoom,
    x: from.x + (to.x - from.x) * moved,
    y: from.y + (to.y - from.y) * share,
  };
}
