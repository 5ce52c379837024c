import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RIFFF_PEAK_BINS } from '../data/contract/constants.ts';
import { drawnPeaks, peakColumns, peaksPath } from './peakLine.ts';

const peakData = fc.array(fc.double({ min: 0, max: 16, noNaN: true }), {
  minLength: RIFFF_PEAK_BINS,
  maxLength: RIFFF_PEAK_BINS,
});

describe('what is drawn of the peaks of a rifff', () => {
  it('is every third bin, scaled to a maximum of 1', () => {
    fc.assert(
      fc.property(peakData, (bins) => {
        const drawn = drawnPeaks(bins);
        expect(drawn).toHaveLength(512);
        const most = Math.max(...bins.filter((_, at) => at % 3 === 0));
        if (most === 0) expect(new Set(drawn)).toEqual(new Set([0]));
        else expect(Math.max(...drawn)).toBe(1);
        for (const at of [0, 7, 511]) expect(drawn[at]! * most).toBeCloseTo(bins[3 * at]!, 6);
      }),
      { numRuns: 40 },
    );
  });

  it('loses no maximum in columns, whatever their number and the turns', () => {
    fc.assert(
      fc.property(
        peakData,
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 1, max: 9 }),
        (bins, count, turns) => {
          const columns = peakColumns(drawnPeaks(bins), count, turns);
          expect(columns).toHaveLength(count);
          expect(Math.max(...columns)).toBe(Math.max(...drawnPeaks(bins)));
        },
      ),
      { numRuns: 40 },
    );
    const first = [1, ...Array<number>(511).fill(0)];
    const heard = peakColumns(first, 64, 4).flatMap((high, at) => (high > 0 ? at : []));
    expect(heard).toEqual([0, 16, 32, 48]);
  });

  it('is a line for a silent rifff, and nothing without a width', () => {
    const silent = drawnPeaks(Array<number>(RIFFF_PEAK_BINS).fill(0));
    expect(peaksPath(silent, 300)).toBe('M0 1H300');
    expect(peaksPath([], 300)).toBe('M0 1H300');
    expect(peaksPath(silent, 0)).toBe('');
  });

  it('has a hairline every three pixels, in the middle of one, and none outside of its box', () => {
    const full = drawnPeaks(Array<number>(RIFFF_PEAK_BINS).fill(0.2));
    for (const width of [120, 301.4, 4000]) {
      const places = [...peaksPath(full, width).matchAll(/M([\d.]+) 1V([\d.]+)/g)];
      expect(places).toHaveLength(Math.min(512, Math.floor(width / 3)));
      for (const [, x, y] of places) {
        expect(Number(x) % 1).toBe(0.5);
        expect(Number(x)).toBeLessThan(width);
        expect(Number(y)).toBe(0);
      }
      const between = places.map(([, x], at) => Number(x) - Number(places[at - 1]?.[1] ?? -9));
      expect(Math.min(...between)).toBeGreaterThanOrEqual(3);
    }
  });
});
