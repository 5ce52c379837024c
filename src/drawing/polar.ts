/**
 * Outlines of rings as polylines in polar form: what stays the same while a ring turns, swells and thickens. A radius
 * follows from each point when it is drawn: `base + amplitude · edge + away`.
 */
import { categoryOf } from '../data/contract/categories.ts';
import { moveOutline } from './dilate.ts';
import { edgeAt, edgePoints } from './knives.ts';
import type { RingPlace } from './layout.ts';
import type { RingModel } from './model.ts';
import { edgeRadius, ringCells, stepFor } from './outline.ts';

/** A closed outline. All arrays have `count` numbers; the first point stands at 0, the last at 1 turn. */
export interface PolarOutline {
  readonly count: number;
  /** Turns from twelve o'clock, clockwise, rising. */
  readonly turns: Float32Array;
  /** Sine and negative cosine of the angle: the way outwards, x right and y down. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** The ring's edge there, 0–1. */
  readonly edge: Float32Array;
  /** CSS pixels outwards from the edge; negative inwards. */
  readonly away: Float32Array;
}

/** Largest distance in pixels between a chord and what it stands for. */
const TOLERANCE_PX = 0.08;
const TAU = 2 * Math.PI;

/** An outline of so many points, all of them 0. */
export function createOutline(count: number): PolarOutline {
  const numbers = () => new Float32Array(count);
  return {
    count,
    turns: numbers(),
    x: numbers(),
    y: numbers(),
    edge: numbers(),
    away: numbers(),
  };
}

function put(outline: PolarOutline, at: number, turn: number, edge: number, away: number): void {
  outline.turns[at] = turn;
  outline.x[at] = Math.sin(turn * TAU);
  outline.y[at] = -Math.cos(turn * TAU);
  outline.edge[at] = edge;
  outline.away[at] = away;
}

/** A circle: edge 1 everywhere, to be drawn with an amplitude of 0. @param radiusPx in device pixels */
export function circleOutline(radiusPx: number): PolarOutline {
  const count = 1 + Math.max(12, Math.ceil(1 / stepFor(radiusPx, TOLERANCE_PX)));
  const outline = createOutline(count);
  for (let at = 0; at < count; at++) put(outline, at, at / (count - 1), 1, 0);
  return outline;
}

/** The edge of a ring, exact, with both ends of every radial cut. @param dpr device pixels per CSS pixel */
export function edgeOutline(ring: RingModel, place: RingPlace, dpr: number): PolarOutline {
  const { knife } = categoryOf(ring.category);
  const points = edgePoints(
    knife,
    ringCells(ring, place),
    stepFor(place.outer * dpr, TOLERANCE_PX),
  );
  const outline = createOutline(points.length / 2);
  for (let at = 0; at < outline.count; at++) {
    put(outline, at, points[2 * at]!, points[2 * at + 1]!, 0);
  }
  return outline;
}

/** Samples round a ring of so many device pixels, fine enough to be offset. */
function sampleCount(radiusPx: number): number {
  if (radiusPx <= 36) return 256;
  if (radiusPx <= 76) return 512;
  return radiusPx <= 150 ? 1024 : 2048;
}

const TAKEN = new Uint8Array(2049);
const STACK = new Int32Array(8192);
/** Where the samples lie. */
const X = new Float64Array(2049);
const Y = new Float64Array(2049);

/**
 * Marks the samples that a polyline needs (Douglas and Peucker 1973) in `TAKEN`.
 *
 * @param radii radii at equal angles, the first again at the end
 * @returns how many
 */
function simplify(radii: Float32Array, tolerance: number): number {
  const last = radii.length - 1;
  TAKEN.fill(0, 0, last + 1);
  for (let at = 0; at <= last; at++) {
    const angle = (at / last) * TAU;
    X[at] = radii[at]! * Math.cos(angle);
    Y[at] = radii[at]! * Math.sin(angle);
  }
  // Quarters first: a chord across the whole circle has no sides.
  let count = 0;
  let depth = 0;
  for (let part = 0; part <= 8; part++) {
    TAKEN[Math.round((part * last) / 8)] = 1;
    count += 1;
    if (part === 8) break;
    STACK[depth++] = Math.round((part * last) / 8);
    STACK[depth++] = Math.round(((part + 1) * last) / 8);
  }
  while (depth > 0) {
    const to = STACK[--depth]!;
    const from = STACK[--depth]!;
    const farthest = farthestBetween(from, to, tolerance);
    if (farthest < 0) continue;
    TAKEN[farthest] = 1;
    count += 1;
    STACK[depth++] = from;
    STACK[depth++] = farthest;
    STACK[depth++] = farthest;
    STACK[depth++] = to;
  }
  return count;
}

/** The sample farthest from the chord between two others, or −1 where all are within `tolerance`. */
function farthestBetween(from: number, to: number, tolerance: number): number {
  const x0 = X[from]!;
  const y0 = Y[from]!;
  const across = X[to]! - x0;
  const down = Y[to]! - y0;
  const long = Math.sqrt(across * across + down * down) || 1e-9;
  let most = tolerance * long;
  let farthest = -1;
  for (let at = from + 1; at < to; at++) {
    const far = Math.abs((X[at]! - x0) * down - (Y[at]! - y0) * across);
    if (far > most) {
      most = far;
      farthest = at;
    }
  }
  return farthest;
}

/** What an outline may not pass: the edge of the ring outside. */
export interface OutlineLimit {
  readonly ring: RingModel;
  readonly place: RingPlace;
}

/**
 * The outline of a ring grown (or, below 0, shrunk) by a distance, the same everywhere (the look, section 3.5).
 *
 * @param distancePx CSS pixels; not 0
 * @param dpr device pixels per CSS pixel
 * @param limit where it is given, the outline ends at that ring's edge
 */
export function offsetOutline(
  ring: RingModel,
  place: RingPlace,
  distancePx: number,
  dpr: number,
  limit?: OutlineLimit,
): PolarOutline {
  const { knife } = categoryOf(ring.category);
  const cells = ringCells(ring, place);
  const count = sampleCount(place.outer * dpr);
  const grown = new Float32Array(count + 1);
  const points = edgePoints(knife, cells, stepFor(place.outer * dpr, TOLERANCE_PX));
  for (let at = 1; at < points.length; at += 2) {
    points[at] = Math.max(0.5, edgeRadius(place, points[at]!));
  }
  moveOutline(points, distancePx, grown.subarray(0, count));
  if (limit) limitTo(limit, grown, count);
  grown[count] = grown[0]!;
  const outline = createOutline(simplify(grown, TOLERANCE_PX / dpr));
  const base = place.outer - place.amplitude;
  let to = 0;
  for (let at = 0; at <= count; at++) {
    if (TAKEN[at] === 0) continue;
    // The edge that this place belongs to: what swells and thickens with it.
    const own = (grown[at]! - distancePx - base) / Math.max(1e-6, place.amplitude);
    const edge = Math.min(1, Math.max(0, own));
    put(outline, to, at / count, edge, grown[at]! - base - place.amplitude * edge);
    to += 1;
  }
  return outline;
}

function limitTo({ ring, place }: OutlineLimit, grown: Float32Array, count: number): void {
  const { knife } = categoryOf(ring.category);
  const cells = ringCells(ring, place);
  for (let at = 0; at < count; at++) {
    grown[at] = Math.min(grown[at]!, edgeRadius(place, edgeAt(knife, cells, at / count)));
  }
}
