/**
 * The knobs of a room as timed moves: a list that is the same for everyone who was told the same moves, in any order.
 * Where the knobs are at a moment follows from it alone (`drawing/jam/knobSlide.ts`).
 */
import type { KnobMove, Knobs, KnobTurns } from '../../contract/live.ts';
import { LOOK_KNOBS } from '../../contract/stageLooks.ts';

/** Moves are kept until they are so much older than the newest: longer than a look slides, and than a video takes along. */
export const MOVES_KEPT_MS = 120_000;
/** Two minutes of four moves a second are 480. More than that are of several people at once, and reach back less far. */
export const MOST_MOVES = 512;
/**
 * So much later than they were turned knobs are seen: until then the move has come to every stage on a usual network, so
 * all of them show the same at the same moment.
 */
export const KNOB_DELAY_MS = 250;

/** Knobs that were never turned. */
export const NO_TURNS: KnobTurns = { start: [], moves: [] };

/** Knobs after some of them were turned; null for one that was not turned yet. */
export function turned(before: Knobs, now: Knobs): Knobs {
  return Array.from({ length: LOOK_KNOBS }, (_, at) => now[at] ?? before[at] ?? null);
}

const textOf = ({ knobs }: KnobMove) => JSON.stringify(knobs);

/** Its place in a list; of moves at the same time the texts decide, so that all lists are alike. */
function isBefore(one: KnobMove, other: KnobMove): boolean {
  return one.atMs === other.atMs ? textOf(one) < textOf(other) : one.atMs < other.atMs;
}

/**
 * The moves with one more. What was told twice stands there once. Moves that are too old, or too many, become where the
 * knobs stood at the beginning; one that is older than what is kept changes nothing.
 */
export function addMove(turns: KnobTurns, move: KnobMove): KnobTurns {
  const { moves } = turns;
  const newest = Math.max(move.atMs, moves.at(-1)?.atMs ?? move.atMs);
  if (move.atMs < newest - MOVES_KEPT_MS) return turns;
  const at = moves.findLastIndex((one) => !isBefore(move, one)) + 1;
  const same = moves[at - 1];
  if (same && same.atMs === move.atMs && textOf(same) === textOf(move)) return turns;
  const all = moves.toSpliced(at, 0, move);
  const young = all.findIndex(({ atMs }) => atMs >= newest - MOVES_KEPT_MS);
  const from = Math.max(young, all.length - MOST_MOVES);
  if (from === 0) return { start: turns.start, moves: all };
  const start = all.slice(0, from).reduce((knobs, one) => turned(knobs, one.knobs), turns.start);
  return { start, moves: all.slice(from) };
}

/** Where each knob was turned to last, up to a moment of the moves; null for one that was not turned. */
export function knobsAt({ start, moves }: KnobTurns, atMs: number): Knobs {
  return moves.reduce(
    (knobs, move) => (move.atMs <= atMs ? turned(knobs, move.knobs) : knobs),
    turned([], start),
  );
}

/** Knobs that stand where they were at a moment, and do not move. */
export const standing = (turns: KnobTurns, atMs: number): KnobTurns => ({
  start: knobsAt(turns, atMs),
  moves: [],
});
