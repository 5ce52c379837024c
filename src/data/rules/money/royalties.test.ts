import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitRoyalty } from './royalties.ts';

const sumOf = (shares: ReadonlyMap<string, number>) =>
  [...shares.values()].reduce((sum, bps) => sum + bps, 0);
const split = (weights: Record<string, number>, total = 1000, most = 6) =>
  Object.fromEntries(splitRoyalty(new Map(Object.entries(weights)), total, most));

describe('a royalty', () => {
  it.each([
    ['by the number of loops', { mia: 3, tom: 1 }, { mia: 750, tom: 250 }],
    [
      'to the last basis point, ties to the first name',
      { c: 1, a: 1, b: 1 },
      { a: 334, b: 333, c: 333 },
    ],
    ['with what is left to whoever lost most', { a: 5, b: 1 }, { a: 833, b: 167 }],
    ['among nobody', {}, {}],
    ['among those alone who have a weight', { a: 0, b: 2 }, { b: 1000 }],
  ])('is split %s', (_, weights, shares) => {
    expect(split(weights)).toEqual(shares);
  });

  it('goes to those with the largest weights where there are too many', () => {
    const many = { a: 1, b: 1, c: 2, d: 1, e: 1, f: 1, g: 1 };
    expect(Object.keys(split(many))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('is whole, exact, fair to within one, and the same whatever the order', () => {
    const weights = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 4 }), fc.nat(8)), {
      selector: ([name]) => name,
      maxLength: 12,
    });
    fc.assert(
      fc.property(weights, fc.nat(10_000), fc.integer({ min: 1, max: 8 }), (list, total, most) => {
        const shares = splitRoyalty(new Map(list), total, most);
        const counting = list.filter(([, weight]) => weight > 0);
        expect(sumOf(shares)).toBe(counting.length === 0 ? 0 : total);
        expect(shares.size).toBeLessThanOrEqual(most);
        for (const bps of shares.values()) expect(Number.isInteger(bps) && bps > 0).toBe(true);
        expect([...splitRoyalty(new Map(list.toReversed()), total, most)]).toEqual([...shares]);
        if (counting.length > most) return;
        const sum = counting.reduce((all, [, weight]) => all + weight, 0);
        for (const [name, weight] of counting) {
          expect(Math.abs((shares.get(name) ?? 0) - (total * weight) / sum)).toBeLessThan(1);
        }
      }),
    );
  });
});
