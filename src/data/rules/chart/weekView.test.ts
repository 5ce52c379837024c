import { describe, expect, test } from 'vitest';
import type { WeekWon } from '../../contract/sharing.ts';
import { formatDays } from '../site/locale.ts';
import { WEEK_MS } from './weeks.ts';
import { changeWords, placeChange, weekPath, weeksBack, whyWon } from './weekView.ts';

const MONDAY = Date.UTC(2026, 10, 16);
const THURSDAY = MONDAY + 3.5 * 86_400_000;

describe('the week that an address means', () => {
  test('goes by the day, whatever day of the week, and is the same link in a week', () => {
    expect(weeksBack('2026-11-09', THURSDAY)).toBe(1);
    expect(weeksBack('2026-11-15', THURSDAY)).toBe(1);
    expect(weeksBack('2026-11-09', THURSDAY + WEEK_MS)).toBe(2);
    expect(weekPath(MONDAY - WEEK_MS, THURSDAY)).toBe('/chart?week=2026-11-09');
    expect(weekPath(MONDAY, THURSDAY)).toBe('/chart');
  });

  test('is the one that runs for what is no day, and for days ahead', () => {
    for (const day of [null, '', 'last', '2026-13-40', '2026-11-16', '2027-01-01', '-1']) {
      expect(weeksBack(day, THURSDAY), String(day)).toBe(0);
    }
    expect(weeksBack('0001-01-01', THURSDAY)).toBe(5200);
  });
});

describe('a place against the week before', () => {
  const before = new Map([
    ['up', 5],
    ['down', 1],
    ['same', 2],
  ]);
  const at = (_id: string, place: number, shared = MONDAY - 1) =>
    placeChange(
      { _id, chart: { place, points: 1, people: 1 }, action_timestamp: shared },
      MONDAY,
      before,
    );

  test('says by how much it rose or fell, and what is new', () => {
    expect(at('up', 2)).toEqual({ kind: 'up', by: 3 });
    expect(at('down', 2)).toEqual({ kind: 'down', by: 1 });
    expect(at('same', 2)).toEqual({ kind: 'same' });
    expect(at('fresh', 1, MONDAY)).toEqual({ kind: 'new' });
    expect(at('unknown', 1)).toEqual({ kind: 'back' });
    expect(placeChange({ _id: 'a', action_timestamp: 1 }, MONDAY, before)).toBeNull();
  });

  test('is printed with a true minus, and said in words', () => {
    expect(changeWords({ kind: 'down', by: 1 })).toEqual({
      mark: '\u22121',
      said: '1 place lower than in the week before',
    });
    expect(changeWords({ kind: 'up', by: 3 }).mark).toBe('+3');
  });
});

describe('why a rifff won', () => {
  const won = (change: Partial<WeekWon>): WeekWon => ({
    start: 0,
    startISO: '',
    end: 1,
    endISO: '',
    by: 'rule',
    reason: '',
    points: 9,
    people: 4,
    strangers: 2,
    ...change,
  });

  test('names its points, people, and those who did not know its maker', () => {
    expect(whyWon(won({}), 'Mira')).toBe(
      '9 points from 4 people, 2 of whom did not follow Mira before.',
    );
    expect(whyWon(won({ strangers: 4 }), 'Mira')).toContain('none of whom followed Mira');
    expect(whyWon(won({ strangers: 0, people: 1, points: 1 }), 'Mira')).toBe(
      '1 point from 1 person.',
    );
  });

  test('gives the reason of the moderators', () => {
    const chosen = won({ by: 'moderator', reason: 'It opened the year', people: 0, points: 0 });
    expect(whyWon(chosen, 'Mira')).toBe('Chosen by the moderators: It opened the year.');
  });
});

test('days of a week are written as the region does, by the days of UTC', () => {
  expect(formatDays(MONDAY, MONDAY + WEEK_MS, 'gb')).toMatch(/^16\s?[–-]\s?22 Nov 2026$/u);
  expect(formatDays(MONDAY, MONDAY + WEEK_MS, 'us')).toMatch(/^Nov 16\s?[–-]\s?22, 2026$/u);
});
