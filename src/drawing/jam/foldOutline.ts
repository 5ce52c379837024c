/** An outline folded like a paper flower. An edge is a function of the angle, so a rose has no more points than a ring. */
import { createOutline, type PolarOutline } from '../polar.ts';

/** Parts of the turn that can be folded. */
const PARTS = 16;

const folds = new WeakMap<PolarOutline, Map<number, PolarOutline>>();

/** The first point at or behind a turn, but never the very first. */
function pointAt({ count, turns }: PolarOutline, turn: number): number {
  let at = 1;
  while (at < count - 1 && turns[at]! < turn) at += 1;
  return at;
}

/** Puts the place at `turn`, between two points of an outline, into another one. */
function putBetween(from: PolarOutline, turn: number, to: PolarOutline, at: number): void {
  const next = pointAt(from, turn);
  const step = from.turns[next]! - from.turns[next - 1]!;
  const share = step > 0 ? Math.min(1, Math.max(0, (turn - from.turns[next - 1]!) / step)) : 1;
  to.edge[at] = from.edge[next - 1]! + (from.edge[next]! - from.edge[next - 1]!) * share;
  to.away[at] = from.away[next - 1]! + (from.away[next]! - from.away[next - 1]!) * share;
}

/** Puts point `from` of the first piece also where point `to` is, at a turn. */
function repeat(folded: PolarOutline, from: number, to: number, turn: number): void {
  folded.edge[to] = folded.edge[from]!;
  folded.away[to] = folded.away[from]!;
  folded.turns[to] = turn;
  folded.x[to] = Math.sin(2 * Math.PI * turn);
  folded.y[to] = -Math.cos(2 * Math.PI * turn);
}

function fold(outline: PolarOutline, wedges: number, part: number): PolarOutline {
  const pieces = 2 * wedges;
  const share = 1 / pieces;
  const start = Math.min(part / PARTS, 1 - share);
  let first = 0;
  while (first < outline.count && outline.turns[first]! <= start) first += 1;
  let last = first;
  while (last < outline.count && outline.turns[last]! < start + share) last += 1;
  // With both ends, which stand between points of the outline.
  const length = last - first + 2;
  const folded = createOutline(pieces * length);
  putBetween(outline, start, folded, 0);
  for (let at = first; at < last; at++) {
    folded.edge[at - first + 1] = outline.edge[at]!;
    folded.away[at - first + 1] = outline.away[at]!;
  }
  putBetween(outline, start + share, folded, length - 1);
  // The first piece is written last: the others are copies of it.
  for (let piece = pieces - 1; piece >= 0; piece--) {
    for (let point = 0; point < length; point++) {
      const isMirrored = piece % 2 === 1;
      const from = isMirrored ? length - 1 - point : point;
      const isEnd = from === 0 || from === length - 1;
      const place = isEnd ? Number(from > 0) : (outline.turns[first + from - 1]! - start) / share;
      const turn = (piece + (isMirrored ? 1 - place : place)) * share;
      repeat(folded, from, piece * length + point, turn);
    }
  }
  return folded;
}

/**
 * An outline of one piece of another, mirrored again and again round the circle.
 *
 * @param wedges mirrored pairs, at least 2
 * @param part sixteenth of the turn that the piece begins with
 * @returns the same object for the same outline and numbers
 */
export function foldOutline(outline: PolarOutline, wedges: number, part: number): PolarOutline {
  const key = wedges * PARTS + part;
  let kept = folds.get(outline);
  if (!kept) {
    kept = new Map();
    folds.set(outline, kept);
  }
  let folded = kept.get(key);
  if (!folded) {
    folded = fold(outline, wedges, part);
    kept.set(key, folded);
  }
  return folded;
}
