import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromPosition, holdValue, toPosition, valueAfterKey } from './slider.ts';

const RATE = { min: 0.5, max: 2, step: 0.25, page: 0.5, grid: 0.25, reset: 1 };
const GAIN = { min: 0, max: 2, step: 0.05, page: 0.2, grid: 0, reset: 1 };

it('steps, leaps, goes to the ends and back to where it begins', () => {
  expect(valueAfterKey(1, 'ArrowRight', RATE)).toBe(1.25);
  expect(valueAfterKey(1, 'ArrowDown', RATE)).toBe(0.75);
  expect(valueAfterKey(1, 'PageUp', RATE)).toBe(1.5);
  expect(valueAfterKey(1.75, 'Home', RATE)).toBe(0.5);
  expect(valueAfterKey(1, 'End', RATE)).toBe(2);
  expect(valueAfterKey(1.75, 'r', RATE)).toBe(1);
  expect(valueAfterKey(1, 'x', RATE)).toBeNull();
});

it('stays in its range and on its grid whatever comes', () => {
  fc.assert(
    fc.property(fc.double({ min: -100, max: 100, noNaN: true }), (value) => {
      const held = holdValue(value, RATE);
      expect(held).toBeGreaterThanOrEqual(RATE.min);
      expect(held).toBeLessThanOrEqual(RATE.max);
      expect((held / 0.25) % 1).toBe(0);
    }),
  );
});

it('finds the value again at the position where it is drawn', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.constantFrom(1, 2),
      (value, taper) => {
        expect(fromPosition(toPosition(value, GAIN, taper), GAIN, taper)).toBeCloseTo(value, 6);
      },
    ),
  );
});
