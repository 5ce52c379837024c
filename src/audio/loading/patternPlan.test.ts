import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Loop } from '../../data/contract/loop.ts';
import type { PlayingSlot } from '../../data/contract/rifff.ts';
import { passStartFrame } from '../../data/rules/time/timing.ts';
import { MAX_PATTERN_SEC, planPattern, sourceFrames } from './patternPlan.ts';

const loopOf = (length16ths: number, bps: number): Loop => ({
  _id: 'a',
  creatorUserName: 'x',
  created: 0,
  startOffsetSamples: 0,
  barLength: 16,
  length16ths,
  bps,
  sampleRate: 48_000,
  category: 'drums',
});
const slotOf = (playbackRate: number): PlayingSlot => ({
  currentLoop: 'a',
  gain: 1,
  on: true,
  type: 'Looper',
  playbackRate,
  pitchShiftSettings: { shiftSemitones: 0, timeStretch: false },
});
const rates = fc.constantFrom(0.5, 0.75, 1, 1.25, 1.5, 1.75, 2);

describe('the plan of a pattern', () => {
  it('has a rendered length for every pass, which fill the pattern to the frame', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4096 }),
        fc.double({ min: 0.25, max: 10, noNaN: true }),
        fc.integer({ min: 1, max: 64 }),
        fc.double({ min: 0.25, max: 10, noNaN: true }),
        rates,
        (length16ths, loopBps, barLength, bps, rate) => {
          const plan = planPattern(loopOf(length16ths, loopBps), slotOf(rate), barLength, bps);
          const start = (i: number) => passStartFrame(plan.grid, i, plan.framesPerBar);
          let filled = 0;
          for (let i = 0; i < plan.grid.passes; i++) {
            const length = start(i + 1) - start(i);
            expect(plan.passLengths).toContain(length);
            filled += length;
          }
          expect(filled).toBe(plan.frames);
          expect(plan.passLengths.length).toBeLessThanOrEqual(2);
          const isLong = plan.frames > MAX_PATTERN_SEC * 48_000;
          expect(plan.kind).toBe(isLong && plan.grid.passes > 1 ? 'passes' : 'loop');
        },
      ),
    );
  });

  it('is another one when what is heard differs, and the same when it does not', () => {
    const key = (loop: Loop, slot: PlayingSlot, barLength = 16, bps = 2) =>
      planPattern(loop, slot, barLength, bps).key;
    const loop = loopOf(16, 2);
    const base = key(loop, slotOf(1));
    expect(key(loop, { ...slotOf(1), gain: 0.5, on: false })).toBe(base);
    expect(key(loop, slotOf(1.25))).not.toBe(base);
    expect(key(loop, slotOf(1), 16, 2.1)).not.toBe(base);
    expect(key(loop, { ...slotOf(1), loopBps: 2.5 })).not.toBe(base);
    expect(key(loop, slotOf(1), 12)).not.toBe(base);
  });
});

describe('the frames of a pass in its file', () => {
  it('are what the loop declares when that agrees with its length, else computed', () => {
    expect(sourceFrames({ ...loopOf(64, 122 / 60), frames: 377_704 }, 122 / 60, 48_000)).toBe(
      377_704,
    );
    expect(sourceFrames({ ...loopOf(64, 122 / 60), frames: 300_000 }, 122 / 60, 48_000)).toBe(
      377_705,
    );
    expect(sourceFrames({ ...loopOf(64, 2), frames: 384_000 }, 2, 44_100)).toBe(352_800);
    expect(sourceFrames({ ...loopOf(64, 2), frames: 384_000 }, 4, 48_000)).toBe(192_000);
  });
});
