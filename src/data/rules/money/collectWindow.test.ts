import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closesAt, collectLabel, countdownStepMs, countdownText, isOpen } from './collectWindow.ts';

const HOUR_MS = 3_600_000;

test('a rifff can be collected while it is younger than a day', () => {
  expect(closesAt(1000)).toBe(1000 + 24 * HOUR_MS);
  expect(isOpen(0, 24 * HOUR_MS - 1)).toBe(true);
  expect(isOpen(0, 24 * HOUR_MS)).toBe(false);
});

test.each([
  [24 * HOUR_MS, 'closes in 24 h'],
  [3 * HOUR_MS + 12 * 60_000, 'closes in 3 h 12 min'],
  [3 * HOUR_MS + 11 * 60_000 + 1, 'closes in 3 h 12 min'],
  [HOUR_MS - 1, 'closes in 1 h'],
  [40 * 60_000, 'closes in 40 min'],
  [5 * 60_000 + 1, 'closes in 6 min'],
  [5 * 60_000, 'closes in 5 min 0 s'],
  [61_000, 'closes in 1 min 1 s'],
  [59_000, 'closes in 59 s'],
  [1, 'closes in 1 s'],
  [0, 'closed'],
  [-5, 'closed'],
  [Number.NaN, 'closed'],
])('with %d ms left it %s', (leftMs, text) => {
  expect(countdownText(leftMs)).toBe(text);
});

test('the countdown changes when it says it will, and not before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 * HOUR_MS }), (leftMs) => {
      const step = countdownStepMs(leftMs);
      expect(step).toBeGreaterThan(0);
      expect(countdownText(leftMs - step + 1)).toBe(countdownText(leftMs));
      expect(countdownText(leftMs - step)).not.toBe(countdownText(leftMs));
    }),
  );
});

test('the button says what is paid, or nothing of it', () => {
  expect(collectLabel(null, 'PLAY', 'en-US')).toBe('Collect');
  expect(collectLabel('4000000000000000000000000', 'PLAY', 'en-US')).toBe('Collect for 4 PLAY');
  expect(collectLabel('1500000000000000000000000', 'NEAR', 'de-DE')).toBe('Collect for 1,5 NEAR');
});
