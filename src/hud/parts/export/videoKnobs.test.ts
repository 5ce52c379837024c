import { expect, test } from 'vitest';
import type { KnobTurns } from '../../../data/contract/live.ts';
import { knobOptions, knobsOfVideo } from './videoKnobs.ts';

const NOW_MS = 1.8e12;
const turns: KnobTurns = {
  start: [0.5],
  moves: [
    { atMs: NOW_MS - 90_000, knobs: [1] },
    { atMs: NOW_MS - 20_000, knobs: [null, 0.25] },
  ],
};

test('moves are offered where there were some in the time that the video has', () => {
  const valuesOf = (sec: number) => knobOptions(turns, sec, NOW_MS).map(({ value }) => value);
  expect(valuesOf(30)).toEqual(['stand', 'moved', 'rest']);
  expect(valuesOf(10)).toEqual(['stand', 'rest']);
  expect(knobOptions(turns, 30, NOW_MS)[1]?.title).toBe('As they moved in the last 30 seconds');
  expect(knobOptions(turns, 300, NOW_MS)[1]?.title).toBe('As they moved in the last minute');
});

test('a video takes the moves of its own length, a minute at most, or where the knobs stand', () => {
  expect(knobsOfVideo(turns, 'moved', 30, NOW_MS)).toEqual({ turns, fromMs: NOW_MS - 30_000 });
  expect(knobsOfVideo(turns, 'moved', 300, NOW_MS)).toEqual({ turns, fromMs: NOW_MS - 60_000 });
  const stand = {
    turns: { start: [1, 0.25, ...new Array(6).fill(null)], moves: [] },
    fromMs: 0,
  };
  expect(knobsOfVideo(turns, 'stand', 30, NOW_MS)).toEqual(stand);
  // Chosen before, and not there any more.
  expect(knobsOfVideo(turns, 'moved', 10, NOW_MS)).toEqual(stand);
  expect(knobsOfVideo(turns, 'rest', 30, NOW_MS).turns.moves).toEqual([]);
});
