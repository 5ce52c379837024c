import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byActivity, draftText, MOST_DRAFTS, madeNow, presenceLine } from './presence.ts';

const one = (user: string, activity: 'here' | 'listening' | 'editing' | 'recording') => ({
  user,
  displayName: user,
  activity,
});

test('whoever records stands first, and oneself is not told of', () => {
  const here = [one('tom', 'listening'), one('me', 'editing'), one('mia', 'recording')];
  expect(presenceLine(here, 3, 'me')).toBe('mia recording an answer, tom listening');
  expect(presenceLine(here, 9, 'me')).toBe('mia recording an answer, tom listening and 6 more');
  expect(presenceLine([one('me', 'here')], 1, 'me')).toBe('');
  expect(presenceLine([], 4, '')).toBe('4 people');
  expect(presenceLine([one('tom', 'here')], 1, '')).toBe('tom');
});

test('what others make is told of eight at most, whoever records first, and never of oneself', () => {
  const here = [
    one('me', 'editing'),
    one('tom', 'editing'),
    one('eva', 'here'),
    one('mia', 'recording'),
  ];
  expect(madeNow(here, 'me').map(({ user }) => user)).toEqual(['mia', 'tom']);
  const many = Array.from({ length: 20 }, (_, at) => one(`u${at}`, 'editing'));
  expect(madeNow(many, 'me')).toHaveLength(MOST_DRAFTS);
  expect(draftText(one('mia', 'recording'), 'Nº 12')).toBe('mia is recording an answer to Nº 12');
  expect(draftText(one('tom', 'editing'), '')).toBe('tom is editing an answer');
});

test('sorting loses nobody and does not change what it is given', () => {
  const people = fc.array(
    fc.record({
      user: fc.string({ minLength: 1, maxLength: 4 }),
      displayName: fc.string({ maxLength: 4 }),
      activity: fc.constantFrom('here', 'listening', 'editing', 'recording'),
    }),
  );
  fc.assert(
    fc.property(people, (here) => {
      const before = [...here];
      const sorted = byActivity(here);
      expect(here).toEqual(before);
      expect(new Set(sorted)).toEqual(new Set(here));
      expect(sorted).toHaveLength(here.length);
    }),
  );
});
