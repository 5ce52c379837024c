import { expect, test } from 'vitest';
import { ageText } from './age.ts';

const NOW = Date.UTC(2026, 4, 20, 12);
const MINUTE = 60_000;

test('ages from a moment to years', () => {
  const ages = [-5000, 30_000, MINUTE, 59 * MINUTE, 61 * MINUTE, 23.9 * 60 * MINUTE];
  expect(ages.map((ms) => ageText(NOW - ms, NOW))).toEqual([
    ...['now', 'now', '1 min', '59 min', '1 h', '23 h'],
  ]);
  const days = [1, 6.5, 17, 400].map((count) => ageText(NOW - count * 24 * 60 * MINUTE, NOW));
  expect(days).toEqual(['1 day', '6 days', '3 May 2026', '15 Apr 2025']);
});
