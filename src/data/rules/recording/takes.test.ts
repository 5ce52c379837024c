import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barFrames } from '../time/timing.ts';
import {
  clampTakeBars,
  fullOf,
  lastBars,
  MOST_KEPT,
  nextTakeNumber,
  passEndOf,
  secondsOf,
  selectionAfter,
  startBarOf,
  takeName,
} from './takes.ts';

/** 120 bpm, four quarters: a bar lasts two seconds. */
const grid = { originFrame: 10_000, bps: 2, barLength: 16 };
const BAR = 96_000;
const at = (bars: number) => grid.originFrame + bars * BAR;

const grids = fc.record({
  originFrame: fc.integer({ min: 0, max: 1e9 }),
  bps: fc.double({ min: 0.25, max: 10, noNaN: true }),
  barLength: fc.integer({ min: 1, max: 64 }),
});

it('holds a take to 1 to 64 whole bars', () => {
  expect([0, 1, 3.6, 64, 99, Number.NaN].map(clampTakeBars)).toEqual([1, 1, 4, 64, 64, 1]);
});

describe('where recording begins', () => {
  it('goes back to the bar when the press is less than a quarter note late', () => {
    expect(startBarOf(grid, at(3) + 100, 0)).toBe(3);
    expect(startBarOf(grid, at(3.24), 0)).toBe(3);
  });

  it('waits for the next bar when the press is later, or when the beginning was not heard', () => {
    expect(startBarOf(grid, at(3.26), 0)).toBe(4);
    expect(startBarOf(grid, at(3.9), 0)).toBe(4);
    expect(startBarOf(grid, at(3) + 100, at(3) + 1)).toBe(4);
    expect(startBarOf(grid, at(3) + 100, Number.POSITIVE_INFINITY)).toBe(4);
  });

  it('is bar 0 before the music begins', () => {
    expect(startBarOf(grid, at(-0.5), Number.POSITIVE_INFINITY)).toBe(0);
  });
});

describe('what stopping leaves', () => {
  it('is the whole bars that were played, up to half a beat early', () => {
    expect(passEndOf(grid, at(4), at(4.8), 4)).toEqual({ bars: 0, isWhole: false });
    expect(passEndOf(grid, at(4), at(5.9), 4)).toEqual({ bars: 2, isWhole: false });
    expect(passEndOf(grid, at(4), at(7.9), 4)).toEqual({ bars: 4, isWhole: true });
  });
});

describe('the last bars', () => {
  it('are as many as were asked for and are at hand, up to the last bar line', () => {
    expect(lastBars(grid, at(6.5), 0, 4)).toEqual({ startBar: 2, bars: 4, startFrame: at(2) });
    expect(lastBars(grid, at(6.95), 0, 4)).toEqual({ startBar: 3, bars: 4, startFrame: at(3) });
    expect(lastBars(grid, at(6.5), at(3.5), 4)).toEqual({
      startBar: 4,
      bars: 2,
      startFrame: at(4),
    });
    expect(lastBars(grid, at(2.5), 0, 4)).toEqual({ startBar: 0, bars: 2, startFrame: at(0) });
    expect(lastBars(grid, at(0.5), 0, 4)).toBeNull();
  });

  it('never reach before what is at hand or beyond half a beat after now', () => {
    fc.assert(
      fc.property(
        grids,
        fc.integer({ min: -1e6, max: 1e8 }),
        fc.integer({ min: 0, max: 1e8 }),
        fc.integer({ min: 1, max: 64 }),
        (some, inside, held, takeBars) => {
          const heardFrame = some.originFrame + inside;
          const span = lastBars(some, heardFrame, held, takeBars);
          if (!span) return;
          const bar = barFrames(some.barLength, some.bps);
          expect(span.bars).toBeLessThanOrEqual(takeBars);
          expect(span.startBar).toBeGreaterThanOrEqual(0);
          expect(span.startFrame).toBeGreaterThanOrEqual(held);
          expect(span.startFrame + span.bars * bar).toBeLessThanOrEqual(heardFrame + bar / 2 + 1);
        },
      ),
    );
  });
});

it('names and numbers takes', () => {
  expect(takeName(3, 'Slow river')).toBe('Take 3 on Slow river');
  expect(takeName(1, '')).toBe('Take 1');
  expect(nextTakeNumber([])).toBe(1);
  expect(nextTakeNumber([{ number: 4 }, { number: 2 }])).toBe(5);
});

it('keeps the selection on the same take when another leaves', () => {
  expect(selectionAfter(2, 0, 4)).toBe(1);
  expect(selectionAfter(1, 3, 4)).toBe(1);
  expect(selectionAfter(3, 3, 4)).toBe(2);
  expect(selectionAfter(0, 0, 1)).toBe(-1);
  expect(selectionAfter(-1, 0, 3)).toBe(-1);
});

/** Four bars at 120 bpm: eight seconds. */
const pass = { bars: 4, barLength: 16, bps: 2 };
const kept = (count: number, isKept = true) =>
  Array.from({ length: count }, () => ({ ...pass, isKept }));
const GB = 1e9;

describe('room for takes', () => {
  it('ends at so many takes, or at so much sound', () => {
    expect(secondsOf(pass)).toBe(8);
    expect(fullOf(kept(MOST_KEPT.takes - 1), pass, GB)).toBeNull();
    expect(fullOf(kept(MOST_KEPT.takes), pass, GB)).toBe('takes');
    const long = { ...pass, bars: 64 };
    const seven = kept(7).map((take) => ({ ...take, bars: 64 }));
    expect(fullOf(seven.slice(1), long, GB)).toBeNull();
    expect(fullOf(seven, long, GB)).toBe('sound');
    expect(fullOf(seven, pass, GB)).toBe(7 * 128 + 8 > MOST_KEPT.sec ? 'sound' : null);
  });

  it('ends where the device is full while there are takes to delete', () => {
    expect(fullOf(kept(1), pass, 10e6)).toBe('device');
    expect(fullOf(kept(1), pass, 100e6)).toBeNull();
    expect(fullOf(kept(1), pass, null)).toBeNull();
  });

  it('ends sooner for takes that only memory has', () => {
    const most = Math.floor(MOST_KEPT.memorySec / 8);
    expect(fullOf(kept(most - 1, false), pass, 0)).toBeNull();
    expect(fullOf(kept(most, false), pass, 0)).toBe('memory');
  });

  it('always has room for a first take, and never for one more than the most', () => {
    const anyPass = fc.record({
      bars: fc.integer({ min: 1, max: 64 }),
      barLength: fc.integer({ min: 1, max: 64 }),
      bps: fc.double({ min: 0.3, max: 10, noNaN: true }),
    });
    fc.assert(
      fc.property(anyPass, fc.option(fc.nat()), (any, free) => {
        expect(fullOf([], any, free)).toBeNull();
        expect(fullOf(kept(MOST_KEPT.takes), any, free)).toBe('takes');
      }),
    );
  });
});
