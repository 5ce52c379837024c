import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CATEGORY_SLUGS } from '../../contract/categories.ts';
import { SEARCH_KINDS } from '../../contract/constants.ts';
import {
  alikePath,
  hasSound,
  isAsked,
  NOTHING_ASKED,
  readSearch,
  type SearchAsked,
  searchParams,
  searchPath,
  withoutSound,
} from './address.ts';

const upTo = (least: number, most: number) =>
  fc.oneof(fc.constant(''), fc.integer({ min: least, max: most }).map(String));
const anything: fc.Arbitrary<SearchAsked> = fc.record({
  q: fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map((text) => text.trim()),
  kind: fc.constantFrom('', ...SEARCH_KINDS),
  tempoMin: upTo(1, 999),
  tempoMax: upTo(1, 999),
  root: upTo(0, 11),
  scale: upTo(0, 17),
  category: fc.constantFrom('', ...CATEGORY_SLUGS),
  loopId: fc.constantFrom('', 'a_b-9'),
  like: fc.constantFrom('', 'a_b-9'),
});

it('comes back out of the address that it went into', () => {
  fc.assert(
    fc.property(anything, (asked) => {
      const { search } = new URL(searchPath(asked), 'http://host');
      expect(readSearch(new URLSearchParams(search))).toEqual(asked);
    }),
  );
});

it('leaves out what makes no sense', () => {
  const wrong =
    'kind=clubs&tempoMin=0&tempoMax=1e3&root=12&scale=-1&category=drum&loopId=a%2Fb&like=a.b';
  expect(readSearch(new URLSearchParams(`${wrong}&more=1`))).toEqual(NOTHING_ASKED);
  expect(readSearch(new URLSearchParams({ q: 'a'.repeat(100) })).q).toHaveLength(80);
});

it('writes only what is given, and knows whether that is anything', () => {
  const asked = { ...NOTHING_ASKED, q: ' tide ', root: '0' };
  expect(searchParams(asked)).toEqual({ q: 'tide', root: '0' });
  expect(searchPath({ loopId: 'x', kind: 'rifffs' })).toBe('/search?kind=rifffs&loopId=x');
  expect(searchPath({})).toBe('/search');
  expect([isAsked(asked), isAsked({ ...NOTHING_ASKED, q: ' ', kind: 'jams' })]).toEqual([
    true,
    false,
  ]);
  expect([hasSound(asked), hasSound(withoutSound(asked))]).toEqual([true, false]);
  // A loop that others are compared with is asked for by itself, whatever else narrows it.
  const alike = { ...NOTHING_ASKED, like: 'x' };
  expect([isAsked(alike), hasSound(alike), withoutSound(alike)]).toEqual([true, false, alike]);
  expect(alikePath('x')).toBe('/search?kind=loops&like=x');
});
