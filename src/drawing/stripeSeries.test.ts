import { describe, expect, it } from 'vitest';
import { seeded } from '../../tests/gpu/musicalPeaks.ts';
import { stripedPixels } from '../../tests/support/stripes.ts';
import { PICTURES_PER_SEC, StripeSeries } from './stripeSeries.ts';
import { StripeFinder } from './stripes.ts';

const SIDE = 96;
const isLit = (turns: number) => ((turns % 1) + 1) % 1 < 0.5;

/** Light of each place of a picture. */
const light = (of: (x: number, y: number) => number) =>
  Float32Array.from({ length: SIDE * SIDE }, (_, at) => of(at % SIDE, Math.floor(at / SIDE)));

/** What a second of pictures has for the most; `lit` says of each place how light it is, 0–1. */
function film(lit: (second: number, x: number, y: number) => number | boolean): number {
  const series = new StripeSeries(SIDE, SIDE);
  for (let picture = 0; picture <= PICTURES_PER_SEC; picture++) {
    series.light.set(light((x, y) => Number(lit(picture / PICTURES_PER_SEC, x, y))));
    series.add();
  }
  return series.most;
}
/** Stripes without hard edges, a pair every twelve pixels. */
const soft = (x: number) => 0.5 + 0.5 * Math.sin((2 * Math.PI * x) / 12);
const [STEADY, ALL] = [5 / 8, 0.9];

describe('stripes that follow each other', () => {
  it('count less where they stand or drift one way, however fast', () => {
    expect(film((_, x) => isLit(x / 12))).toBeCloseTo(STEADY, 1);
    for (const perSec of [0.5, 6]) {
      expect(film((second, x) => soft(x + 12 * perSec * second))).toBeCloseTo(STEADY, 1);
    }
    expect(film((second, x, y) => soft(y - x - 40 * second))).toBeCloseTo(STEADY, 1);
    // Rings that grow.
    const far = (x: number, y: number) => Math.hypot(x - 48, y - 48);
    expect(film((second, x, y) => soft(far(x, y) - 40 * second))).toBeLessThan(STEADY);
  });

  it('count whole where they turn back, reverse or flash', () => {
    const swing = (perSec: number) => (second: number, x: number) =>
      soft(x + 4 * Math.sin(2 * Math.PI * perSec * second));
    expect(film(swing(3))).toBeGreaterThan(ALL);
    expect(film((second, x) => isLit(x / 12) === isLit(3 * second))).toBeGreaterThan(ALL);
    expect(film((second, x) => isLit(x / 12) && (isLit(5 * second) ? 1 : 0.5))).toBeGreaterThan(
      ALL,
    );
    // Where they swing, not where they stand: of both there is less than of all that stand.
    const part = (share: number) =>
      film((second, x, y) => swing(y < share * SIDE ? 4 : 0)(second, x));
    expect(part(0.8)).toBeCloseTo(0.8, 1);
    expect(part(0.4)).toBeCloseTo(STEADY, 1);
  });

  it('are none that are there for less than half a second', () => {
    const shown = (sec: number) => film((second, x) => second < sec && isLit(x / 12));
    expect(shown(0.4)).toBe(0);
    expect(shown(0.6)).toBeGreaterThan(0.5);
  });
});

describe('stripes of a picture', () => {
  const shareOf = (of: (x: number, y: number) => number | boolean) => {
    const picture = light((x, y) => Number(of(x, y)));
    const share = new StripeFinder(SIDE, SIDE).find(picture);
    // The measure of the tests, which was written before.
    const other = stripedPixels(picture, SIDE).reduce((sum, one) => sum + one, 0) / SIDE ** 2;
    expect(Math.abs(share - other)).toBeLessThan(0.03);
    return share;
  };

  it('are bars, slants, rings, rows of dots', () => {
    expect(shareOf((x) => isLit(x / 12))).toBeGreaterThan(0.9);
    expect(shareOf((x, y) => isLit((x + y) / 14))).toBeGreaterThan(0.8);
    expect(shareOf((x, y) => isLit((2 * x - y) / 17))).toBeGreaterThan(0.8);
    expect(shareOf((x, y) => isLit(Math.hypot(x - 48, y - 48) / 9))).toBeGreaterThan(0.5);
    expect(shareOf((x, y) => isLit(x / 12) && isLit(y / 12))).toBeGreaterThan(0.5);
  });

  it('are not four pairs, pairs that differ, little contrast, bright pairs or noise', () => {
    expect(shareOf((x) => x > 30 && x < 70 && isLit(x / 10))).toBe(0);
    expect(shareOf((x) => isLit(Math.log(5 + x) / Math.log(1.7)))).toBe(0);
    expect(shareOf((x) => (isLit(x / 12) ? 0.3 : 0.22))).toBe(0);
    expect(shareOf((x) => (isLit(x / 12) ? 1 : 0.85))).toBe(0);
    const random = seeded(7);
    expect(shareOf(() => random() < 0.2)).toBeLessThan(0.1);
  });
});
