import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutTake, liveChannels, type TakeCut } from './takeCut.ts';

const sineOf = (frames: number, period: number) =>
  Float32Array.from({ length: frames }, (_, n) => Math.sin((2 * Math.PI * n) / period));

const steepest = (wave: Float32Array) =>
  wave.reduce((most, x, n) => Math.max(most, Math.abs(x - wave.at(n - 1)!)), 0);

const cut: TakeCut = {
  startFrame: 500,
  frames: 4800,
  seamFrames: 480,
  tailFrames: 0,
  turnFrames: 0,
};

describe('cutting a take', () => {
  it('has exactly the frames that were asked for, also beyond the recording', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2000, max: 6000 }),
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 0, max: 600 }),
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: -9000, max: 9000 }),
        (startFrame, frames, seamFrames, tailFrames, turnFrames) => {
          const sound = sineOf(5000, 100);
          const [loop] = cutTake([sound], {
            startFrame,
            frames,
            seamFrames,
            tailFrames,
            turnFrames,
          });
          expect(loop).toHaveLength(frames);
          expect(loop!.every((x) => Number.isFinite(x) && Math.abs(x) <= 2)).toBe(true);
        },
      ),
    );
  });

  it('keeps the first attack to the sample and goes over its end without a step', () => {
    // 4800 is no whole number of periods: a plain cut would jump.
    const sound = sineOf(6000, 317);
    const [loop] = cutTake([sound], cut);
    expect(loop!.subarray(0, 4320)).toEqual(sound.subarray(500, 4820));
    expect(steepest(loop!)).toBeLessThan(1.6 * steepest(sound.subarray(317, 951)));
    expect(Math.abs(sound[5299]! - sound[500]!)).toBeGreaterThan(0.3);
  });

  it('folds what rings after the end into the start when that is wished', () => {
    const sound = new Float32Array(12_000);
    sound.fill(0.5, 5000, 6000);
    const [loop] = cutTake([sound], { ...cut, tailFrames: 1000 });
    expect(loop![0]).toBeCloseTo(0.5, 2);
    expect(loop![500]).toBeCloseTo(0.25, 1);
    expect(loop![999]).toBeCloseTo(0, 3);
    expect(loop![4799]).toBe(0.5);
  });

  it('turns the loop to its place in the music', () => {
    const sound = new Float32Array(8000);
    sound[500 + 100] = 1;
    const peakAt = (turnFrames: number) => cutTake([sound], { ...cut, turnFrames })[0]!.indexOf(1);
    expect(peakAt(0)).toBe(100);
    expect(peakAt(1200)).toBe(1300);
    expect(peakAt(4750)).toBe(50);
    expect(peakAt(-200)).toBe(4700);
  });
});

describe('the channels that carry something', () => {
  const loud = sineOf(1000, 50);
  it('are one when both are alike or one of them is not plugged in', () => {
    expect(liveChannels([loud, loud.slice()])).toEqual([loud]);
    expect(liveChannels([loud, new Float32Array(1000)])).toEqual([loud]);
    expect(liveChannels([new Float32Array(1000), loud])).toEqual([loud]);
    expect(liveChannels([loud])).toEqual([loud]);
  });

  it('are both when they differ', () => {
    expect(liveChannels([loud, loud.map((x) => 0.1 * x)])).toHaveLength(2);
  });
});
