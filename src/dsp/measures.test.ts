import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOOP_BAND_BINS, LOOP_PEAK_BINS } from '../data/contract/constants.ts';
import { loopBands } from './bands.ts';
import { createFft, LoopSpectrum } from './fft.ts';
import { loopPeaks } from './peaks.ts';
import { seamDb } from './seam.ts';
import { truePeakDb } from './truePeak.ts';

const RATE = 48_000;
const sine = (frames: number, turns: number, level = 1, phase = 0) =>
  Float32Array.from(
    { length: frames },
    (_, at) => level * Math.sin(2 * Math.PI * ((turns * at) / frames + phase)),
  );

describe('FFT', () => {
  it('agrees with the sum that defines it', () => {
    const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
      minLength: 32,
      maxLength: 32,
    });
    fc.assert(
      fc.property(values, (all) => {
        const re = Float64Array.from(all.slice(0, 16));
        const im = Float64Array.from(all.slice(16));
        createFft(16).transform(re, im);
        for (let k = 0; k < 16; k++) {
          let sum = 0;
          for (let n = 0; n < 16; n++) {
            const angle = (-2 * Math.PI * k * n) / 16;
            sum += all[n]! * Math.cos(angle) - all[16 + n]! * Math.sin(angle);
          }
          expect(re[k]).toBeCloseTo(sum, 9);
        }
      }),
    );
  });

  it('refuses a size that is no power of two', () => {
    expect(() => createFft(1000)).toThrow(RangeError);
    expect(() => createFft(1)).toThrow(RangeError);
  });

  it('reads the power of a sine, of both channels, wrapped', () => {
    const spectrum = new LoopSpectrum(1024);
    const power = spectrum.measure([sine(3072, 30, 0.5), sine(3072, 60, 1)], 2900);
    expect(power[10]).toBeCloseTo(0.25, 5);
    expect(power[20]).toBeCloseTo(1, 5);
    expect(power[40]).toBeLessThan(1e-9);
  });
});

describe('true peak', () => {
  it('finds the peak between the samples of a quarter-rate sine', () => {
    const frames = 4800;
    const between = sine(frames, frames / 4, 0.5, 1 / 8);
    expect(Math.max(...between)).toBeCloseTo(0.5 * Math.SQRT1_2, 6);
    // The standard's filter may read up to 0.2 dB over and 0.4 dB under (EBU Tech 3341, section 2.3).
    const over = truePeakDb([between]) - 20 * Math.log10(0.5);
    expect(over).toBeGreaterThan(-0.4);
    expect(over).toBeLessThan(0.2);
  });

  it('looks over the seam', () => {
    const loop = new Float32Array(512);
    loop[511] = 0.7;
    loop[0] = 0.7;
    expect(truePeakDb([loop])).toBeGreaterThan(20 * Math.log10(0.8));
    const turned = new Float32Array(512);
    turned[200] = 0.7;
    turned[201] = 0.7;
    expect(truePeakDb([loop])).toBeCloseTo(truePeakDb([turned]), 9);
  });

  it('takes the louder channel and is never below the samples', () => {
    const loop = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), {
      minLength: 1,
      maxLength: 600,
    });
    fc.assert(
      fc.property(loop, loop, (a, b) => {
        const channels = [Float32Array.from(a), Float32Array.from(b)];
        const highest = Math.max(...[...a, ...b].map(Math.abs));
        expect(truePeakDb(channels)).toBeGreaterThanOrEqual(20 * Math.log10(highest) - 1e-9);
        const apart = channels.map((channel) => truePeakDb([channel]));
        expect(truePeakDb(channels)).toBe(Math.max(...apart));
      }),
    );
  });

  it('is −Infinity for silence', () => {
    expect(truePeakDb([new Float32Array(100)])).toBe(-Infinity);
    expect(truePeakDb([])).toBe(-Infinity);
  });
});

describe('peaks', () => {
  it('holds the largest magnitude of each bin, 255 for the loudest', () => {
    const left = new Float32Array(LOOP_PEAK_BINS * 10 + 3);
    const right = new Float32Array(left.length);
    left[0] = 0.25;
    right[left.length - 1] = -0.5;
    const peaks = loopPeaks([left, right]);
    expect(peaks.length).toBe(1024);
    expect(peaks[0]).toBe(128);
    expect(peaks[1023]).toBe(255);
    expect(peaks.reduce((sum, peak) => sum + peak, 0)).toBe(383);
  });

  it('misses no frame and does not depend on level', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 0, max: 4999 }),
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        (frames, place, level) => {
          const loop = new Float32Array(frames);
          loop[place % frames] = level;
          expect(Math.max(...loopPeaks([loop]))).toBe(255);
        },
      ),
    );
  });

  it('is flat for silence and for nothing', () => {
    expect(loopPeaks([new Float32Array(5000)]).every((peak) => peak === 0)).toBe(true);
    expect(loopPeaks([new Float32Array(0)]).every((peak) => peak === 0)).toBe(true);
  });
});

describe('band envelopes', () => {
  const band = (bytes: Uint8Array, at: number) =>
    bytes.slice(at * LOOP_BAND_BINS, (at + 1) * LOOP_BAND_BINS);

  it.each([
    [60, 0],
    [450, 1],
    [2200, 2],
    [9000, 3],
  ])('puts %i Hz in band %i', (hz, home) => {
    const bytes = loopBands([sine(2 * RATE, 2 * hz)], RATE);
    expect(bytes.length).toBe(1024);
    for (let at = 0; at < 4; at++) {
      const mean = band(bytes, at).reduce((sum, value) => sum + value, 0) / LOOP_BAND_BINS;
      if (at === home) expect(mean).toBeGreaterThan(150);
      else expect(mean).toBeLessThan(30);
    }
  });

  it('keeps the balance between bands and the place in time', () => {
    const loop = sine(2 * RATE, 2 * 60, 0.8);
    const hat = sine(2 * RATE, 2 * 9000, 0.4);
    for (let at = RATE; at < 2 * RATE; at++) loop[at]! += hat[at]!;
    const high = band(loopBands([loop, loop], RATE), 3);
    expect(high[64]).toBeLessThan(3);
    // Bins of 375 frames hold a part of a 60 Hz wave, so the loudest reads about √2 of the mean RMS.
    expect(high[192]).toBeGreaterThan(80);
    expect(high[192]).toBeLessThan(140);
  });

  it('is zero for silence', () => {
    expect(loopBands([new Float32Array(9000)], RATE).every((value) => value === 0)).toBe(true);
  });
});

describe('seam', () => {
  it('reads about 0 dB for a whole number of waves', () => {
    expect(Math.abs(seamDb(sine(RATE, 441, 0.5, 1 / 4)))).toBeLessThan(0.1);
    for (const phase of [0, 0.1, 0.2, 0.7]) {
      expect(seamDb(sine(RATE, 441, 0.5, phase))).toBeLessThan(0.1);
    }
  });

  it('reads a jump as a click', () => {
    expect(seamDb(sine(RATE, 440.5))).toBeGreaterThan(20);
    expect(seamDb(sine(RATE, 440.25))).toBeGreaterThan(20);
    expect(seamDb(Float32Array.from(sine(RATE, 100), (x, at) => x + at / RATE))).toBeGreaterThan(
      30,
    );
  });

  it('does not depend on level, and knows silence', () => {
    const loop = sine(RATE, 440.25);
    expect(seamDb(loop.map((x) => x * 0.125))).toBeCloseTo(seamDb(loop), 9);
    expect(seamDb(new Float32Array(100))).toBe(-Infinity);
    expect(seamDb(new Float32Array(2))).toBe(-Infinity);
  });
});
