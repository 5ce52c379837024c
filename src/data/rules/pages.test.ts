import { expect, test } from 'vitest';
import { nextSkip, onceEach } from './pages.ts';

interface Page {
  readonly names: readonly string[];
  readonly total: number;
}
const namesOf = ({ names }: Page) => names;
const pageOf = (total: number, ...names: string[]): Page => ({ names, total });

test('the next page begins behind all that is there, until the last one or an empty one', () => {
  expect(nextSkip([], namesOf)).toBeUndefined();
  expect(nextSkip([pageOf(3, 'a', 'b')], namesOf)).toBe(2);
  expect(nextSkip([pageOf(3, 'a', 'b'), pageOf(3, 'c')], namesOf)).toBeUndefined();
  // Others were deleted meanwhile.
  expect(nextSkip([pageOf(3, 'a', 'b'), pageOf(3)], namesOf)).toBeUndefined();
});

test('what moved to another page while one read is there once, as it is now', () => {
  const room = (id: string, size: number) => ({ id, size });
  const pages = [
    [room('a', 1), room('b', 1)],
    [room('b', 2), room('c', 1)],
  ];
  const all = onceEach(
    pages,
    (page) => page,
    ({ id }) => id,
  );
  expect(all).toEqual([room('a', 1), room('b', 2), room('c', 1)]);
});
