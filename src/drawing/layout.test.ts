import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { musicalRing, referenceRifff } from '../../tests/gpu/musicalPeaks.ts';
import { CATEGORY_SLUGS } from '../data/contract/categories.ts';
import { moveOutline } from './dilate.ts';
import {
  gainWeight,
  layoutRings,
  pickRing,
  ringLimit,
  visibleRings,
  weightGain,
} from './layout.ts';
import type { RingModel } from './model.ts';

const ringsOf = fc
  .array(
    fc.record({
      category: fc.constantFrom(...CATEGORY_SLUGS),
      gain: fc.double({ min: 0, max: 2, noNaN: true }),
      isOn: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((list): RingModel[] => list.map((one, at) => musicalRing(at, one.category, one)));
const radius = fc.double({ min: 12, max: 740, noNaN: true });

describe('layout', () => {
  test('the reference rifff lies as in the reference drawing', () => {
    const layout = layoutRings(referenceRifff().rings, 384);
    expect(layout.hole).toBeCloseTo(57.6, 3);
    expect(layout.gap).toBeCloseTo(4.7616, 4);
    const expected = [
      [101.774, 26.504],
      [156.286, 32.707],
      [196.428, 24.085],
      [242.641, 27.728],
      [292.977, 30.202],
      [325.261, 19.37],
      [384, 43.467],
    ];
    for (const [at, [outer, amplitude]] of expected.entries()) {
      expect(layout.rings[at]!.outer).toBeCloseTo(outer!, 2);
      expect(layout.rings[at]!.amplitude).toBeCloseTo(amplitude!, 2);
    }
  });

  test('rings fill the room from the hole to the silhouette and never cut through the one inside', () => {
    fc.assert(
      fc.property(ringsOf, radius, fc.boolean(), (rings, radiusPx, isEditor) => {
        const layout = layoutRings(rings, radiusPx, { isEditor });
        expect(layout.rings.length).toBeLessThanOrEqual(ringLimit(radiusPx * 2));
        expect(layout.rings.at(-1)!.outer).toBeCloseTo(layout.radius, 3);
        let inside = layout.hole;
        for (const ring of layout.rings) {
          expect(ring.outer - ring.pitch).toBeCloseTo(inside, 3);
          expect(ring.amplitude).toBeLessThanOrEqual(Math.max(ring.pitch, 0.34 * ring.outer));
          inside = ring.outer;
        }
      }),
    );
  });

  test('a louder ring is thicker; gain and weight are each other’s inverse', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 2, noNaN: true }), (gain) => {
        expect(weightGain(gainWeight(gain))).toBeCloseTo(gain, 6);
        expect(gainWeight(gain + 0.1)).toBeGreaterThan(gainWeight(gain));
      }),
    );
  });

  test('with a frozen weight only the dragged ring changes its thickness', () => {
    const rings = referenceRifff().rings;
    const before = layoutRings(rings, 286, { isEditor: true });
    const dragged = rings.map((ring) => (ring.slot === 2 ? { ...ring, gain: 1.8 } : ring));
    const after = layoutRings(dragged, 286, { isEditor: true, frozenWeight: before.weight });
    for (const [at, ring] of after.rings.entries()) {
      const was = before.rings[at]!.pitch;
      if (ring.slot === 2) expect(ring.pitch).toBeGreaterThan(was * 1.3);
      else expect(ring.pitch).toBeCloseTo(was, 6);
    }
  });

  test('the editor’s rings grow with their number', () => {
    const radii = referenceRifff().rings.map(
      (_, at, all) => layoutRings(all.slice(0, at + 1), 100, { isEditor: true }).radius,
    );
    expect(radii).toEqual([60, 68, 75, 81, 87, 92, 96]);
  });

  test('small sizes keep the newest and drop muted rings first', () => {
    const rings = referenceRifff().rings.map((ring) => ({ ...ring, isOn: ring.slot !== 1 }));
    rings[2]!.isFresh = true;
    const kept = visibleRings(rings, 32).map((ring) => ring.slot);
    expect(kept).toHaveLength(3);
    expect(kept).toContain(2);
    expect(kept).toContain(6);
    expect(kept).not.toContain(1);
    expect(layoutRings(rings, 16).hole).toBe(0);
  });
});

describe('picking', () => {
  test('every point of the disc picks a ring, every point outside none', () => {
    fc.assert(
      fc.property(
        ringsOf,
        radius,
        fc.double({ min: 0, max: 1.3, noNaN: true }),
        fc.double({ min: 0, max: 7, noNaN: true }),
        (rings, radiusPx, share, angle) => {
          const layout = layoutRings(rings, radiusPx);
          const distance = share * layout.radius;
          const slot = pickRing(layout, Math.sin(angle) * distance, -Math.cos(angle) * distance);
          const isInside = distance >= layout.hole + 1e-6 && share <= 1.0799;
          const isOutside = distance < layout.hole - 1e-6 || share > 1.0801;
          if (isInside) expect(layout.rings.map((ring) => ring.slot)).toContain(slot);
          if (isOutside) expect(slot).toBe(-1);
        },
      ),
    );
  });

  test('going outwards never goes back to a ring further in', () => {
    const layout = layoutRings(referenceRifff().rings, 286);
    let last = 0;
    for (let r = layout.hole; r < 286; r += 0.5) {
      const slot = pickRing(layout, r, 0);
      expect(slot).toBeGreaterThanOrEqual(last);
      last = slot;
    }
    expect(last).toBe(6);
  });

  test('nothing is picked where there are no rings, or for a point that is not a number', () => {
    expect(pickRing(layoutRings([], 100), 1, 1)).toBe(-1);
    expect(pickRing(layoutRings(referenceRifff().rings, 100), Number.NaN, 0)).toBe(-1);
  });
});

describe('a moved outline', () => {
  const points = fc
    .array(
      fc.record({
        turn: fc.double({ min: 0, max: 1, noNaN: true }),
        radius: fc.double({ min: 5, max: 90, noNaN: true }),
        // A radial cut stands at one turn.
        cut: fc.option(fc.double({ min: 5, max: 90, noNaN: true })),
      }),
      { minLength: 16, maxLength: 64 },
    )
    .map((all) => {
      const rising = all.toSorted((a, b) => a.turn - b.turn);
      // No chord across the middle.
      const spread = rising.map((one, at) => ({ ...one, turn: (at + one.turn) / rising.length }));
      return spread.flatMap(({ turn, radius, cut }) =>
        cut === null ? [turn, radius] : [turn, radius, turn, cut],
      );
    });
  const place = (turn: number, radius: number) =>
    [Math.sin(turn * 2 * Math.PI) * radius, -Math.cos(turn * 2 * Math.PI) * radius] as const;
  /** Distance of a place from the closed outline. */
  const fromOutline = ([x, y]: readonly [number, number], outline: readonly number[]) => {
    let least = Number.POSITIVE_INFINITY;
    let [ax, ay] = place(outline.at(-2)!, outline.at(-1)!);
    for (let at = 0; at < outline.length; at += 2) {
      const [bx, by] = place(outline[at]!, outline[at + 1]!);
      const square = (bx - ax) ** 2 + (by - ay) ** 2 || 1e-12;
      const part = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square;
      const share = Math.min(1, Math.max(0, part));
      least = Math.min(least, Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y));
      [ax, ay] = [bx, by];
    }
    return least;
  };

  test('lies at every sample at its distance from the outline, also at cuts and needles', () => {
    fc.assert(
      fc.property(points, fc.constantFrom(-4, -1, 1, 3, 5), (outline, distance) => {
        const moved = new Float32Array(256);
        moveOutline(outline, distance, moved);
        moved.forEach((radius, at) => {
          if (radius === 0) return;
          const far = fromOutline(place(at / 256, radius), outline);
          expect(Math.abs(far - Math.abs(distance))).toBeLessThan(1e-3);
        });
      }),
    );
  });

  test('of a circle is a circle', () => {
    const circle = Array.from({ length: 2 * 512 }, (_, at) => (at % 2 === 0 ? at / 1024 : 90));
    const out = new Float32Array(512);
    for (const distance of [3, -3]) {
      moveOutline(circle, distance, out);
      for (const radius of out) expect(Math.abs(radius - 90 - distance)).toBeLessThan(0.01);
    }
  });

  test('never shrinks where it grows, and never grows where it shrinks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 5, max: 90, noNaN: true }), { minLength: 16, maxLength: 128 }),
        fc.double({ min: 0, max: 9, noNaN: true }),
        (radii, distance) => {
          const outline = radii.flatMap((radius, at) => [at / radii.length, radius]);
          const out = new Float32Array(radii.length);
          moveOutline(outline, distance, out);
          for (const [at, r] of out.entries()) expect(r).toBeGreaterThan(radii[at]! - 1e-3);
          moveOutline(outline, -distance, out);
          for (const [at, r] of out.entries()) expect(r).toBeLessThan(radii[at]! + 1e-3);
        },
      ),
    );
  });
});
