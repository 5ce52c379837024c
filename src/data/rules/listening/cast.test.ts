import { expect, test } from 'vitest';
import { type CastPlace, turnsAt } from './cast.ts';

const place: CastPlace = { isPlaying: true, turns: 3.25, atMs: 1000, turnMs: 16_000, bars: 8 };

test('the place goes on by the shared clock, and stands still while nothing plays', () => {
  expect(turnsAt(place, 1000)).toBe(3.25);
  expect(turnsAt(place, 9000)).toBe(3.75);
  expect(turnsAt(place, 500)).toBe(3.25);
  expect(turnsAt({ ...place, isPlaying: false }, 9000)).toBe(3.25);
  expect(turnsAt({ ...place, turnMs: 0 }, 9000)).toBe(3.25);
});
