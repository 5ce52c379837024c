import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  SLEEP_CHOICES,
  SLEEP_FADE_MS,
  SLEEP_FLOOR_DB,
  sleepAfterMs,
  sleepChoiceOf,
  sleepFadeDb,
} from './sleep.ts';

test('every choice says when', () => {
  const when = Object.fromEntries(SLEEP_CHOICES.map(({ id }) => [id, sleepAfterMs(id)]));
  expect(when).toEqual({
    off: null,
    '10': 600_000,
    '20': 1_200_000,
    '30': 1_800_000,
    '60': 3_600_000,
    end: null,
  });
  expect([sleepChoiceOf('20'), sleepChoiceOf('25'), sleepChoiceOf('')]).toEqual([
    '20',
    'off',
    'off',
  ]);
});

test('it only grows quieter, from what was set to the floor', () => {
  const ms = fc.double({ min: -1000, max: 2 * SLEEP_FADE_MS, noNaN: true });
  fc.assert(
    fc.property(ms, ms, (a, b) => {
      const [first, later] = [Math.min(a, b), Math.max(a, b)].map(sleepFadeDb);
      expect(later!).toBeLessThanOrEqual(first!);
      expect(later!).toBeGreaterThanOrEqual(SLEEP_FLOOR_DB);
    }),
  );
  expect(sleepFadeDb(0)).toBeCloseTo(0, 9);
  expect(sleepFadeDb(SLEEP_FADE_MS)).toBe(SLEEP_FLOOR_DB);
});
