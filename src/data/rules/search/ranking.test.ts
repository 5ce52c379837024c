import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitOf, type Rankable, ranked } from './ranking.ts';

const thing = (name: string, more: Partial<Rankable> = {}): Rankable => ({
  id: name,
  names: [name],
  words: name.split(' '),
  likes: 0,
  created: 0,
  ...more,
});

it.each([
  ['night drive', 'exact'],
  ['night driver', 'begins'],
  ['drive by night', 'words'],
  ['nightly drives', 'beginnings'],
])('"night drive" fits "%s": %s', (name, fit) => {
  expect(fitOf(['night', 'drive'], thing(name))).toBe(fit);
});

it('counts every name that something goes by', () => {
  const person = thing('maya', { names: ['maya', 'demo maya'], words: ['maya', 'demo'] });
  expect(fitOf(['demo', 'maya'], person)).toBe('exact');
  expect(fitOf([], person)).toBe('beginnings');
});

it('puts the fit before likes, likes before age, and ends with the id', () => {
  const things = [
    thing('drum', { id: 'exact' }),
    thing('drum loop', { id: 'begins', likes: 5 }),
    thing('a drum', { id: 'liked', likes: 9 }),
    thing('a drum', { id: 'newer', created: 2 }),
    thing('a drum', { id: 'b', created: 1 }),
    thing('a drum', { id: 'a', created: 1 }),
    thing('a drummer', { id: 'beginning', likes: 99 }),
  ];
  const order = ['exact', 'begins', 'liked', 'newer', 'a', 'b', 'beginning'];
  expect(ranked(['drum'], things.toReversed()).map(({ id }) => id)).toEqual(order);
});

it('is the same in whatever order things come, however often', () => {
  const some = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    names: fc.constantFrom(['tide'], ['tide out'], ['low tide'], ['']),
    words: fc.constantFrom(['tide'], ['tides'], []),
    likes: fc.nat(2),
    created: fc.nat(2),
  });
  const things = fc.uniqueArray(some, { selector: ({ id }) => id });
  fc.assert(
    fc.property(things, (found) => {
      const order = ranked(['tide'], found);
      expect(ranked(['tide'], [...found.toReversed(), ...found])).toEqual(order);
      expect(order).toHaveLength(found.length);
    }),
  );
});
