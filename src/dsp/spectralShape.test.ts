import fc from 'fast-check';
import Meyda from 'meyda';
import { describe, expect, it } from 'vitest';
import { farthest, SHAPE, SHAPED_16THS, shapedSound } from '../../tests/support/shapedSound.ts';
import { SpectralShapeMeasure, spectralShape } from './spectralShape.ts';

const RATE = 48_000;
const sine = (frames: number, hz: number, sampleRate = RATE) =>
  Float32Array.from({ length: frames }, (_, n) => Math.sin((2 * Math.PI * hz * n) / sampleRate));

function noise(frames: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: frames }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  });
}

const least = (bytes: Uint8Array) => Math.min(...bytes);
const most = (bytes: Uint8Array) => Math.max(...bytes);

describe('spectral shape', () => {
  it('is neither flat nor without a peak for a tone', () => {
    const { flatness, crest } = spectralShape([sine(RATE, 1000)], RATE, 16);
    expect([flatness.length, crest.length]).toEqual([16, 16]);
    expect(most(flatness)).toBeLessThan(16);
    // A tone is four of 1024 lines after the window of Hann: √(1024 / 1.5) = 26.
    expect(least(crest)).toBeGreaterThan(8 * 24);
  });

  it('is flat and without a peak for noise', () => {
    const { flatness, crest } = spectralShape([noise(RATE)], RATE, 16);
    // The amplitudes of noise spread as Rayleigh says: their flatness is 0.845.
    expect(least(flatness)).toBeGreaterThan(255 * Math.sqrt(0.8));
    expect(most(crest)).toBeLessThan(8 * 4);
  });

  it('has flat windows where a single impulse is, and peaks where a train of them has a pitch', () => {
    const once = new Float32Array(RATE);
    once[1024] = 1;
    const single = spectralShape([once], RATE, 1);
    expect(single.flatness).toEqual(Uint8Array.of(255));
    expect(single.crest).toEqual(Uint8Array.of(8));
    const train = Float32Array.from({ length: RATE }, (_, n) => Number(n % 24 === 0));
    const { flatness, crest } = spectralShape([train], RATE, 16);
    expect(most(flatness)).toBeLessThan(16);
    expect(least(crest)).toBeGreaterThan(8 * 7);
  });

  it('is nothing for silence, also for a silent part of a loop', () => {
    const silent = spectralShape([new Float32Array(RATE)], RATE, 16);
    expect(silent).toEqual({
      flatness: new Uint8Array(16),
      crest: new Uint8Array(16),
      timbre: new Uint8Array(26),
    });
    const half = noise(RATE).fill(0, RATE / 2);
    const { flatness, crest, timbre } = spectralShape([half], RATE, 16);
    expect(most(flatness.subarray(8))).toBe(0);
    expect(most(crest.subarray(8))).toBe(0);
    expect(least(flatness.subarray(0, 8))).toBeGreaterThan(200);
    // What is silent says nothing about the timbre.
    expect(farthest(timbre, [...spectralShape([noise(RATE / 2)], RATE, 8).timbre])).toBeLessThan(3);
  });

  it('is nothing where a sample is no number', () => {
    const broken = noise(RATE);
    broken[3] = Number.NaN;
    const { crest, timbre } = spectralShape([broken], RATE, 16);
    expect(most(crest) + most(timbre)).toBe(0);
  });

  it('has 256 windows at most, and one at least', () => {
    expect(spectralShape([noise(RATE)], RATE, 4096).flatness).toHaveLength(256);
    expect(spectralShape([noise(RATE)], RATE, 1).flatness).toHaveLength(1);
  });

  it('takes a loop that is shorter than its window as it goes round', () => {
    // Ten turns of a tone, which go on without a seam.
    const short = sine(480, 1000);
    const long = sine(4800, 1000);
    const [a, b] = [short, long].map((sound) => spectralShape([sound], RATE, 1));
    expect(farthest(a!.timbre, [...b!.timbre])).toBeLessThanOrEqual(1);
    expect(a!.crest).toEqual(b!.crest);
    expect(spectralShape([Float32Array.of(0.5)], RATE, 1).crest).toHaveLength(1);
  });

  it('does not depend on the level', () => {
    const loud = spectralShape(shapedSound(), RATE, SHAPED_16THS);
    const quiet = shapedSound().map((channel) => channel.map((value) => value / 64));
    expect(spectralShape(quiet, RATE, SHAPED_16THS)).toEqual(loud);
  });

  it('has filter banks of its own rate, whatever was measured before', () => {
    const at = (rate: number) => spectralShape([sine(rate, 500, rate)], rate, 4);
    const forget = () => Object.assign(Meyda, { barkScale: undefined, melFilterBank: undefined });
    forget();
    const first = at(48_000);
    forget();
    const other = at(8000);
    expect(at(48_000)).toEqual(first);
    expect(at(8000)).toEqual(other);
    expect(other.timbre).not.toEqual(first.timbre);
  });

  it('is the same whole and piece by piece', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6000 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 5 }),
        (frames, length16ths, sizes) => {
          const sound = noise(frames);
          const measure = new SpectralShapeMeasure({ frames, sampleRate: RATE, length16ths });
          for (let from = 0, turn = 0; from < frames; turn++) {
            const to = from + sizes[turn % sizes.length]!;
            measure.add([sound.subarray(from, to)], from);
            from = to;
          }
          expect(measure.finish()).toEqual(spectralShape([sound], RATE, length16ths));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('has the bytes that a worker of the browser has too', () => {
    const shape = spectralShape(shapedSound(), RATE, SHAPED_16THS);
    for (const name of ['flatness', 'crest', 'timbre'] as const) {
      expect(farthest(shape[name], SHAPE[name]), `${name} ${shape[name]}`).toBeLessThanOrEqual(1);
    }
  });
});
