import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Limiter } from './limiter.ts';
import { LIMITER_DELAY_FRAMES } from './limiterDelay.ts';
import { resampleLoop } from './resample.ts';
import { truePeakDb } from './truePeak.ts';

const RATE = 48_000;
const CEILING = 10 ** (-1 / 20);

/** The limiter's output for a signal and for the silence after it, into which its delay runs out. */
function limit(leftIn: Float32Array, rightIn = leftIn): [Float32Array, Float32Array] {
  const left = new Float32Array(leftIn.length + 1024);
  const right = new Float32Array(left.length);
  left.set(leftIn);
  right.set(rightIn);
  const limiter = new Limiter(-1, 2, RATE);
  const outputs: [Float32Array, Float32Array] = [
    new Float32Array(left.length),
    new Float32Array(left.length),
  ];
  for (let at = 0; at < left.length; at += 128) {
    const block = (wave: Float32Array) => wave.subarray(at, at + 128);
    limiter.process([block(left), block(right)], outputs.map(block), block(left).length);
  }
  return outputs;
}

/** Largest magnitude four times oversampled, by another filter than the limiter's own. */
function truePeak(wave: Float32Array): number {
  const [dense] = resampleLoop([wave], wave.length * 4);
  return dense!.reduce((peak, x) => Math.max(peak, Math.abs(x)), 0);
}

const sine = (hz: number, amplitude: number, frames = RATE, phase = 0) =>
  Float32Array.from(
    { length: frames },
    (_, n) => amplitude * Math.sin((2 * Math.PI * hz * n) / RATE + phase),
  );

const anySeed = fc.integer({ min: 1, max: 2 ** 31 - 1 });

/** White noise of a linear congruential generator, `gainAt` frame n. */
function noise(seed: number, frames: number, gainAt: (n: number) => number): Float32Array {
  let x = seed;
  return Float32Array.from({ length: frames }, (_, n) => {
    x = (Math.imul(x, 1_103_515_245) + 12_345) | 0;
    return (x / 2 ** 31) * gainAt(n);
  });
}

describe('the limiter', () => {
  it('is a pure delay up to half a decibel below its ceiling, to the bit', () => {
    fc.assert(
      fc.property(anySeed, fc.double({ min: 0, max: 1, noNaN: true }), (seed, share) => {
        const wave = noise(seed, 4000, () => 0.3 * share);
        const [out] = limit(wave);
        expect(out.subarray(LIMITER_DELAY_FRAMES, LIMITER_DELAY_FRAMES + wave.length)).toEqual(
          wave,
        );
      }),
      { numRuns: 30 },
    );
    const loud = sine(1000, CEILING * 0.94);
    const [out] = limit(loud);
    expect(out.subarray(LIMITER_DELAY_FRAMES + 400, RATE)).toEqual(
      loud.subarray(400, RATE - LIMITER_DELAY_FRAMES),
    );
  });

  it.each([
    ['a steady sine 12 dB over', sine(997, 4)],
    ['a sine between samples', sine(12_000, 1.4, RATE, Math.PI / 4)],
    ['a high sine that comes and goes', sine(15_000, 3).map((x, n) => (n % 9600 < 4800 ? x : 0))],
    ['an impulse', Float32Array.from({ length: RATE }, (_, n) => (n === 20_000 ? 8 : 0))],
    ['a step', Float32Array.from({ length: RATE }, (_, n) => (n > 20_000 && n < 30_000 ? 2 : 0))],
    ['a burst on a quiet tone', sine(100, 0.2).map((x, n) => (n % 7000 < 40 ? x + 3 : x))],
  ])('never lets %s above its ceiling, four times oversampled', (_, wave) => {
    const [left, right] = limit(wave);
    expect(truePeak(left)).toBeLessThanOrEqual(CEILING);
    expect(truePeakDb([left])).toBeLessThanOrEqual(-1);
    expect(right).toEqual(left);
  });

  it('never lets noise of any loudness above its ceiling', () => {
    fc.assert(
      fc.property(anySeed, fc.double({ min: 1, max: 12, noNaN: true }), (seed, gain) => {
        const wave = noise(seed, 8192, (n) => gain * (Math.sin(n / 300) > 0 ? 1 : 0.1));
        expect(truePeakDb(limit(wave))).toBeLessThanOrEqual(-1);
      }),
      { numRuns: 100 },
    );
  });

  it('gives the gain back exactly after a peak', () => {
    const wave = sine(500, 0.4, 3 * RATE);
    wave[1000] = 5;
    const [out] = limit(wave);
    const from = 2.6 * RATE;
    expect(out.subarray(from + LIMITER_DELAY_FRAMES, wave.length)).toEqual(
      wave.subarray(from, wave.length - LIMITER_DELAY_FRAMES),
    );
  });

  it('turns both channels down together and reads what is not a number as silence', () => {
    const left = sine(997, 4);
    const right = sine(503, 0.1);
    right[5] = Number.NaN;
    const [, limited] = limit(left, right);
    expect(limited.every(Number.isFinite)).toBe(true);
    const steady = limited
      .subarray(RATE / 2, RATE)
      .reduce((peak, x) => Math.max(peak, Math.abs(x)), 0);
    expect(steady).toBeLessThan(0.1 * 0.3);
  });
});
