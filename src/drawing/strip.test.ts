import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIBRARY_CATEGORIES } from '../data/contract/categories.ts';
import { stripPart, stripPolygon } from './strip.ts';

/** Area of a closed polygon by the shoelace formula. */
function area(points: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < points.length; at += 2) {
    const next = (at + 2) % points.length;
    sum += points[at]! * points[next + 1]! - points[next]! * points[at + 1]!;
  }
  return Math.abs(sum) / 2;
}

const strips = fc
  .record({
    category: fc.constantFrom(...LIBRARY_CATEGORIES),
    peaks: fc.uint8Array({ minLength: 64, maxLength: 64 }),
    w: fc.integer({ min: 40, max: 500 }),
  })
  .map(({ category, peaks, w }) => ({
    w,
    points: stripPolygon({ slot: 0, category, peaks, repeats: 1, gain: 1, isOn: true }, w, 40),
  }));

test('a strip that is far too narrow still shows eight cells', () => {
  const peaks = Uint8Array.from({ length: 64 }, (_, at) => (at % 8) * 30);
  const ring = { slot: 0, category: 'drums', peaks, repeats: 1, gain: 1, isOn: true } as const;
  const corners = (widthPx: number) => stripPolygon(ring, widthPx, 40).length;
  // From 12.8 pixels on there is room for eight.
  expect(corners(12.7)).toBe(corners(12.9));
});

describe('a part of a strip', () => {
  test('the parts of a strip are the strip', () => {
    fc.assert(
      fc.property(strips, fc.double({ min: 0.01, max: 0.99, noNaN: true }), ({ points, w }, at) => {
        const cut = at * w;
        const both = area(stripPart(points, 0, cut)) + area(stripPart(points, cut, w));
        expect(both).toBeCloseTo(area(points), 3);
      }),
    );
  });

  test('it keeps to its place', () => {
    fc.assert(
      fc.property(strips, ({ points, w }) => {
        const part = stripPart(points, w / 4, w / 2);
        const across = part.filter((_, at) => at % 2 === 0);
        expect(Math.min(...across)).toBeGreaterThanOrEqual(w / 4 - 1e-9);
        expect(Math.max(...across)).toBeLessThanOrEqual(w / 2 + 1e-9);
        expect(stripPart(points, 10, 10)).toEqual([]);
      }),
    );
  });
});
