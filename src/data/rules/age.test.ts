import { expect, test } from 'vitest';
import { ageText, dateText, timeText } from './age.ts';

const NOW = Date.UTC(2026, 4, 20, 12);
const MINUTE = 60_000;

test('ages from a moment to years', () => {
  const ages = [-5000, 30_000, MINUTE, 59 * MINUTE, 61 * MINUTE, 23.9 * 60 * MINUTE];
  expect(ages.map((ms) => ageText(NOW - ms, 'gb', NOW))).toEqual([
    ...['now', 'now', '1 min', '59 min', '1 h', '23 h'],
  ]);
  const days = [1, 6.5, 17, 400].map((count) => ageText(NOW - count * 24 * 60 * MINUTE, 'gb', NOW));
  expect(days).toEqual(['1 day', '6 days', '3 May 2026', '15 Apr 2025']);
});

test('the clock today, the day before that, the year long ago', () => {
  const now = new Date(2026, 4, 20, 21, 30).getTime();
  const at = (year: number, day: number) => new Date(year, 4, day, 9, 5).getTime();
  expect(timeText(at(2026, 20), 'gb', now)).toBe('09:05');
  expect(timeText(at(2026, 19), 'gb', now)).toBe('19 May, 09:05');
  expect(timeText(at(2024, 19), 'gb', now)).toBe('19 May 2024, 09:05');
});

test('every region writes its own way', () => {
  const time = new Date(2026, 4, 3, 15, 7).getTime();
  expect([dateText(time, 'us'), dateText(time, 'gb')]).toEqual(['May 3, 2026', '3 May 2026']);
  expect(timeText(time, 'us', time).replace('\u202f', ' ')).toBe('03:07 PM');
  expect(timeText(time, 'eu', time)).toBe('15:07');
});
