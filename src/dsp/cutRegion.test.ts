import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopFrames } from '../data/rules/time/timing.ts';
import { cutRegion } from './cutRegion.ts';
import { seamDb } from './seam.ts';

const tone = (frames: number, periodFrames: number, from = 0) =>
  Float32Array.from({ length: frames }, (_, n) =>
    Math.sin((2 * Math.PI * (n + from)) / periodFrames),
  );

describe('a loop cut out of a sound', () => {
  it('has exactly the frames of its length at 48 kHz, whatever the rate of the file', () => {
    const rate = fc.constantFrom(8000, 22_050, 44_100, 48_000, 96_000);
    fc.assert(
      fc.property(
        rate,
        fc.double({ min: 60, max: 200, noNaN: true }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 3000 }),
        (sampleRate, bpm, length16ths, startFrame) => {
          const frames = loopFrames(length16ths, bpm / 60, 48_000);
          const out = cutRegion([tone(4000, 50)], { sampleRate, startFrame, frames });
          expect(out[0]!.length).toBe(frames);
          expect(out[0]!.every(Number.isFinite)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is the file itself to the bit when the whole file is the loop', () => {
    const file = tone(48_000, 77.3);
    const [out] = cutRegion([file], { sampleRate: 48_000, startFrame: 0, frames: 48_000 });
    expect(out).toEqual(file);
  });

  it('does not click where a cut meets its beginning, and is untouched up to the last 5 ms', () => {
    const file = tone(96_000, 480.7);
    const [out] = cutRegion([file], { sampleRate: 48_000, startFrame: 10_000, frames: 24_000 });
    expect(seamDb(file.slice(10_000, 34_000))).toBeGreaterThan(20);
    expect(seamDb(out!)).toBeLessThan(6);
    expect(out!.subarray(0, 23_760)).toEqual(file.subarray(10_000, 33_760));
  });

  it('does not click either where there is nothing before it to lead in', () => {
    const file = tone(96_000, 480.7, 100);
    const [out] = cutRegion([file], { sampleRate: 48_000, startFrame: 0, frames: 24_000 });
    expect(seamDb(out!)).toBeLessThan(6);
    expect(out!.subarray(240)).toEqual(file.subarray(240, 24_000));
  });

  it('goes on from its own beginning for up to 5 ms, and is silent beyond', () => {
    const file = tone(24_000, 240);
    const near = cutRegion([file], { sampleRate: 48_000, startFrame: 0, frames: 24_100 })[0]!;
    expect(near.subarray(24_000, 24_050).some((x) => Math.abs(x) > 0.1)).toBe(true);
    const far = cutRegion([file], { sampleRate: 48_000, startFrame: 0, frames: 36_000 })[0]!;
    expect(far.subarray(24_000).every((x) => x === 0)).toBe(true);
    expect(far.subarray(0, 23_700)).toEqual(file.subarray(0, 23_700));
  });

  it('refuses a beginning outside the sound', () => {
    const region = { sampleRate: 48_000, startFrame: 100, frames: 10 };
    expect(() => cutRegion([tone(100, 10)], region)).toThrow('The region lies outside the sound');
  });
});
