import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  loopDistance,
  loopPrint,
  NEARLY_SAME,
} from '../../../packages/starter-content/report/distance.ts';
import { LIBRARY_CATEGORIES } from '../../data/contract/categories.ts';
import { type LoopOrder, LoopOrderSchema, MADE_FAMILIES } from '../../data/contract/making.ts';
import { SCALES } from '../../data/contract/scales.ts';
import { MIN_TONALITY, matchKey, tonalContent, tonality } from '../chroma.ts';
import { CATEGORY_TARGET_LUFS } from '../levels.ts';
import { loopLoudness } from '../loudness.ts';
import { seamDb } from '../seam.ts';
import { truePeakDb } from '../truePeak.ts';
import { makeLoop } from './makeLoop.ts';

const orderOf = (change: Partial<LoopOrder>): LoopOrder =>
  LoopOrderSchema.parse({
    version: 1,
    family: 'ember-street',
    category: 'leads',
    seed: 1,
    bps: 2.5,
    root: 5,
    scale: 5,
    bars: 1,
    ...change,
  });

const orders = fc
  .record({
    family: fc.constantFrom(...MADE_FAMILIES),
    category: fc.constantFrom(...LIBRARY_CATEGORIES),
    seed: fc.nat(0xffff_ffff),
    // A second or less: short loops, so that there may be many of them.
    bps: fc.double({ min: 4, max: 10, noNaN: true }),
    root: fc.nat(11),
    scale: fc.nat(SCALES.length - 1),
    bars: fc.constantFrom<LoopOrder['bars'][]>(1, 1, 2),
    density: fc.double({ min: 0, max: 1, noNaN: true }),
    octave: fc.integer({ min: -1, max: 1 }),
  })
  .map(orderOf);

function measured(order: LoopOrder) {
  const made = makeLoop(order);
  const channels: Float32Array[] = made.channels;
  const { shares } = tonalContent(channels, 48_000);
  const isPitched = !['drums', 'perc', 'fx'].includes(order.category);
  return {
    made,
    offLu: loopLoudness(channels, 48_000) - CATEGORY_TARGET_LUFS[order.category],
    peakDb: truePeakDb(channels),
    seamDb: Math.max(...channels.map(seamDb)),
    keyShare:
      isPitched && tonality(shares) >= MIN_TONALITY
        ? matchKey(shares, order.root, order.scale).share
        : 1,
  };
}

describe('a loop that is made', () => {
  it('is what was ordered, whatever that is: as long, as loud, in key, without a click', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const { made, offLu, peakDb, seamDb, keyShare } = measured(order);
        const frames = Math.round(((order.bars * 16) / (4 * order.bps)) * 48_000);
        expect(made.length16ths).toBe(order.bars * 16);
        expect(made.channels.map(({ length }) => length)).toEqual([frames, frames]);
        expect(Math.abs(offLu)).toBeLessThanOrEqual(0.5);
        expect(peakDb).toBeLessThanOrEqual(-1);
        expect(seamDb).toBeLessThanOrEqual(3);
        expect(keyShare).toBeGreaterThanOrEqual(0.8);
        expect(made.channels.every((channel) => channel.every(Number.isFinite))).toBe(true);
      }),
      { numRuns: 40, seed: 20_261_123 },
    );
  });

  it('is the same for the same order, to the sample and by name', () => {
    for (const category of LIBRARY_CATEGORIES) {
      const order = orderOf({ category, seed: 77, bps: 8 });
      expect(makeLoop({ ...order })).toEqual(makeLoop(order));
    }
  });

  it('is another one for another seed, with another name', () => {
    for (const family of MADE_FAMILIES) {
      const loops = Array.from({ length: 6 }, (_, seed) =>
        makeLoop(orderOf({ family, seed, bps: 6 })),
      );
      const prints = loops.map(({ channels }) => loopPrint(channels, 48_000, 16));
      for (let a = 0; a < prints.length; a++) {
        for (let b = a + 1; b < prints.length; b++) {
          expect(loopDistance(prints[a]!, prints[b]!).total).toBeGreaterThan(2 * NEARLY_SAME);
        }
      }
      expect(new Set(loops.map(({ name }) => name)).size).toBe(loops.length);
      for (const { name } of loops) expect(name).toMatch(/^[A-Z][a-z]+ (on )?[A-Z][a-z]+$/);
    }
  });

  it('sounds more often the denser it is ordered, and higher by an octave', () => {
    const onsets = (density: number) => {
      const { channels } = makeLoop(orderOf({ category: 'leads', seed: 3, density }));
      return loopPrint(channels, 48_000, 16).rhythm.reduce((sum, level) => sum + level, 0);
    };
    expect(onsets(0.95)).toBeGreaterThan(1.3 * onsets(0.05));
    const centre = (octave: LoopOrder['octave']) => {
      const { timbre } = loopPrint(makeLoop(orderOf({ seed: 3, octave })).channels, 48_000, 16);
      return timbre.indexOf(Math.max(...timbre));
    };
    expect(centre(1)).toBeGreaterThan(centre(-1));
  });
});
