import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { isAsked } from '../search/address.ts';
import { MOODS, moodAsked, moodFits, moodOf, moodOrder, sharesOf } from './mood.ts';

const MINOR = 5;
interface Kind {
  bpm: number;
  rings: number;
  brightness?: number;
  magnitude?: number;
  scale?: number;
}
const made = ({ bpm, rings, scale = 0, ...levels }: Kind): Rifff => {
  const rifff = rifffOf(rings);
  return { ...rifff, ...levels, scale, state: { ...rifff.state, bps: bpm / 60 } };
};
const slow = made({ bpm: 72, rings: 2, brightness: 0.2, magnitude: 0.05, scale: MINOR });
const fast = made({ bpm: 128, rings: 8, brightness: 0.6, magnitude: 0.4 });
const between = made({ bpm: 104, rings: 4, brightness: 0.4, magnitude: 0.2 });

test.each([
  ['calm', slow, fast],
  ['driving', fast, slow],
  ['bright', fast, slow],
  ['dark', slow, fast],
  ['sparse', slow, fast],
  ['full', fast, slow],
])('%s finds what it says', (id, best, worst) => {
  const list = [between, worst, best].map((rifff) => ({ rifff }));
  const order = moodOrder(list, moodOf(id)).map(({ rifff }) => rifff);
  expect(order).toEqual([best, between, worst]);
  const [, low, high] = moodFits([between, worst, best], moodOf(id));
  expect(high).toBeGreaterThan(0.8);
  expect(low).toBeLessThan(0.45);
});

test('muted rings do not count, and a level that is not known stands in the middle', () => {
  const muted = {
    ...fast,
    state: {
      ...fast.state,
      playback: between.state.playback.map(({ slot }) => ({
        slot: { current: slot.current && { ...slot.current, on: false } },
      })),
    },
  };
  expect(moodFits([muted, between], moodOf('sparse'))).toEqual([1, 0]);
  expect(sharesOf([undefined, 1, 3, 3])).toEqual([0.5, 0, 0.75, 0.75]);
});

test('of many only those that fit are played, of few all', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    rifff: made({ bpm: 60 + 3 * at, rings: 1 + (at % 8), magnitude: at / 40 }),
  }));
  const order = moodOrder(many, moodOf('calm'));
  expect(order.length).toBeGreaterThanOrEqual(8);
  expect(order.length).toBeLessThan(30);
  expect(Math.max(...order.slice(0, 5).map(({ rifff }) => rifff.state.bps * 60))).toBeLessThan(110);
  expect(moodOrder(many.slice(0, 5), moodOf('full'))).toHaveLength(5);
});

test('every fit is a share, nothing comes twice and nothing is made up', () => {
  const kind = fc.record({
    bpm: fc.integer({ min: 15, max: 600 }),
    rings: fc.integer({ min: 0, max: 8 }),
    scale: fc.integer({ min: 0, max: 17 }),
  });
  fc.assert(
    fc.property(fc.array(kind, { maxLength: 20 }), fc.constantFrom(...MOODS), (kinds, mood) => {
      const list = kinds.map((one) => ({ rifff: made(one) }));
      for (const fit of moodFits(
        list.map(({ rifff }) => rifff),
        mood,
      )) {
        expect(fit).toBeGreaterThanOrEqual(0);
        expect(fit).toBeLessThanOrEqual(1);
      }
      const order = moodOrder(list, mood);
      expect(new Set(order).size).toBe(order.length);
      expect(order.length).toBeGreaterThanOrEqual(Math.min(8, list.length));
      expect(order.every((one) => list.includes(one))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('tempo and third are asked of the index, and what is found there fits', () => {
  const asked = MOODS.filter((mood) => isAsked(moodAsked(mood))).map(({ id }) => id);
  expect(asked).toEqual(['calm', 'bright', 'dark', 'driving']);
  expect(moodAsked(moodOf('calm'))).toMatchObject({ tempoMin: '50', tempoMax: '96', scale: '' });
  expect(moodAsked(moodOf('dark'))).toMatchObject({ scale: `${MINOR}`, tempoMin: '' });
  const minor = made({ bpm: 100, rings: 3, scale: Number(moodAsked(moodOf('dark')).scale) });
  const major = made({ bpm: 100, rings: 3, scale: Number(moodAsked(moodOf('bright')).scale) });
  const [dark, light] = moodFits([minor, major], moodOf('dark'));
  expect(dark).toBeGreaterThan(light!);
});
