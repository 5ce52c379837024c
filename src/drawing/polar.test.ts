import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATEGORY_SLUGS, categoryOf } from '../data/contract/categories.ts';
import { edgeAt } from './knives.ts';
import { layoutRings } from './layout.ts';
import type { RingModel } from './model.ts';
import { edgeRadius, ringCells } from './outline.ts';
import { circleOutline, edgeOutline, offsetOutline, type PolarOutline } from './polar.ts';

const ring = fc
  .record({
    category: fc.constantFrom(...CATEGORY_SLUGS),
    peaks: fc.uint8Array({ minLength: 32, maxLength: 128 }),
    repeats: fc.constantFrom(0.5, 1, 2, 4, 5.3),
    gain: fc.double({ min: 0, max: 2, noNaN: true }),
  })
  .map((one): RingModel => ({ ...one, slot: 0, isOn: true }));

const radiusPx = fc.constantFrom(20, 48, 90, 286, 384);

function place(one: RingModel, radius: number) {
  const under: RingModel = { ...one, slot: 1, category: 'bass', gain: 1 };
  return layoutRings([under, one], radius).rings[1]!;
}

type Point = readonly [x: number, y: number];

const pointsOf = (outline: PolarOutline, base: number, amplitude: number): Point[] =>
  Array.from({ length: outline.count }, (_, at) => {
    const radius = base + amplitude * outline.edge[at]! + outline.away[at]!;
    return [outline.x[at]! * radius, outline.y[at]! * radius];
  });

/** Distance of a point from a segment. */
function fromSegment([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const long = dx * dx + dy * dy;
  const share = long > 0 ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / long)) : 0;
  return Math.hypot(x - x0 - dx * share, y - y0 - dy * share);
}

const fromOutline = (point: Point, outline: readonly Point[]) =>
  outline
    .slice(1)
    .reduce((least, to, at) => Math.min(least, fromSegment(point, outline[at]!, to)), 1e9);

describe('the outline of an edge', () => {
  test('goes round once in rising turns and lies on the edge of the ring', () => {
    fc.assert(
      fc.property(ring, radiusPx, (one, radius) => {
        const at = place(one, radius);
        const outline = edgeOutline(one, at, 1);
        const { knife } = categoryOf(one.category);
        const cells = ringCells(one, at);
        expect(outline.turns[0]).toBe(0);
        expect(outline.turns[outline.count - 1]).toBeCloseTo(1, 6);
        for (let point = 0; point < outline.count; point++) {
          const turn = outline.turns[point]!;
          if (point > 0) expect(turn).toBeGreaterThanOrEqual(outline.turns[point - 1]!);
          const sides = [turn - 1e-5, turn + 1e-5].map((side) => edgeAt(knife, cells, side));
          const least = Math.min(...sides.map((v) => Math.abs(v - outline.edge[point]!)));
          // A petal rises steeply from its foot.
          expect(least).toBeLessThan(0.05);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('is fine enough that no chord leaves its arc by a tenth of a pixel', () => {
    for (const radius of [10, 48, 400, 740]) {
      const circle = circleOutline(radius);
      const [x0, y0] = [circle.x[0]! * radius, circle.y[0]! * radius];
      const [x1, y1] = [circle.x[1]! * radius, circle.y[1]! * radius];
      expect(radius - Math.hypot((x0 + x1) / 2, (y0 + y1) / 2)).toBeLessThan(0.1);
    }
  });
});

describe('a moved outline', () => {
  test('lies everywhere at its distance from the edge', () => {
    fc.assert(
      fc.property(ring, radiusPx, fc.constantFrom(1, 3, 5), (one, radius, distance) => {
        const at = place(one, radius);
        const base = at.outer - at.amplitude;
        const open = pointsOf(edgeOutline(one, at, 1), base, at.amplitude);
        // The cut at the beat closes it.
        const edge = [...open, open[0]!];
        const moved = pointsOf(offsetOutline(one, at, distance, 1), base, at.amplitude);
        for (const point of moved) {
          const far = fromOutline(point, edge);
          expect(Math.abs(far - distance)).toBeLessThan(0.02);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('shrunk stays inside, and grown ends at the ring outside where it is told to', () => {
    fc.assert(
      fc.property(ring, ring, (one, other) => {
        const rings = [one, { ...other, slot: 1 }];
        const [at, outside] = layoutRings(rings, 286).rings as [
          ReturnType<typeof place>,
          ReturnType<typeof place>,
        ];
        const base = at.outer - at.amplitude;
        const shrunk = offsetOutline(one, at, -2, 1);
        const limit = { ring: other, place: outside };
        const grown = offsetOutline(one, at, 7, 1, limit);
        for (const [x, y] of pointsOf(shrunk, base, at.amplitude)) {
          expect(Math.hypot(x, y)).toBeLessThan(at.outer - 1.9);
        }
        const cells = ringCells(other, outside);
        const { knife } = categoryOf(other.category);
        pointsOf(grown, base, at.amplitude).forEach(([x, y], point) => {
          const v = edgeAt(knife, cells, grown.turns[point]!);
          expect(Math.hypot(x, y)).toBeLessThan(edgeRadius(outside, v) + 0.01);
        });
      }),
      { numRuns: 30 },
    );
  });
});
