import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_BAR_LENGTH_16THS,
  MAX_BPS,
  MAX_LOOP_LENGTH_16THS,
  MIN_BAR_LENGTH_16THS,
  MIN_BPS,
  SAMPLE_RATE_HZ,
} from '../../contract/constants.ts';
import { LoopSchema } from '../../contract/loop.ts';
import * as rules from '../draft/draft.ts';
import * as timing from './timing.ts';

const bpsArb = fc.double({ min: MIN_BPS, max: MAX_BPS, noNaN: true });
const metreArb = fc.integer({ min: MIN_BAR_LENGTH_16THS, max: MAX_BAR_LENGTH_16THS });
const lengthArb = fc.integer({ min: 1, max: MAX_LOOP_LENGTH_16THS });
const rateArb = fc.constantFrom(0.5, 0.75, 1, 1.25, 1.5, 1.75, 2);

describe('the grid', () => {
  it('starts every pass on a whole frame and brings bars of all loops together', () => {
    fc.assert(
      fc.property(
        bpsArb,
        metreArb,
        lengthArb,
        rateArb,
        fc.nat(5000),
        (bps, metre, length, rate, index) => {
          const perBar = timing.barFrames(metre, bps);
          const grid = timing.loopGrid(length, metre, rate);
          const start = timing.passStartFrame(grid, index, perBar);
          expect(Number.isSafeInteger(start)).toBe(true);
          const patternStart = timing.passStartFrame(grid, grid.passes * 3, perBar);
          expect(patternStart).toBe(3 * grid.bars * perBar);
          const ideal = (index * grid.bars * perBar) / grid.passes;
          expect(Math.abs(start - ideal)).toBeLessThanOrEqual(0.5 + 1e-6);
          const frames = timing.passStartFrame(grid, index + 1, perBar) - start;
          const longest = timing.passFrames(grid, perBar);
          expect(frames).toBeLessThanOrEqual(longest);
          expect(longest - frames).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('fits a whole number of passes into the fewest whole bars', () => {
    fc.assert(
      fc.property(metreArb, lengthArb, rateArb, (metre, length, rate) => {
        const { passes, bars } = timing.loopGrid(length, metre, rate);
        expect((passes * length) / rate).toBeCloseTo(bars * metre, 6);
        for (let fewer = Math.max(1, bars - 3); fewer < bars; fewer++) {
          expect(((fewer * metre * rate) / length) % 1).not.toBe(0);
        }
      }),
    );
  });

  it('is a few parts per million off real time at worst for common tempos', () => {
    for (let bpm = 40; bpm <= 240; bpm += 0.37) {
      const frames = timing.barFrames(16, bpm / 60);
      const ideal = (SAMPLE_RATE_HZ * 16) / (4 * (bpm / 60));
      expect(Math.abs(frames / ideal - 1)).toBeLessThan(12e-6);
    }
  });

  it('knows a bar and a half at 120 bpm', () => {
    expect(timing.barFrames(16, 2)).toBe(96_000);
    expect(timing.loopGrid(24, 16, 1)).toEqual({ passes: 2, bars: 3 });
    expect(timing.loopFrames(64, 2.1, 48_000)).toBe(365_714);
  });
});

describe('the length of a rifff', () => {
  const withLoop = (length16ths: number, bps: number, rate = 1) => {
    const loop = LoopSchema.parse({
      _id: 'a',
      creatorUserName: 'rondo',
      created: 1,
      barLength: 16,
      length16ths,
      bps,
      sampleRate: 48_000,
    });
    return rules.setSlotRate(rules.addLoop(rules.createDraft('x', bps), loop), 0, rate);
  };

  it('is eight bars, halved while that is 60 s or more', () => {
    expect(timing.rifffBars(withLoop(16, 2))).toBe(8);
    expect(timing.rifffBars(withLoop(16, 0.5))).toBe(4);
    expect(timing.rifffBars(withLoop(16, 0.25))).toBe(2);
  });

  it('grows with a longer loop, rounded up to bars, and mutes do not change it', () => {
    expect(timing.rifffBars(withLoop(16 * 12 + 1, 2))).toBe(13);
    expect(timing.rifffBars(withLoop(16 * 8, 2, 0.5))).toBe(16);
    expect(timing.rifffBars(rules.setSlotOn(withLoop(16 * 12, 2), 0, false))).toBe(12);
  });
});

describe('boundaries', () => {
  it('are never before the frame, and land on the grid', () => {
    fc.assert(
      fc.property(
        bpsArb,
        metreArb,
        fc.integer({ min: 1, max: 64 }),
        fc.nat(50_000_000),
        (bps, metre, bars, frame) => {
          const perBar = timing.barFrames(metre, bps);
          const at = (kind: timing.Boundary) =>
            timing.nextBoundaryFrame(frame, kind, metre, bps, bars);
          expect(at('now')).toBe(frame);
          expect(at('beat')).toBeGreaterThanOrEqual(frame);
          expect(at('beat')).toBeLessThanOrEqual(at('bar') + perBar);
          expect(at('bar') % perBar).toBe(0);
          expect(at('bar') - frame).toBeLessThan(perBar);
          expect(at('rifff') % (perBar * bars)).toBe(0);
          expect(Number.isInteger(at('beat'))).toBe(true);
        },
      ),
    );
  });

  it('count bars, beats and sixteenths from the origin', () => {
    expect(timing.positionAt(0, 16, 2, 8)).toEqual({ phase: 0, bar: 0, beat: 0, sixteenth: 0 });
    expect(timing.positionAt(96_000 + 30_000, 16, 2, 8)).toMatchObject({
      bar: 1,
      beat: 1,
      sixteenth: 5,
    });
    expect(timing.positionAt(-1, 16, 2, 8)).toMatchObject({ bar: 7, beat: 3, sixteenth: 15 });
  });
});
