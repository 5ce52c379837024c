import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginPace, goOn, leftText, secondsLeft } from './timeLeft.ts';

/** A pace after so many steps, each of so many milliseconds and so much of a share. */
function after(steps: readonly (readonly [ms: number, share: number])[]) {
  let pace = beginPace(0, 1000);
  for (const [ms, share] of steps) pace = goOn(pace, pace.share + share, pace.atMs + ms);
  return pace;
}

const steady = (ms: number, share: number, count: number) =>
  Array.from({ length: count }, () => [ms, share] as const);

test('what goes evenly is foretold exactly, whatever its steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 20, max: 900 }), (parts, ms) => {
      const count = Math.max(parts, Math.ceil(1600 / ms));
      const share = 0.9 / count;
      const left = secondsLeft(after(steady(ms, share, count)));
      expect(left).toBeCloseTo((0.1 / share) * (ms / 1000), 4);
    }),
  );
});

test('nothing is said before it can be told', () => {
  expect(secondsLeft(beginPace(0, 0))).toBe(null);
  expect(secondsLeft(after(steady(100, 0.01, 5)))).toBe(null);
  expect(secondsLeft(after(steady(500, 0, 20)))).toBe(null);
  expect(secondsLeft(after(steady(500, 0.01, 20)))).not.toBe(null);
});

test('a stutter does not shake it, and a slower part is heard of', () => {
  const even = steady(100, 0.005, 60);
  const before = secondsLeft(after(even))!;
  const stutter = secondsLeft(after([...even, [600, 0.005]]))!;
  expect(stutter / before).toBeLessThan(1.3);
  const slower = secondsLeft(after([...even, ...steady(100, 0.001, 100)]))!;
  const truly = (0.6 / 0.001) * 0.1;
  expect(slower).toBeGreaterThan(0.7 * truly);
  expect(slower).toBeLessThan(1.1 * truly);
});

test('it reads as people say it', () => {
  expect([0, 4, 7.6, 22, 57.4, 57.6, 89, 91, 600].map(leftText)).toEqual([
    'about 5 s left',
    'about 5 s left',
    'about 10 s left',
    'about 20 s left',
    'about 55 s left',
    'about 1 min left',
    'about 2 min left',
    'about 2 min left',
    'about 10 min left',
  ]);
});
