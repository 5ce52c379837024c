import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byActivity, presenceLine } from './presence.ts';

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
  expect(presenceLine([], 4, '')).toBe('4 people here');
  expect(presenceLine([one('tom', 'here')], 1, '')).toBe('tom');
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
