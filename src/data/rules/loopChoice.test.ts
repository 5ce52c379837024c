import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIBRARY_CATEGORIES } from '../contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../contract/constants.ts';
import { type Loop, LoopSchema } from '../contract/loop.ts';
import { createDraft, loopInSlot, swapLoop, usedSlots } from './draft.ts';
import {
  chooseLoops,
  fillRifff,
  fitsRifff,
  isLibraryCategory,
  nextLoop,
  randomLoop,
  sameNotes,
  seededChance,
} from './loopChoice.ts';

const loop = (id: string, change: Partial<Loop> = {}): Loop =>
  LoopSchema.parse({
    _id: id,
    creatorUserName: 'rondo',
    created: 1,
    barLength: 16,
    length16ths: 32,
    bps: 2,
    sampleRate: 48_000,
    category: 'bass',
    ...change,
  });

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
