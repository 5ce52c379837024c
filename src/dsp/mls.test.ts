import { describe, expect, it } from 'vitest';
import { createMls, findDelay } from './mls.ts';

/** Repeatable noise, −1 to 1. */
function noiseOf(frames: number, seed: number): Float32Array {
  let x = seed;
  return Float32Array.from({ length: frames }, () => {
    x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0;
    return x / 0x80000000 - 1;
  });
}

/** What a microphone hears of a probe: late, quieter, with an echo, in noise. */
function heardOf(probe: Float32Array, lag: number, level: number, noise: number): Float32Array {
  const heard = noiseOf(probe.length + 24_000, 7).map((x) => x * noise);
  probe.forEach((x, n) => {
    heard[n + lag] = heard[n + lag]! + level * x;
    const echo = n + lag + 700;
    if (echo < heard.length) heard[echo] = heard[echo]! + 0.4 * level * x;
  });
  return heard;
}

describe('a maximum length sequence', () => {
  it.each([10, 11, 12, 13, 14, 15, 16])(
    'of order %i is flat: shifted by any step it adds up to −1',
    (order) => {
      const sequence = createMls(order);
      const { length } = sequence;
      expect(length).toBe(2 ** order - 1);
      for (const shift of [1, 2, 77, length - 1]) {
        let sum = 0;
        for (let n = 0; n < length; n++) sum += sequence[n]! * sequence[(n + shift) % length]!;
        expect(sum).toBe(-1);
      }
    },
  );

  it('has no other orders', () => expect(() => createMls(9)).toThrow(RangeError));
});

describe('finding a delay', () => {
  const probe = createMls(13);

  it('is exact to the frame under noise as loud as the probe, also upside down', () => {
    for (const [lag, level] of [
      [0, 0.1],
      [1234, 0.1],
      [20_000, -0.1],
    ] as const) {
      const { lagFrames, peakDb } = findDelay(heardOf(probe, lag, level, 0.1), probe, 24_000);
      expect(lagFrames).toBe(lag);
      expect(peakDb).toBeGreaterThan(25);
    }
  });

  it('does not mistake noise or silence for the probe', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { peakDb } = findDelay(noiseOf(40_000, seed), probe, 24_000);
      expect(peakDb).toBeLessThan(16);
    }
    expect(findDelay(new Float32Array(40_000), probe, 24_000).peakDb).toBe(0);
  });
});
