import { describe, expect, it } from 'vitest';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import { LIBRARY_CATEGORIES } from '../../contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import { createDraft, loopInSlot, swapLoop, usedSlots } from './draft.ts';
import {
  chooseLoops,
  fillRifff,
  fitsRifff,
  isLibraryCategory,
  nextLoop,
  planRings,
  RING_PLANS,
  randomLoop,
  sameNotes,
  seededChance,
} from './loopChoice.ts';

const loop = loopOf;

const family = (name: string, bps: number, variants = 4): Loop[] =>
  LIBRARY_CATEGORIES.flatMap((category) =>
    Array.from({ length: variants }, (_, index) =>
      loop(`${name}-${category}-${index}`, { family: name, bps, category, root: 3, scale: 1 }),
    ),
  );

const library = [...family('house', 122 / 60), ...family('half', 86 / 60)];
const anyPool = fc.array(
  fc
    .record({
      id: fc.integer({ min: 0, max: 40 }),
      category: fc.constantFrom(...LIBRARY_CATEGORIES, '?'),
      family: fc.constantFrom('a', 'b', undefined),
    })
    .map(({ id, ...rest }) => loop(`loop-${id}`, rest)),
  { maxLength: 40 },
);

describe('chooseLoops', () => {
  it('takes one of each part of one pack', () => {
    const chosen = chooseLoops(library, seededChance(7));
    expect(chosen.map((one) => one.category).sort()).toEqual([...LIBRARY_CATEGORIES].sort());
    expect(new Set(chosen.map((one) => one.family)).size).toBe(1);
  });

  it('puts them in the order of one plan or another', () => {
    const seeds = Array.from({ length: 60 }, (_, seed) => seed);
    const orders = seeds.map((seed) =>
      chooseLoops(library, seededChance(seed)).map(({ category }) => category),
    );
    expect(new Set(orders.map((order) => order.at(-1))).size).toBeGreaterThanOrEqual(5);
    expect(orders.some((order) => order.at(-1) === 'drums')).toBe(true);
    expect(orders.some((order) => order[0] === 'drums')).toBe(true);
  });

  it('stays within a pack, never repeats a loop and never has two basses or two drum loops', () => {
    fc.assert(
      fc.property(anyPool, fc.integer(), (pool, seed) => {
        const chosen = chooseLoops(pool, seededChance(seed));
        const count = (category: string) =>
          chosen.filter((one) => one.category === category).length;
        expect(chosen.length).toBeLessThanOrEqual(MAX_LOOPS_PER_RIFFF);
        expect(new Set(chosen.map((one) => one._id)).size).toBe(chosen.length);
        expect(new Set(chosen.map((one) => one.family)).size).toBeLessThanOrEqual(1);
        expect(count('bass')).toBeLessThanOrEqual(1);
        expect(count('drums')).toBeLessThanOrEqual(1);
        if (pool.some((one) => isLibraryCategory(one.category))) expect(chosen).not.toHaveLength(0);
      }),
    );
  });

  it('fills eight slots from a pack that lacks a part', () => {
    const pool = family('house', 2).filter((one) => one.category !== 'vocals');
    expect(chooseLoops(pool, seededChance(1))).toHaveLength(MAX_LOOPS_PER_RIFFF);
  });

  it('repeats itself for a seed and differs between seeds', () => {
    const ids = (seed: number) => chooseLoops(library, seededChance(seed)).map((one) => one._id);
    expect(ids(3)).toEqual(ids(3));
    expect(new Set([1, 2, 3, 4, 5].map((seed) => ids(seed).join())).size).toBeGreaterThan(2);
  });
});

describe('fillRifff', () => {
  it('replaces everything, takes the tempo and key of the pack and keeps the id', () => {
    const before = fillRifff(createDraft('you'), library.slice(0, 3));
    const chosen = chooseLoops(family('half', 86 / 60), seededChance(2));
    const after = fillRifff(before, chosen);
    expect(after._id).toBe(before._id);
    expect(usedSlots(after)).toBe(MAX_LOOPS_PER_RIFFF);
    expect(after.loops.map((one) => one._id)).toEqual(chosen.map((one) => one._id));
    expect(after.state.bps).toBeCloseTo(86 / 60);
    expect([after.root, after.scale]).toEqual([3, 1]);
  });

  it('changes nothing without loops', () => {
    const rifff = createDraft('you');
    expect(fillRifff(rifff, [])).toBe(rifff);
  });
});

describe('fitsRifff', () => {
  const rifff = fillRifff(createDraft('you'), [loop('one', { bps: 2, root: 0, scale: 0 })]);

  it('hears the relative minor as the same notes', () => {
    expect(sameNotes({ root: 0, scale: 0 }, { root: 9, scale: 5 })).toBe(true);
    expect(sameNotes({ root: 0, scale: 0 }, { root: 7, scale: 0 })).toBe(false);
    expect(fitsRifff(rifff, loop('two', { root: 9, scale: 5 }))).toBe(true);
  });

  it('wants the tempo, and the key of whatever has a pitch', () => {
    expect(fitsRifff(rifff, loop('two', { bps: 2.2, root: 0, scale: 0 }))).toBe(false);
    expect(fitsRifff(rifff, loop('two', { root: 1, scale: 0 }))).toBe(false);
    expect(fitsRifff(rifff, loop('two', { root: 1, scale: 0, category: 'drums' }))).toBe(true);
  });
});

describe('swapping', () => {
  const basses = library.filter((one) => one.category === 'bass');

  it('goes through every loop of the category and comes back, those that fit first', () => {
    const first = basses[0] as Loop;
    let rifff = fillRifff(createDraft('you'), [first]);
    const seen: Loop[] = [];
    for (const _ of basses) {
      const next = nextLoop(rifff, basses, loopInSlot(rifff, 0)?._id ?? '');
      if (!next) throw new Error('nothing came next');
      seen.push(next);
      rifff = swapLoop(rifff, 0, next);
    }
    expect(new Set(seen.map((one) => one._id)).size).toBe(basses.length);
    expect(seen.at(-1)).toBe(first);
    expect(seen.slice(0, 3).every((one) => one.family === 'house')).toBe(true);
  });

  it('never offers a loop that another slot holds, nor the same again', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(basses, { minLength: 2 }), fc.integer(), (held, seed) => {
        const rifff = fillRifff(createDraft('you'), held);
        const current = held[0] as Loop;
        const ids = new Set(held.map((one) => one._id));
        for (const found of [
          nextLoop(rifff, basses, current._id),
          randomLoop(rifff, basses, current._id, seededChance(seed)),
        ]) {
          if (held.length === basses.length) expect(found).toBeUndefined();
          else expect(ids.has(found?._id ?? current._id)).toBe(false);
        }
      }),
    );
  });

  it('prefers by chance what fits', () => {
    const rifff = fillRifff(createDraft('you'), [basses[0] as Loop]);
    for (let seed = 0; seed < 20; seed += 1) {
      const found = randomLoop(rifff, basses, (basses[0] as Loop)._id, seededChance(seed));
      expect(found?.family).toBe('house');
    }
  });
});

import fc from 'fast-check';

const ringOf = (category: string, at: number, change: Partial<Loop> = {}): Loop =>
  loopOf(`loop-${at}`, { length16ths: 16 * (1 + (at % 4)), category, ...change });
const eight = LIBRARY_CATEGORIES.map((category, at) => ringOf(category, at));
const anyLoops = fc
  .array(fc.constantFrom(...LIBRARY_CATEGORIES, '?'), { maxLength: 8 })
  .map((categories) => categories.map((category, at) => ringOf(category, at)));
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
