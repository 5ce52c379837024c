import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LOOP_BAND_BINS,
  LOOP_BANDS,
  LOOP_PEAK_BINS,
  RIFFF_PEAK_BINS,
} from '../data/contract/constants.ts';
import { type RifffLayer, rifffBrightness, rifffMagnitude, rifffPeaks } from './rifffPeaks.ts';

const none = new Uint8Array(0);
const peaksOf = (value: (bin: number) => number) =>
  Uint8Array.from({ length: LOOP_PEAK_BINS }, (_, bin) => value(bin));
const bandsOf = (...levels: number[]) =>
  Uint8Array.from(
    { length: LOOP_BANDS * LOOP_BAND_BINS },
    (_, at) => levels[Math.floor(at / LOOP_BAND_BINS)]!,
  );
const layer = (parts: Partial<RifffLayer>): RifffLayer => ({
  peaks: none,
  bands: none,
  gain: 1,
  passes: 1,
  ...parts,
});

describe('peakData of a rifff', () => {
  it('repeats a loop over the length of the rifff', () => {
    const hit = peaksOf((bin) => (bin === 0 ? 255 : 0));
    const bins = rifffPeaks([layer({ peaks: hit, passes: 4 })]);
    const hits = bins.flatMap((value, at) => (value === 1 ? [at] : []));
    expect(bins).toHaveLength(RIFFF_PEAK_BINS);
    expect(hits).toEqual([0, 384, 768, 1152]);
  });

  it('holds a part of a loop when the loop is longer than the rifff', () => {
    const late = peaksOf((bin) => (bin >= 512 ? 255 : 0));
    expect(Math.max(...rifffPeaks([layer({ peaks: late, passes: 0.5 })]))).toBe(0);
    expect(rifffPeaks([layer({ peaks: late, passes: 0.75 })]).slice(-512)).toEqual(
      Array(512).fill(1),
    );
  });

  it('adds loops as the root of the sum of squares, with their gain', () => {
    const flat = peaksOf(() => 255);
    const bins = rifffPeaks([layer({ peaks: flat, gain: 0.6 }), layer({ peaks: flat, gain: 0.8 })]);
    expect(new Set(bins)).toEqual(new Set([1]));
    expect(new Set(rifffPeaks([layer({ peaks: flat, gain: 0 })]))).toEqual(new Set([0]));
  });

  it('keeps the maximum of a loop, whatever the number of its passes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: LOOP_PEAK_BINS, maxLength: LOOP_PEAK_BINS }),
        fc.double({ min: 1, max: 5000, noNaN: true }),
        fc.double({ min: 0.01, max: 16, noNaN: true }),
        (peaks, passes, gain) => {
          const highest = Math.max(...rifffPeaks([layer({ peaks, passes, gain })]));
          expect(highest).toBeCloseTo((Math.max(...peaks) / 255) * gain, 2);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('magnitude and brightness of a rifff', () => {
  it('adds the powers of what is heard', () => {
    expect(rifffMagnitude([layer({ loudnessLufs: -20 })])).toBe(0.1);
    const [one, two] = [layer({ loudnessLufs: -23.0103 }), layer({ loudnessLufs: -23.0103 })];
    expect(rifffMagnitude([one, two])).toBeCloseTo(0.1, 4);
    expect(rifffMagnitude([layer({ loudnessLufs: -20, gain: 2 })])).toBe(0.2);
    expect(rifffMagnitude([layer({ loudnessLufs: -6, gain: 0 })])).toBe(0);
    expect(rifffMagnitude([layer({ loudnessLufs: 20, gain: 16 })])).toBe(1);
    expect(rifffMagnitude([])).toBe(0);
  });

  it('says where the sound lies, by what is loud', () => {
    expect(rifffBrightness([layer({ bands: bandsOf(200, 0, 0, 0) })])).toBe(0);
    expect(rifffBrightness([layer({ bands: bandsOf(0, 0, 0, 9) })])).toBe(1);
    expect(rifffBrightness([layer({ bands: bandsOf(50, 50, 50, 50) })])).toBe(0.5);
    const low = layer({ bands: bandsOf(255, 0, 0, 0), gain: 3 });
    const high = layer({ bands: bandsOf(0, 0, 0, 255) });
    expect(rifffBrightness([low, high])).toBe(0.25);
    expect(rifffBrightness([layer({})])).toBe(0);
  });
});
