import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KnobMove, KnobTurns } from '../../data/contract/live.ts';
import { addMove, NO_TURNS, standing } from '../../data/rules/stage/knobTurns.ts';
import { KnobSlide, type Turned } from './knobSlide.ts';

/** A time of the room, ms. */
const START_MS = 1.8e12;
const MOST = 0.3;
/** After so long without a move nothing of the way is left: the whole of it twice, then calmed. */
const SETTLED_MS = 1000 * (2 / MOST + 4);

const turned: fc.Arbitrary<Turned[]> = fc.array(
  fc.record({
    knob: fc.nat({ max: 7 }),
    amount: fc.integer({ min: -1000, max: 1000 }).map((share) => share / 1000),
  }),
  { minLength: 1, maxLength: 4 },
);
const move: fc.Arbitrary<KnobMove> = fc.record({
  atMs: fc.nat({ max: 20_000 }).map((ms) => START_MS + ms),
  knobs: fc.array(fc.option(fc.nat({ max: 1000 }).map((share) => share / 1000)), {
    minLength: 8,
    maxLength: 8,
  }),
});
const moves = fc.array(move, { maxLength: 20 });
const listOf = (all: readonly KnobMove[], first: KnobTurns = NO_TURNS) =>
  all.reduce((turns, one) => addMove(turns, one), first);
const moments = fc.array(
  fc.nat({ max: 30_000 }).map((ms) => START_MS + ms),
  { minLength: 1, maxLength: 30 },
);

describe('what knobs add to a parameter', () => {
  test('is the same for one who was there, one who seeks and one who was just told', () => {
    fc.assert(
      fc.property(turned, moves, moments, (of, all, asked) => {
        const whole = listOf(all);
        const there = new KnobSlide(of, MOST);
        // Was told one after the other, and looked all the time.
        let heard = NO_TURNS;
        for (const one of all) {
          heard = addMove(heard, one);
          for (const atMs of asked) there.at(heard, atMs);
        }
        const seeking = new KnobSlide(of, MOST);
        for (const atMs of asked) {
          const now = new KnobSlide(of, MOST).at(whole, atMs);
          expect(there.at(whole, atMs)).toBe(now);
          expect(seeking.at(whole, atMs)).toBe(now);
        }
      }),
    );
  });

  test('is the same without the moves from before a rest', () => {
    fc.assert(
      fc.property(turned, moves, moves, fc.nat({ max: 20_000 }), (of, before, after, ms) => {
        const shiftMs = 20_000 + SETTLED_MS;
        const later = after.map(({ atMs, knobs }) => ({ atMs: atMs + shiftMs, knobs }));
        const whole = listOf([...before, ...later]);
        const split = listOf(before).moves.length;
        const short: KnobTurns = {
          start: standing(listOf(before), Number.POSITIVE_INFINITY).start,
          moves: whole.moves.slice(split),
        };
        const atMs = START_MS + shiftMs + ms;
        const [all, late] = [new KnobSlide(of, MOST), new KnobSlide(of, MOST)];
        expect(late.at(short, atMs)).toBeCloseTo(all.at(whole, atMs), 9);
      }),
    );
  });

  test('never leaves −1 to 1, and never goes faster than is safe', () => {
    fc.assert(
      fc.property(turned, moves, (of, all) => {
        const slide = new KnobSlide(of, MOST);
        const turns = listOf(all);
        let before = slide.at(turns, START_MS);
        for (let ms = 50; ms <= 30_000; ms += 50) {
          const now = slide.at(turns, START_MS + ms);
          expect(Math.abs(now)).toBeLessThanOrEqual(1);
          // What has nearly arrived is there.
          expect(Math.abs(now - before)).toBeLessThanOrEqual(0.05 * MOST + 2e-4);
          before = now;
        }
      }),
    );
  });

  test('is what the same slide in small steps comes to', () => {
    const turns = listOf([
      { atMs: 0, knobs: [1] },
      { atMs: 700, knobs: [0.2] },
      { atMs: 2500, knobs: [0.9] },
    ]);
    const slide = new KnobSlide([{ knob: 0, amount: 1 }], MOST);
    let [slid, calm] = [0, 0];
    for (let ms = 0; ms < 6000; ms++) {
      const to = ms < 700 ? 1 : ms < 2500 ? 0.2 : 0.9;
      slid += Math.min(MOST / 1000, Math.max(-MOST / 1000, to - slid));
      calm += (slid - calm) / 150;
      expect(slide.at(turns, ms + 1)).toBeCloseTo(calm, 2);
    }
  });

  test('rests in the end, and waits for a move that is still to come', () => {
    const turns = listOf([{ atMs: START_MS, knobs: [0.5] }]);
    const slide = new KnobSlide([{ knob: 0, amount: 1 }], MOST);
    expect(slide.at(turns, START_MS - 1)).toBe(0);
    expect(slide.isMoving).toBe(true);
    slide.at(turns, START_MS + 1000);
    expect(slide.isMoving).toBe(true);
    expect(slide.at(turns, START_MS + SETTLED_MS)).toBe(0.5);
    expect(slide.isMoving).toBe(false);
  });
});
