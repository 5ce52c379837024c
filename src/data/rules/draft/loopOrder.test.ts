import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import { LIBRARY_CATEGORIES } from '../../contract/categories.ts';
import { LoopOrderSchema } from '../../contract/making.ts';
import { addLoop, createDraft } from './draft.ts';
import { seededChance } from './loopChoice.ts';
import {
  familyOfRifff,
  isMadeHere,
  likenessOf,
  orderFor,
  orderLike,
  wishText,
} from './loopOrder.ts';

const empty = createDraft('ada');
const tide = (id: string, category: string) =>
  loopOf(id, { family: 'slow-tide', category, bps: 1.5, root: 2, scale: 1 });
const rain = loopOf('rain', { family: 'glass-rain', category: 'leads' });
/** Two of Slow Tide and one of Glass Rain, at 90 bpm in D Dorian. */
const rifff = [tide('d', 'drums'), tide('b', 'bass'), rain].reduce(addLoop, empty);

it('orders what the rifff lacks, as most of its loops play, at its tempo and in its key', () => {
  expect(familyOfRifff(rifff)).toBe('slow-tide');
  const order = orderFor(rifff, {}, seededChance(1));
  expect(order).toMatchObject({
    family: 'slow-tide',
    category: 'perc',
    bps: 1.5,
    root: 2,
    scale: 1,
  });
  // Of what is asked for, too, first what is not there.
  const asked = orderFor(
    rifff,
    { categories: ['bass', 'fx'], family: 'glass-rain' },
    seededChance(1),
  );
  expect(asked).toMatchObject({ family: 'glass-rain', category: 'fx', bps: 1.5 });
  expect(wishText(rifff, { categories: ['fx'] })).toBe(
    'FX, as Slow Tide plays: 90.00 bpm, D Dorian',
  );
});

it('orders for an empty rifff at home of the family, and for any rifff what can be made', () => {
  const order = orderFor(empty, { family: 'ember-street' }, seededChance(1));
  expect(order).toMatchObject({
    category: 'drums',
    bps: 122 / 60,
    root: 5,
    scale: 5,
    bars: 4,
  });
  expect(wishText(empty, {})).toBe('Drums, as one of three families plays');
  fc.assert(
    fc.property(fc.integer(), fc.subarray([...LIBRARY_CATEGORIES]), (seed, categories) => {
      for (const one of [empty, rifff]) {
        const made = orderFor(one, { categories, family: 'of-a-partner' }, seededChance(seed));
        expect(LoopOrderSchema.parse(made)).toEqual(made);
        if (categories.length > 0) expect(categories).toContain(made.category);
      }
    }),
  );
});

it('orders another like a loop, with a seed of its own, where one can be made', () => {
  const made = loopOf('m', {
    category: 'pads',
    length16ths: 128,
    made: { version: 1, family: 'glass-rain', seed: 7 },
  });
  const chance = seededChance(3);
  const orders = [orderLike(rifff, made, chance), orderLike(rifff, made, chance)];
  expect(orders[0]).toMatchObject({ family: 'glass-rain', category: 'pads', bars: 8, bps: 1.5 });
  expect(orders[0]?.seed).not.toBe(orders[1]?.seed);
  expect(likenessOf(tide('d', 'audio'))).toBeNull();
  expect(orderLike(rifff, loopOf('p', { family: 'future-collection' }), chance)).toBeNull();
});

it('makes every other loop at random, and every one where the library has none', () => {
  const chance = seededChance(5);
  const made = Array.from({ length: 400 }, () => isMadeHere(true, chance)).filter(Boolean).length;
  expect(made).toBeGreaterThan(150);
  expect(made).toBeLessThan(250);
  expect(isMadeHere(false, () => 0.99)).toBe(true);
});
