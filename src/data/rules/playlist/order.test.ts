import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeOrder } from './order.ts';

const PEOPLE = 3;
/** What one of the people does: an order is made of what they saw last, with strangers and repetitions in it. */
const deedArb = fc.oneof(
  fc.record({ deed: fc.constant('look' as const), by: fc.nat(PEOPLE - 1) }),
  fc.record({ deed: fc.constant('add' as const), by: fc.nat(PEOPLE - 1) }),
  fc.record({ deed: fc.constant('remove' as const), by: fc.nat(PEOPLE - 1), at: fc.nat(30) }),
  fc.record({
    deed: fc.constant('order' as const),
    by: fc.nat(PEOPLE - 1),
    keys: fc.array(fc.nat(1000), { minLength: 30, maxLength: 30 }),
    seen: fc.nat(30),
    more: fc.array(fc.constantFrom('stranger', '0', '1', '2'), { maxLength: 3 }),
  }),
);

it('holds every item once, and whoever ordered last finds theirs as they asked', () => {
  fc.assert(
    fc.property(fc.array(deedArb, { maxLength: 40 }), (deeds) => {
      let current: string[] = [];
      let next = 0;
      const views: (readonly string[])[] = Array.from({ length: PEOPLE }, () => []);
      for (const one of deeds) {
        const before = current;
        if (one.deed === 'add') current = [...current, String(next++)];
        if (one.deed === 'look') views[one.by] = current;
        if (one.deed === 'remove') current = current.filter((_, at) => at !== one.at);
        if (one.deed !== 'order') continue;
        // What they saw may be gone meanwhile, and others may have come; they loaded only the first of it.
        const seen = views[one.by]!.slice(0, one.seen);
        const shuffled = seen
          .map((id, at) => ({ id, key: one.keys[at % one.keys.length]! }))
          .sort((a, b) => a.key - b.key)
          .map(({ id }) => id);
        const wish = [...shuffled, ...one.more];
        current = mergeOrder(before, wish);
        expect([...current].sort()).toEqual([...before].sort());
        const named = [...new Set(wish)].filter((id) => before.includes(id));
        expect(current.filter((id) => named.includes(id))).toEqual(named);
        // What the wish leaves out stands behind what it stood behind.
        for (const id of before.filter((each) => !named.includes(each))) {
          expect(current[current.indexOf(id) - 1]).toBe(before[before.indexOf(id) - 1]);
        }
        expect(mergeOrder(current, wish)).toEqual(current);
      }
      expect(new Set(current).size).toBe(current.length);
    }),
  );
});
