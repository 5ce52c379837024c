import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIBRARY_CATEGORIES } from '../contract/categories.ts';
import { type Loop, LoopSchema } from '../contract/loop.ts';
import { seededChance } from './loopChoice.ts';
import { planRings, RING_PLANS } from './ringPlans.ts';

const loopOf = (category: string, at: number, change: Partial<Loop> = {}): Loop =>
  LoopSchema.parse({
    _id: `loop-${at}`,
    creatorUserName: 'rondo',
    created: 1,
    barLength: 16,
    length16ths: 16 * (1 + (at % 4)),
    bps: 2,
    sampleRate: 48_000,
    category,
    loudnessLufs: -20 + ((at * 5) % 7),
    ...change,
  });
const eight = LIBRARY_CATEGORIES.map((category, at) => loopOf(category, at));
const anyLoops = fc
  .array(fc.constantFrom(...LIBRARY_CATEGORIES, '?'), { maxLength: 8 })
  .map((categories) => categories.map((category, at) => loopOf(category, at)));
const byPlan = (id: string) =>
  RING_PLANS.find((plan) => plan.id === id)!
    .order(eight)
    .map(({ category }) => category);

describe('plans of rings', () => {
  it('keep exactly the loops that they are given', () => {
    fc.assert(
      fc.property(anyLoops, fc.integer(), (loops, seed) => {
        const ids = (some: readonly Loop[]) => some.map(({ _id }) => _id).sort();
        for (const { order } of RING_PLANS) expect(ids(order(loops))).toEqual(ids(loops));
        expect(ids(planRings(loops, seededChance(seed)))).toEqual(ids(loops));
      }),
    );
  });

  it('put outside and inside what they are called after', () => {
    expect(byPlan('drums-outside').slice(-3)).toEqual(['fx', 'perc', 'drums']);
    expect(byPlan('drums-inside').slice(0, 3)).toEqual(['drums', 'perc', 'bass']);
    expect(byPlan('bass-outside').at(-1)).toBe('bass');
    expect(byPlan('beds-outside').slice(-2)).toEqual(['chords', 'pads']);
    expect(byPlan('voices-outside').slice(-2)).toEqual(['leads', 'vocals']);
    expect(byPlan('colours-outside').at(-1)).toBe('fx');
  });

  it('sort by loudness and by length, whatever the category', () => {
    const order = (id: string) => RING_PLANS.find((plan) => plan.id === id)!.order;
    fc.assert(
      fc.property(anyLoops, (loops) => {
        const lufs = order('loudest-outside')(loops).map((loop) => loop.loudnessLufs!);
        expect(lufs).toEqual([...lufs].sort((a, b) => a - b));
        const lengths = order('longest-inside')(loops).map((loop) => loop.length16ths);
        expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
      }),
    );
  });

  it('can set light inks against dark ones, with a light one outside', () => {
    const dark = new Set(['bass', 'pads', 'vocals', 'perc']);
    expect(byPlan('light-and-dark').map((category) => dark.has(category))).toEqual(
      [0, 1, 2, 3].flatMap(() => [true, false]),
    );
  });

  it('are chosen by chance: no category is outside in more than a third of the rifffs', () => {
    const tally = new Map<string, number>();
    for (let seed = 0; seed < 400; seed++) {
      const outside = planRings(eight, seededChance(seed)).at(-1)!.category;
      tally.set(outside, (tally.get(outside) ?? 0) + 1);
    }
    expect(tally.size).toBeGreaterThanOrEqual(6);
    expect(Math.max(...tally.values())).toBeLessThan(400 / 3);
  });
});
