import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutOrWrap, resampleLoop, warpLoop } from './resample.ts';

const sine = (periods: number, frames: number, amplitude = 0.5) =>
  Float32Array.from(
    { length: frames },
    (_, n) => amplitude * Math.sin((2 * Math.PI * periods * n) / frames),
  );

function errorDb(got: Float32Array, ideal: Float32Array): number {
  let error = 0;
  let signal = 0;
  got.forEach((x, n) => {
    error += (x - ideal[n]!) ** 2;
    signal += ideal[n]! ** 2;
  });
  return 10 * Math.log10(error / signal);
}

describe('resampling a loop', () => {
  it.each([
    [48_000, 44_100, 1000],
    [44_100, 48_000, 15_000],
    [48_000, 47_999, 18_000],
    [48_000, 33_333, 12_000],
    [20_000, 48_000, 7900],
    [96_000, 12_000, 4000],
  ])(
    'of %i frames to %i keeps %i periods within −85 dB, across the wrap too',
    (from, to, periods) => {
      const [out] = resampleLoop([sine(periods, from)], to);
      expect(errorDb(out!, sine(periods, to))).toBeLessThan(-85);
    },
  );

  it('takes out what would alias', () => {
    const [out] = resampleLoop([sine(20_000, 48_000)], 24_000);
    const peak = out!.reduce((worst, x) => Math.max(worst, Math.abs(x)), 0);
    expect(20 * Math.log10(peak / 0.5)).toBeLessThan(-80);
  });

  it('gives exactly the frames that are asked for, of finite samples', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 2 }),
        (from, to, channels) => {
          const input = Array.from({ length: channels }, () => sine(1, from, 1));
          const out = resampleLoop(input, to);
          expect(out.map((channel) => channel.length)).toEqual(new Array(channels).fill(to));
          expect(out.every((channel) => channel.every(Number.isFinite))).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('refuses a loop of nothing', () => {
    expect(() => resampleLoop([new Float32Array(0)], 10)).toThrow(
      'A loop needs at least one frame',
    );
  });
});

describe('warping a loop by a few frames', () => {
  it.each([-4, -1, 1, 4])(
    'of %i: the same to the bit up to the last 43 ms, and smooth there',
    (by) => {
      const input = sine(300, 48_000);
      const [out] = warpLoop([input], 48_000 + by);
      expect(out!.length).toBe(48_000 + by);
      const same = 48_000 + by - 2048;
      expect(out!.subarray(0, same)).toEqual(input.subarray(0, same));
      const bend = (wave: Float32Array, n: number) => {
        const at = (i: number) => wave[(i + wave.length) % wave.length]!;
        return Math.abs(at(n - 1) - 2 * at(n) + at(n + 1));
      };
      const worst = (wave: Float32Array) =>
        Array.from({ length: 2200 }, (_, i) => bend(wave, wave.length - 2100 + i)).reduce((a, b) =>
          Math.max(a, b),
        );
      expect(20 * Math.log10(worst(out!) / worst(input))).toBeLessThan(0.5);
    },
  );
});

describe('cutting or wrapping', () => {
  it('cuts what is long and goes on from the start when it is short', () => {
    const loop = Float32Array.of(1, 2, 3);
    expect([...cutOrWrap(loop, 2)]).toEqual([1, 2]);
    expect([...cutOrWrap(loop, 8)]).toEqual([1, 2, 3, 1, 2, 3, 1, 2]);
  });
});
