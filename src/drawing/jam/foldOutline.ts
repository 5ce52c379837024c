/** An outline folded like a paper flower. An edge is a function of the angle, so a rose has no more points than a ring. */
import type { PolarOutline } from '../polar.ts';

/** Parts of the turn that can be folded. */
const PARTS = 16;

const folds = new WeakMap<PolarOutline, Map<number, PolarOutline>>();

/** Points of an outline from a turn on, over a share of the circle: with both ends, which are put between its own. */
function cutOut({ count, turns, edge, away }: PolarOutline, from: number, share: number) {
  const points: [turn: number, edge: number, away: number][] = [];
  const between = (turn: number): [number, number, number] => {
    let at = 1;
    while (at < count - 1 && turns[at]! < turn) at += 1;
    const step = turns[at]! - turns[at - 1]!;
    const part = step > 0 ? Math.min(1, Math.max(0, (turn - turns[at - 1]!) / step)) : 1;
    const mix = (of: Float32Array) => of[at - 1]! + (of[at]! - of[at - 1]!) * part;
    return [turn, mix(edge), mix(away)];
  };
  points.push(between(from));
  for (let at = 0; at < count; at++) {
    if (turns[at]! > from && turns[at]! < from + share) {
      points.push([turns[at]!, edge[at]!, away[at]!]);
    }
  }
  points.push(between(from + share));
  return points.map(([turn, ...rest]) => [(turn - from) / share, ...rest] as const);
}

/**
 * An outline folded like a paper flower: one piece of it, mirrored again and again round the circle.
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
  const known = kept.get(key);
  if (known) return known;
  const pieces = 2 * wedges;
  const share = 1 / pieces;
  const piece = cutOut(outline, Math.min(part / PARTS, 1 - share), share);
  const count = pieces * piece.length;
  const numbers = () => new Float32Array(count);
  const folded = {
    count,
    turns: numbers(),
    x: numbers(),
    y: numbers(),
    edge: numbers(),
    away: numbers(),
  };
  for (let at = 0; at < pieces; at++) {
    const isMirrored = at % 2 === 1;
    for (let point = 0; point < piece.length; point++) {
      const [place, edge, away] = piece[isMirrored ? piece.length - 1 - point : point]!;
      const to = at * piece.length + point;
      const turn = (at + (isMirrored ? 1 - place : place)) * share;
      folded.turns[to] = turn;
      folded.x[to] = Math.sin(2 * Math.PI * turn);
      folded.y[to] = -Math.cos(2 * Math.PI * turn);
      folded.edge[to] = edge;
      folded.away[to] = away;
    }
  }
  kept.set(key, folded);
  return folded;
}
