import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KnobMove } from '../../contract/live.ts';
import { addMove, knobsAt, MOST_MOVES, MOVES_KEPT_MS, NO_TURNS, standing } from './knobTurns.ts';

const knobs = fc.array(fc.option(fc.nat({ max: 1000 }).map((share) => share / 1000)), {
  minLength: 8,
  maxLength: 8,
});
/** Moves within a minute, many of them at the same time. */
const moves: fc.Arbitrary<KnobMove[]> = fc.array(
  fc.record({ atMs: fc.nat({ max: 60 }).map((sec) => 1.8e12 + 1000 * sec), knobs }),
  { maxLength: 40 },
);
const listOf = (all: readonly KnobMove[]) =>
  all.reduce((turns, one) => addMove(turns, one), NO_TURNS);

test('whoever was told the same moves, in whatever order and however often, has the same list', () => {
  const mixed = moves.chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length }),
    ),
  );
  fc.assert(
    fc.property(mixed, ([all, told]) => {
      expect(listOf(told)).toEqual(listOf(all));
    }),
  );
});

test('one who is given what was kept, and the moves since then, has the list of one who was there', () => {
  fc.assert(
    fc.property(moves, fc.nat({ max: 40 }), (all, cut) => {
      const sorted = all.toSorted((a, b) => a.atMs - b.atMs);
      const kept = listOf(sorted.slice(0, cut));
      const late = sorted.slice(cut).reduce((turns, one) => addMove(turns, one), kept);
      expect(late).toEqual(listOf(sorted));
    }),
  );
});

test('what is kept has bounds, and the knobs stand where they stood all the same', () => {
  const turn = (at: number, stepMs: number): KnobMove => ({
    atMs: at * stepMs,
    knobs: [at === 0 ? 0.25 : null, (at % 10) / 10],
  });
  for (const [count, stepMs] of [
    [2 * MOST_MOVES, 10],
    [400, 1000],
  ] as const) {
    const turns = listOf(Array.from({ length: count }, (_, at) => turn(at, stepMs)));
    expect(turns.moves.length).toBeLessThanOrEqual(MOST_MOVES);
    const [first, last] = [turns.moves[0]!, turns.moves.at(-1)!];
    expect(last.atMs - first.atMs).toBeLessThanOrEqual(MOVES_KEPT_MS);
    expect(turns.start[0]).toBe(0.25);
    expect(knobsAt(turns, last.atMs).slice(0, 2)).toEqual([0.25, ((count - 1) % 10) / 10]);
    // One of long ago changes nothing.
    expect(addMove(turns, { atMs: last.atMs - MOVES_KEPT_MS - 1, knobs: [1, 1] })).toBe(turns);
  }
});

test('knobs that stand are where they were turned to last before', () => {
  const turns = listOf([
    { atMs: 10, knobs: [0.5, null] },
    { atMs: 20, knobs: [null, 1] },
    { atMs: 30, knobs: [0, 0] },
  ]);
  expect(standing(turns, 25)).toEqual({ start: [0.5, 1, ...new Array(6).fill(null)], moves: [] });
  expect(knobsAt(turns, 5)).toEqual(new Array(8).fill(null));
});
