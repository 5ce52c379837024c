import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATEGORIES, CATEGORY_SLUGS, type Knife } from '../data/contract/categories.ts';
import { cellCount, edgeAt, edgePoints, poolCells } from './knives.ts';

const KNIVES = [...new Set(CATEGORY_SLUGS.map((slug) => CATEGORIES[slug].knife))];
const CELLS = Float32Array.from([0.2, 0.9, 0.5, 1, 0.05, 0.6, 0.6, 0.35]);
const PLACES = [0.01, 0.07, 0.2, 0.31, 0.44, 0.51, 0.57, 0.69, 0.83, 0.96];
/** Edges that the reference drawing of the look gives for these cells at these places. */
const STUDY: Record<Knife, number[]> = {
  saw: [0.1912, 0.1384, 0.66, 0.368, 0.506, 0.0478, 0.0346, 0.4284, 0.44, 0.248],
  swell: [0.2563, 0.2062, 0.8902, 0.5004, 0.9991, 0.4069, 0.0549, 0.6, 0.5881, 0.3383],
  key: [0.4, 0.4, 1, 0.6, 1, 0.2, 0.2, 0.8, 0.8, 0.4],
  petal: [0.1177, 0.1987, 0.8836, 0.4996, 0.9993, 0.0294, 0.0497, 0.5996, 0.5784, 0.3289],
  pin: [0.0454, 0.1779, 0.7344, 0.4816, 0.9632, 0.0114, 0.0445, 0.5779, 0.4454, 0.2341],
  arc: [0.2563, 0.2062, 0.8902, 0.5004, 0.9991, 0.4069, 0.0549, 0.6, 0.5881, 0.3383],
  facet: [0.256, 0.592, 0.66, 0.74, 0.506, 0.094, 0.358, 0.6, 0.44, 0.248],
  sweep: [0.0252, 0.1164, 0.568, 0.253, 0.604, 0.0063, 0.0291, 0.3204, 0.3948, 0.2436],
  raw: [0.2, 0.05, 0.225, 0.5, 1, 0.05, 0.0125, 0.6, 0.15, 0.0875],
};

const peaksOf = (min = 1) => fc.uint8Array({ minLength: min, maxLength: 1024 });
const anyKnife = fc.constantFrom(...KNIVES);

describe('knives', () => {
  test.each(KNIVES)('%s cuts as the reference drawing does', (knife) => {
    for (const [at, u] of PLACES.entries()) {
      expect(edgeAt(knife, CELLS, u)).toBeCloseTo(STUDY[knife][at]!, 3);
    }
  });

  test('every edge lies between 0 and 1 and turns with u', () => {
    fc.assert(
      fc.property(
        peaksOf(0),
        anyKnife,
        fc.constantFrom(8, 16, 32, 64, 128),
        fc.double({ min: 0.01, max: 64, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (peaks, knife, count, repeats, u) => {
          const cells = poolCells(peaks, repeats, knife, count);
          const v = edgeAt(knife, cells, u);
          expect(v).toBeGreaterThanOrEqual(0);
          expect(v).toBeLessThanOrEqual(1.0001);
        },
      ),
    );
  });

  test('a loop that repeats n times draws n equal parts', () => {
    fc.assert(
      fc.property(peaksOf(64), anyKnife, fc.constantFrom(1, 2, 4), (peaks, knife, repeats) => {
        const cells = poolCells(peaks, repeats, knife, 32);
        const part = 32 / repeats;
        for (let at = 0; at < 32; at++) expect(cells[at]).toBeCloseTo(cells[at % part]!, 6);
      }),
      { examples: [[new Uint8Array(1024).map((_, at) => at / 4), 'saw', 4]] },
    );
  });

  test('flat peaks become a steady edge, others reach from 0 to 1', () => {
    const flat = new Uint8Array(1024).fill(200);
    expect([...poolCells(flat, 1, 'saw', 8)].every((c) => Math.abs(c - 0.757) < 0.01)).toBe(true);
    const ramp = new Uint8Array(1024).map((_, at) => at / 4);
    const cells = poolCells(ramp, 1, 'swell', 8);
    expect(Math.min(...cells)).toBe(0);
    expect(Math.max(...cells)).toBe(1);
  });

  test('a loop with any rhythm never becomes a plain circle where there is room to show it', () => {
    // Eighth notes of equal strength: the same mean in every half bar.
    const eighths = new Uint8Array(1024).map((_, at) => 255 * Math.exp(-(at % 32) / 9));
    expect(Math.max(...poolCells(eighths, 2, 'swell', 16, 16))).toBeLessThan(0.8);
    const cells = poolCells(eighths, 2, 'swell', 16, 128);
    expect(Math.max(...cells) - Math.min(...cells)).toBe(1);
    expect(cells.length).toBeLessThanOrEqual(128);
  });

  test('loops that crowd at one end of their range use the whole depth of the ring', () => {
    const loud = new Uint8Array(1024).map((_, at) => (at % 64 < 56 ? 235 + (at % 20) : 60));
    const quiet = new Uint8Array(1024).map((_, at) => (at % 256 < 16 ? 255 : 20 + (at % 30)));
    for (const peaks of [loud, quiet]) {
      const cells = poolCells(peaks, 1, 'raw', 128);
      const mean = cells.reduce((sum, value) => sum + value, 0) / cells.length;
      expect(mean).toBeGreaterThan(0.15);
      expect(mean).toBeLessThan(0.85);
    }
  });

  test('the polyline lies on the edge and its u never falls', () => {
    fc.assert(
      fc.property(peaksOf(16), anyKnife, fc.constantFrom(8, 16, 64), (peaks, knife, count) => {
        const cells = poolCells(peaks, 1, knife, count);
        const points = edgePoints(knife, cells, 0.004);
        for (let at = 2; at < points.length; at += 2) {
          expect(points[at]!).toBeGreaterThanOrEqual(points[at - 2]!);
          expect(points[at]! - points[at - 2]!).toBeLessThan(0.0041);
          const middle = (points[at]! + points[at - 2]!) / 2;
          if (points[at]! - points[at - 2]! < 1e-6) continue;
          const chord = (points[at + 1]! + points[at - 1]!) / 2;
          expect(Math.abs(edgeAt(knife, cells, middle) - chord)).toBeLessThan(0.2);
        }
      }),
    );
  });

  test('cells are halved until they are wide enough, never below eight', () => {
    expect(cellCount(CATEGORIES.drums, 572, 286)).toBe(64);
    expect(cellCount(CATEGORIES.drums, 96, 48)).toBe(64);
    expect(cellCount(CATEGORIES.drums, 32, 16)).toBe(16);
    expect(cellCount(CATEGORIES.audio, 48, 8)).toBe(8);
    expect(cellCount(CATEGORIES.fx, 16, 4)).toBe(8);
  });
});
