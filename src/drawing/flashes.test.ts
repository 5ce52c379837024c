/** No loops, tempo or sound make the rings flash: one second of pictures, measured as WCAG 2.3.1 says. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../tests/gpu/musicalPeaks.ts';
import { examples } from '../../tests/support/examples.ts';
import { type CategorySlug, categoryOf, LIBRARY_CATEGORIES } from '../data/contract/categories.ts';
import { composeRifff } from './composeRifff.ts';
import { fillPaints } from './fillPaints.ts';
import { FlashSeries } from './flashes.ts';
import { layoutRings } from './layout.ts';
import type { RingModel } from './model.ts';
import { PaintList } from './paintList.ts';
import { PlainPose } from './plainPose.ts';
import { numberOf } from './ringNow.ts';
import { TOKENS } from './tokens.ts';

const SIDE = 45;
const CSS_PX = 150;
const FRAMES = 61;

interface Storm {
  readonly seed: number;
  readonly categories: readonly CategorySlug[];
  readonly turnSec: number;
  /** Bursts of every loop in a second, and the share of the time that each lasts. */
  readonly burstHz: number;
  readonly duty: number;
  /** Do rings beside each other burst in turns? */
  readonly inTurns: boolean;
}

/** A loop that is loud and silent in turns, as long as the rifff. */
function burstRing(storm: Storm, slot: number, gain: number): RingModel {
  const bands = new Uint8Array(1024);
  for (let at = 0; at < 1024; at++) {
    const isLoud = (((at % 256) / 256) * storm.turnSec * storm.burstHz) % 1 < storm.duty;
    if (isLoud !== (storm.inTurns && slot % 2 === 1)) bands[at] = 255;
  }
  const peaks = Uint8Array.from({ length: 1024 }, (_, at) => bands[at >> 2]!);
  const category = storm.categories[slot]!;
  return { slot, category, peaks, bands, repeats: 1, gain, isOn: true, passSec: storm.turnSec };
}

/** Flashes in a second of the worst that can be heard beside it. */
function flashesOf(storm: Storm): number {
  const random = seeded(storm.seed);
  const gainOf = () => (storm.inTurns ? 0.2 + 1.8 * random() : 1);
  const rings = storm.categories.map((_, slot) => burstRing(storm, slot, gainOf()));
  const pose = new PlainPose();
  pose.lay({ id: 'storm', rings }, layoutRings(rings, CSS_PX / 2), 1);
  for (const ring of pose.rings) ring.hasArrived = true;
  pose.isLive = true;
  const spectrum = new Uint8Array(8 * 512);
  pose.spectrum = spectrum;
  const list = new PaintList();
  const series = new FlashSeries();
  for (let frame = 0; frame < FRAMES; frame++) {
    pose.nowMs = (frame * 1000) / 60;
    pose.phase = (frame / 60 / storm.turnSec) % 1;
    spectrum.fill(random() < 0.5 ? 255 : 0);
    composeRifff(list, pose);
    const pixels = new Uint32Array(SIDE * SIDE).fill(numberOf(TOKENS.ground));
    fillPaints(pixels, SIDE, list, CSS_PX / 2, CSS_PX / 2, SIDE / CSS_PX);
    series.add(pixels, SIDE);
  }
  return series.most;
}

/** Flashes of a second in which every place shows what the function says of it. Places are shares of the sides. */
function flashesBy(ink: (x: number, y: number, second: number) => number): number {
  const series = new FlashSeries();
  for (let frame = 0; frame < FRAMES; frame++) {
    const pixels = new Uint32Array(SIDE * SIDE);
    for (let at = 0; at < pixels.length; at++) {
      const x = ((at % SIDE) + 0.5) / SIDE;
      pixels[at] = ink(x, (Math.floor(at / SIDE) + 0.5) / SIDE, frame / 60);
    }
    series.add(pixels, SIDE);
  }
  return series.most;
}

const isLit = (second: number, hz: number) => (second * hz) % 1 < 0.5;
const inkOf = (category: CategorySlug) => numberOf(categoryOf(category).ink);

describe('the measure itself', () => {
  const [DIM, BRIGHT] = [0x101010, 0xf0f0f0];

  test('sees a flashing lamp and lets a slow one pass', () => {
    expect(flashesBy((_x, _y, second) => (isLit(second, 6) ? BRIGHT : DIM))).toBeGreaterThan(3);
    expect(flashesBy((_x, _y, second) => (isLit(second, 2.9) ? BRIGHT : DIM))).toBeLessThanOrEqual(
      3,
    );
  });

  test('sees what flickers in 45 % of a field, though the mean of the field hardly moves', () => {
    // Relative luminance .01 and .2.
    const flicker = (x: number, y: number, second: number) =>
      x < 0.45 / 3 && y < 1 / 3 && isLit(second, 10) ? 0x7c7c7c : 0x1a1a1a;
    expect(flashesBy(flicker)).toBeGreaterThan(8);
  });

  test('counts from a quarter of any field on, wherever the field lies', () => {
    const corner = (side: number) => (x: number, y: number, second: number) =>
      Math.abs(x - 0.41) < side / 2 && Math.abs(y - 0.57) < side / 2 && isLit(second, 8)
        ? BRIGHT
        : DIM;
    expect(flashesBy(corner(0.2))).toBeGreaterThan(3);
    expect(flashesBy(corner(0.12))).toBe(0);
  });

  test('a thin line that sweeps through is no flash, a wide bar is', () => {
    const bar = (width: number) => (x: number, _y: number, second: number) =>
      (x + second * 5) % 1 < width ? BRIGHT : DIM;
    expect(flashesBy(bar(0.02))).toBe(0);
    expect(flashesBy(bar(0.5))).toBeGreaterThan(3);
  });

  test('quarters of a field that light up in turns flash it', () => {
    const turns = (x: number, _y: number, second: number) =>
      Math.floor(second * 12) % 4 === Math.floor(x * 12) % 4 ? BRIGHT : DIM;
    expect(flashesBy(turns)).toBeGreaterThan(3);
  });

  test('red counts by how far it is from what it was in colour, not in light', () => {
    const vocals = inkOf('vocals');
    const swap = (other: number) => (_x: number, _y: number, second: number) =>
      isLit(second, 6) ? vocals : other;
    expect(flashesBy(swap(inkOf('bass')))).toBeGreaterThan(3);
    expect(flashesBy(swap(vocals))).toBe(0);
  });
});

/** Each of these flashed four or five times before what follows the notch and the level was bounded. */
const FOUND: readonly Partial<Storm>[] = [
  { turnSec: 0.2, burstHz: 1.362, duty: 0.05 },
  { turnSec: 0.25, burstHz: 1, duty: 0.05, categories: ['audio'] },
  { turnSec: 0.76, burstHz: 3.5, duty: 0.14, categories: ['vocals', 'bass'] },
  { turnSec: 1, burstHz: 4, duty: 0.05, categories: ['vocals', 'vocals'] },
  { turnSec: 1, burstHz: 4, duty: 0.05, categories: ['drums', 'vocals'], inTurns: true },
];
const PLAIN: Storm = {
  seed: 1,
  categories: ['vocals'],
  turnSec: 8,
  burstHz: 4,
  duty: 0.2,
  inTurns: false,
};

test.each(FOUND)('what once flashed does not: %o', (storm) => {
  expect(flashesOf({ ...PLAIN, ...storm })).toBeLessThanOrEqual(3);
});

test('no loops of any rhythm, at any tempo, in any sound, make the rings flash', () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer({ min: 1, max: 1e6 }),
        // Red has the lowest threshold, and alone it is largest.
        categories: fc.oneof(
          fc.constant<CategorySlug[]>(['vocals']),
          fc.array(fc.constantFrom(...LIBRARY_CATEGORIES), { minLength: 1, maxLength: 8 }),
        ),
        // The shortest is eight bars of one sixteenth at the fastest tempo.
        turnSec: fc.double({ min: 0.2, max: 8, noNaN: true }),
        burstHz: fc.double({ min: 1, max: 12, noNaN: true }),
        duty: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        inTurns: fc.boolean(),
      }),
      (storm) => {
        expect(flashesOf(storm)).toBeLessThanOrEqual(3);
      },
    ),
    { numRuns: examples(60, 1000) },
  );
}, 900_000);
