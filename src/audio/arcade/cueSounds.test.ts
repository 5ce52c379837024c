import { describe, expect, test } from 'vitest';
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { CueId } from '../../data/rules/arcade/cues.ts';
import { runBiquads } from '../../dsp/biquad.ts';
import { createFft } from '../../dsp/fft.ts';
import { kWeighting } from '../../dsp/loudness.ts';
import { cueWave } from './cueSounds.ts';

/** Every cue: a record, so that a new one cannot be forgotten. */
const ALL: Readonly<Record<CueId, true>> = {
  perfect: true,
  good: true,
  early: true,
  late: true,
  off: true,
  fits: true,
  rubs: true,
  clash: true,
  grab: true,
  drop: true,
  lift: true,
  hurry: true,
  over: true,
};
const IDS = Object.keys(ALL) as CueId[];
const KEYS = [
  { root: 0, scale: 0 },
  { root: 9, scale: 5 },
  { root: 11, scale: 17 },
  { root: 4, scale: 11 },
];
const SIZE = 2048;
const fft = createFft(SIZE);
/** Edges of bands in Hz, two in an octave. */
const BANDS = Array.from({ length: 14 }, (_, at) => 60 * 2 ** (at / 2));

/** Levels of bands by time, some forty milliseconds apart, scaled to length 1: what an ear tells sounds apart by. */
function shapeOf(wave: Float32Array): Float64Array {
  const steps = 16;
  const shape = new Float64Array(steps * (BANDS.length - 1));
  for (let step = 0; step < steps; step++) {
    const re = Float64Array.from({ length: SIZE }, (_, n) => wave[step * SIZE + n] ?? 0);
    const im = new Float64Array(SIZE);
    fft.transform(re, im);
    for (let band = 0; band + 1 < BANDS.length; band++) {
      const from = Math.round((BANDS[band]! * SIZE) / SAMPLE_RATE_HZ);
      const to = Math.round((BANDS[band + 1]! * SIZE) / SAMPLE_RATE_HZ);
      let power = 0;
      for (let bin = from; bin < to; bin++) power += re[bin]! ** 2 + im[bin]! ** 2;
      shape[step * (BANDS.length - 1) + band] = power ** 0.25;
    }
  }
  const length = Math.hypot(...shape);
  return shape.map((value) => value / length);
}

const alike = (a: Float64Array, b: Float64Array) => a.reduce((sum, v, at) => sum + v * b[at]!, 0);

/** Loudness of the loudest 50 ms of mono samples on both channels, in LUFS. */
function loudestLufs(wave: Float32Array): number {
  const weighted = runBiquads(Float64Array.from(wave), kWeighting(SAMPLE_RATE_HZ));
  let most = 0;
  for (let from = 0; from + 2400 <= Math.max(2400, weighted.length); from += 480) {
    let power = 0;
    for (let n = from; n < Math.min(from + 2400, weighted.length); n++) power += weighted[n]! ** 2;
    most = Math.max(most, (2 * power) / 2400);
  }
  return -0.691 + 10 * Math.log10(most);
}

describe('the sounds of cues', () => {
  test.each(KEYS)('are told apart in the key $root $scale', (key) => {
    const shapes = IDS.map((id) => shapeOf(cueWave(id, key)));
    for (let one = 0; one < IDS.length; one++) {
      for (let other = 0; other < one; other++) {
        const share = alike(shapes[one]!, shapes[other]!);
        expect([IDS[one], IDS[other], share < 0.88, share]).toEqual([
          IDS[one],
          IDS[other],
          true,
          share,
        ]);
      }
    }
  });

  test('are under the music, and none is lost in it', () => {
    // A rifff is brought to −13 LUFS.
    for (const key of KEYS) {
      for (const id of IDS) {
        const under = -13 - loudestLufs(cueWave(id, key));
        expect([id, under > 5 && under < 18, under]).toEqual([id, true, under]);
      }
    }
  });

  test('begin and end in silence, are short, and the same every time', () => {
    for (const id of IDS) {
      const wave = cueWave(id, KEYS[0]!);
      expect(wave).toEqual(cueWave(id, KEYS[0]!));
      expect(wave.length).toBeLessThan(1.1 * SAMPLE_RATE_HZ);
      expect(Math.abs(wave[0]!)).toBeLessThan(0.001);
      expect(Math.abs(wave.at(-1)!)).toBeLessThan(0.001);
      expect(Math.max(...wave.map(Math.abs))).toBeLessThan(0.25);
    }
  });

  test('are in the key: a triad of a minor key has its minor third', () => {
    const thirds = (scale: number) => {
      const wave = cueWave('fits', { root: 0, scale });
      const level = (semitones: number) => {
        const hz = 261.63 * 2 ** (semitones / 12);
        let [re, im] = [0, 0];
        wave.forEach((sample, n) => {
          re += sample * Math.cos((2 * Math.PI * hz * n) / SAMPLE_RATE_HZ);
          im += sample * Math.sin((2 * Math.PI * hz * n) / SAMPLE_RATE_HZ);
        });
        return Math.hypot(re, im);
      };
      return level(4) > level(3) ? 'major' : 'minor';
    };
    expect(thirds(0)).toBe('major');
    expect(thirds(5)).toBe('minor');
  });
});
