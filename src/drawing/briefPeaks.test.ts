import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATEGORIES, CATEGORY_SLUGS, categoryOf, type Knife } from '../data/contract/categories.ts';
import type { Loop } from '../data/contract/loop.ts';
import { decodeBytes } from '../data/contract/loopData.ts';
import { briefPeaks } from './briefPeaks.ts';
import { ringDensity } from './character.ts';
import { cellCount, mostCells, poolCells } from './knives.ts';
import { loopModel } from './model.ts';

const MANIFEST = new URL('../../assets/starter/manifest.json', import.meta.url);
const LOOPS = JSON.parse(readFileSync(MANIFEST, 'utf8')).loops as Loop[];
/** Sixteenths of eight bars of 4/4. */
const TURN_16THS = 128;
/** Their means are rounded to bytes; at the foot of a ring the bend makes a hair 20 times as much. */
const SOFT: ReadonlySet<Knife> = new Set(['swell', 'arc']);

describe('short peaks', () => {
  it('cut the same rings as all of them, in their own category and in every sharp one, at every size', () => {
    for (const loop of LOOPS) {
      const peaks = decodeBytes(loop.peaks);
      const repeats = TURN_16THS / loop.length16ths;
      const own = categoryOf(loop.category);
      const sharp = Object.values(CATEGORIES).filter(({ knife }) => !SOFT.has(knife));
      for (const category of new Set([own, ...sharp])) {
        const ring = { ...loopModel(loop), category: category.slug, repeats };
        const brief = briefPeaks(ring);
        for (const diameter of [40, 172, 320, 900]) {
          const density = ringDensity(ring);
          expect(ringDensity({ ...ring, peaks: brief })).toBe(density);
          const count = cellCount(category, diameter, diameter / 3, density);
          const most = mostCells(category, diameter, diameter / 3);
          const whole = poolCells(peaks, repeats, category.knife, count, most);
          const short = poolCells(brief, repeats, category.knife, count, most);
          const name = `${loop.name} as ${category.slug} at ${diameter}`;
          expect(short.length, name).toBe(whole.length);
          const worst = whole.reduce(
            (far, cell, at) => Math.max(far, Math.abs(cell - short[at]!)),
            0,
          );
          expect(worst, name).toBeLessThanOrEqual(SOFT.has(category.knife) ? 0.08 : 0);
        }
      }
    }
  });

  it('hold no more than 128 bins of any loop, and nothing louder than it', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 1024 }),
        fc.constantFrom(...CATEGORY_SLUGS),
        fc.double({ min: 1 / 64, max: 512, noNaN: true }),
        (peaks, category, repeats) => {
          const brief = briefPeaks({ category, peaks, repeats });
          expect(brief.length).toBeLessThanOrEqual(Math.min(128, peaks.length));
          expect(Math.max(0, ...brief)).toBeLessThanOrEqual(Math.max(0, ...peaks));
        },
      ),
    );
  });
});
