import { expect, it } from 'vitest';
import { CATEGORY_SLUGS } from './categories.ts';
import { brandColourOf, categoryColourCode, foreignColourCode } from './colours.ts';

it('every category has its colour, and its code leads back to it', () => {
  const names = CATEGORY_SLUGS.map((slug) => brandColourOf(categoryColourCode(slug)));
  expect(names).toEqual([
    'orange',
    'blue',
    'yellow',
    'red',
    'green',
    'purple',
    'pink',
    'turquoise',
    'white',
    'white',
  ]);
  expect(CATEGORY_SLUGS.map(categoryColourCode).every((code) => /^ff[0-9a-f]{6}$/.test(code))).toBe(
    true,
  );
});

it.each([
  ['ff4d9de0', 'turquoise'],
  ['FF0000FF', 'blue'],
  ['80ff0000', 'red'],
  ['ffffffff', 'white'],
  ['ff00ff00', 'green'],
])('the foreign code %s is kept and stands for %s', (code, name) => {
  expect([brandColourOf(code), foreignColourCode(code)]).toEqual([name, code]);
});

it.each([['#ff0000'], ['ff00'], ['"><img src=x>'], [''], [7], [undefined], ['gg000000']])(
  '%s is no code',
  (code) => {
    expect([brandColourOf(code), foreignColourCode(code)]).toEqual([null, undefined]);
  },
);

it('a code of the house is not somebody else’s, in any case', () => {
  expect(foreignColourCode(categoryColourCode('bass').toUpperCase())).toBeUndefined();
});
