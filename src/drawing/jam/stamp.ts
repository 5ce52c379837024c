/** Shapes beside a rifff's own in one list: another picture, straight lines, arcs. Nothing is allocated. */
import { copyFill, type Paint, type PaintList } from '../paintList.ts';
import { circleFor } from '../ringShapes.ts';

const TAU = 2 * Math.PI;
const pose = { base: 0, amplitude: 0, turn: 0 };

/** Points that a line has: its corners, the first again at the end. */
const LINE_POINTS = 5;

/**
 * Puts a copy of a picture into another one. The notch of `list` does not cut it.
 *
 * @param x centre of the copy from the centre of `list`, in CSS pixels
 */
export function stamp(list: PaintList, other: PaintList, x: number, y: number): void {
  list.reserve(other.pointCount);
  const shift = list.pointCount;
  for (let at = 0; at < 2 * other.pointCount; at++) {
    list.points[2 * shift + at] = other.points[at]!;
  }
  for (let at = 0; at < other.pointCount; at++) list.turns[shift + at] = other.turns[at]!;
  list.pointCount = shift + other.pointCount;
  for (let at = 0; at < other.size; at++) {
    const from = other.paints[at]!;
    const paint = list.fill(shift + from.from, from.ink, from.inner);
    paint.count = from.count;
    paint.hole = from.hole < 0 ? -1 : shift + from.hole;
    copyFill(paint, from);
    paint.x += x;
    paint.y += y;
    if (from.count > list.longest) list.longest = from.count;
  }
  list.extent = Math.max(list.extent, Math.hypot(x, y) + other.extent);
}

/**
 * A straight line for `lineOf`, in CSS pixels: its middle from the list's centre, half the way along it, and its width. As
 * arguments these numbers would be boxed, once for each of many lines.
 */
export const bar = new Float64Array(5);
export const [MIDDLE_X, MIDDLE_Y, HALF_X, HALF_Y, ACROSS] = [0, 1, 2, 3, 4] as const;

/** Adds a straight line between two points from the list's centre. All lengths in CSS pixels. */
export function line(
  list: PaintList,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  width: number,
  ink: number,
): void {
  bar[MIDDLE_X] = (x0 + x1) / 2;
  bar[MIDDLE_Y] = (y0 + y1) / 2;
  bar[HALF_X] = (x1 - x0) / 2;
  bar[HALF_Y] = (y1 - y0) / 2;
  bar[ACROSS] = width;
  lineOf(list, ink);
}

/** As `line`, of what is in `bar`, which stays. */
export function lineOf(list: PaintList, ink: number): void {
  const alongX = bar[HALF_X]!;
  const alongY = bar[HALF_Y]!;
  const width = bar[ACROSS]!;
  const half = Math.hypot(alongX, alongY);
  if (half < 0.005 || width <= 0) return;
  const acrossX = (-alongY / half / 2) * width;
  const acrossY = (alongX / half / 2) * width;
  list.reserve(LINE_POINTS);
  const from = list.pointCount;
  for (let at = 0; at < LINE_POINTS; at++) {
    const along = at === 1 || at === 2 ? 1 : -1;
    const across = at === 2 || at === 3 ? 1 : -1;
    const to = from + at;
    list.points[2 * to] = along * alongX + across * acrossX;
    list.points[2 * to + 1] = along * alongY + across * acrossY;
    list.turns[to] = at / (LINE_POINTS - 1);
  }
  list.pointCount = from + LINE_POINTS;
  const paint = list.fill(from, ink);
  paint.x = bar[MIDDLE_X]!;
  paint.y = bar[MIDDLE_Y]!;
  paint.turn = 0;
  list.extent = Math.max(list.extent, Math.hypot(paint.x, paint.y) + half + width);
}

/** A part of a circle for `partOf`, in turns: as arguments its numbers would be boxed, once for each of many pieces. */
export const sector = new Float64Array(2);
export const [FROM, TURNS] = [0, 1] as const;

/** Fills only a part of the circle of a band: two paints where it passes the top, which no band of a host may. */
export function part(list: PaintList, paint: Paint, from: number, turns: number): void {
  sector[FROM] = from;
  sector[TURNS] = turns;
  partOf(list, paint);
}

/** As `part`, of what is in `sector`, which stays. */
export function partOf(list: PaintList, paint: Paint): void {
  const share = Math.min(1, sector[TURNS]!);
  const { hole } = paint;
  const start = sector[FROM]! - Math.floor(sector[FROM]!);
  paint.sectorFrom = start;
  paint.sectorTurns = share;
  if (start + share <= 1) return;
  paint.sectorTurns = 1 - start;
  const rest = list.again(paint, paint.ink);
  rest.hole = hole;
  copyFill(rest, paint);
  rest.sectorFrom = 0;
  rest.sectorTurns = start + share - 1;
}

/** Adds a disc round a point from the list's centre. */
export function disc(
  list: PaintList,
  x: number,
  y: number,
  radius: number,
  ink: number,
  dpr: number,
): Paint {
  // Its points must not count as if they stood round the centre.
  const { extent } = list;
  pose.base = radius;
  const paint = list.fill(list.trace(circleFor(radius * dpr), pose, null), ink);
  paint.x = x;
  paint.y = y;
  list.extent = Math.max(extent, Math.hypot(x, y) + radius);
  return paint;
}

/** Adds a circle of a line's width round a point from the list's centre. */
export function hoop(
  list: PaintList,
  x: number,
  y: number,
  radius: number,
  width: number,
  ink: number,
  dpr: number,
): Paint {
  const paint = disc(list, x, y, radius, ink, dpr);
  paint.hole = list.traceHole(paint.from, Math.max(0, radius - width), paint.count);
  return paint;
}

/** Adds a piece of a circle round the list's centre. @param turns how long it is */
export function arc(
  list: PaintList,
  radius: number,
  width: number,
  from: number,
  turns: number,
  ink: number,
  dpr: number,
): void {
  part(list, hoop(list, 0, 0, radius + width / 2, width, ink, dpr), from, turns);
}

/** Place on a circle, x right and y down, by the turn from the top. */
export const turnX = (turn: number, radius: number) => Math.sin(turn * TAU) * radius;
export const turnY = (turn: number, radius: number) => -Math.cos(turn * TAU) * radius;
