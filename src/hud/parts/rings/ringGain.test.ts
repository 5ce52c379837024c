import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutRings } from '../../../drawing/layout.ts';
import type { RingModel } from '../../../drawing/model.ts';
import { dbGain, dragGain, gainDb, MAX_DB, SILENT_DB, stepGain } from './ringGain.ts';

const gains = fc.double({ min: 0, max: 2, noNaN: true });
const radii = fc.integer({ min: 60, max: 700 });

function ringsOf(all: readonly number[]): RingModel[] {
  return all.map((gain, slot) => ({
    slot,
    category: 'bass',
    peaks: new Uint8Array(0),
    repeats: 1,
    gain,
    isOn: true,
  }));
}

const layoutOf = (all: readonly number[], radiusPx: number) => layoutRings(ringsOf(all), radiusPx);

describe('gain of a dragged ring', () => {
  const cases = fc.tuple(fc.array(gains, { minLength: 1, maxLength: 8 }), radii);

  test('rises with the way outwards, and is unchanged where it began', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: -300, max: 300 }), ([all, radiusPx], outward) => {
        const gainAt = dragGain(layoutOf(all, radiusPx), all[0]!, radiusPx);
        expect(gainAt(0)).toBe(all[0]);
        expect(gainAt(outward + 5)).toBeGreaterThanOrEqual(gainAt(outward));
        expect(gainAt(outward)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('reaches silence and full gain within 80 px or half the radius, also of thin rings', () => {
    fc.assert(
      fc.property(cases, ([all, radiusPx]) => {
        const gainAt = dragGain(layoutOf(all, radiusPx), 1, radiusPx);
        const reach = Math.max(80, radiusPx / 2);
        expect(gainAt(reach)).toBeGreaterThanOrEqual(2);
        expect(gainAt(-reach)).toBe(0);
        // …and never so fast that 6 px, the slop of a tap, are more than 1 dB and a half.
        expect(gainDb(gainAt(6))).toBeLessThan(1.5);
      }),
    );
  });

  test('the edge of a thick ring stays under the finger', () => {
    const before = layoutOf([1, 1, 1, 1, 1], 400);
    const gain = dragGain(before, 1, 400)(20);
    const after = layoutRings(ringsOf([1, 1, 1, 1, gain]), 400, { frozenWeight: before.weight });
    expect(after.rings[4]!.outer - before.rings[4]!.outer).toBeCloseTo(20, 5);
  });

  test('rests on 0 dB', () => {
    const gainAt = dragGain(layoutOf([0.5, 1, 1], 300), 0.5, 300);
    const passed = Array.from({ length: 80 }, (_, px) => gainAt(px));
    expect(passed.filter((gain) => gain === 1).length).toBeGreaterThanOrEqual(2);
  });
});

describe('gain by steps', () => {
  test('decibels and gain are inverse above silence', () => {
    fc.assert(
      fc.property(fc.double({ min: -47, max: MAX_DB, noNaN: true }), (db) => {
        expect(gainDb(dbGain(db))).toBeCloseTo(db, 9);
      }),
    );
    expect([gainDb(0), dbGain(SILENT_DB), dbGain(99)]).toEqual([SILENT_DB, 0, 2]);
  });

  test('any steps stay within 0 and 2; up and down again is back on the step', () => {
    fc.assert(
      fc.property(gains, fc.array(fc.constantFrom(-3, -0.5, 0.5, 3)), (start, steps) => {
        const end = steps.reduce(stepGain, start);
        expect(end).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(2);
      }),
    );
    expect(stepGain(stepGain(1, 0.5), -0.5)).toBe(1);
    expect(stepGain(0, -3)).toBe(0);
    expect(gainDb(stepGain(0, 0.5))).toBeCloseTo(-47.5);
  });
});
