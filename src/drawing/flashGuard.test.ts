/** What the guard of a wall lets pass does not flash, whatever it is given, and it holds nothing that is calm. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../tests/gpu/musicalPeaks.ts';
import { examples } from '../../tests/support/examples.ts';
import { sampleModel } from '../../tests/support/sampleRoom.ts';
import { ECHOES, poseOf } from '../../tests/support/sampleStage.ts';
import { CATEGORY_SLUGS, categoryOf } from '../data/contract/categories.ts';
import { STAGE_LOOK_IDS } from '../data/contract/stageLooks.ts';
import { fillPaints } from './fillPaints.ts';
import { FlashCount } from './flashCount.ts';
import { FlashSeries } from './flashes.ts';
import { FlashGuard, GUARD_COLUMNS, GUARD_ROWS } from './flashGuard.ts';
import { stageFrame } from './jam/stageFrame.ts';
import { StagePicture } from './jam/stagePicture.ts';
import { PaintList } from './paintList.ts';
import { PlaceMeans } from './placeMeans.ts';
import { numberOf } from './ringNow.ts';
import { TOKENS } from './tokens.ts';

const INKS = [
  ...CATEGORY_SLUGS.map((slug) => numberOf(categoryOf(slug).ink)),
  ...[TOKENS.ground, TOKENS.paper, '#000000', '#ffffff', '#ff0000', '#808080'].map(numberOf),
];

/** Pictures through a guard, and what is seen of them. */
class Wall {
  held = 0;
  private readonly guard = new FlashGuard();
  private readonly means: PlaceMeans;
  private readonly width: number;
  private readonly isGuarded: boolean;
  private readonly seen: Uint32Array;
  /** As a screen of 60 Hz shows it, and every picture of its own, as one of any rate does. */
  private readonly series = new FlashSeries();
  private readonly count: FlashCount;
  private frames = 0;
  private most = 0;

  /** @param fine pixels of a place along each side */
  constructor(fine: number, isGuarded = true) {
    this.width = fine * GUARD_COLUMNS;
    const height = fine * GUARD_ROWS;
    this.means = new PlaceMeans(this.width, height);
    const limits = { second: 1000, changes: 250, cares: [1] };
    this.count = new FlashCount(GUARD_COLUMNS, GUARD_ROWS, limits);
    this.isGuarded = isGuarded;
    this.seen = new Uint32Array(this.width * height);
  }

  /** Most flashes within a second. @param at60 of pictures of which none comes between two of the screen */
  flashes(at60: boolean): number {
    return at60 ? Math.max(this.series.most, this.most) : this.most;
  }

  /** @returns whether it is seen */
  give(pixels: Uint32Array, timeMs: number): boolean {
    for (; this.frames < (timeMs * 60) / 1000; this.frames++)
      this.series.add(this.seen, this.width);
    this.means.write(pixels, 16, 0, this.guard.count);
    if (this.isGuarded && !this.guard.allows(timeMs)) {
      this.held += 1;
      return false;
    }
    this.seen.set(pixels);
    this.means.write(pixels, 16, 0, this.count);
    this.most = Math.max(this.most, this.count.add(timeMs));
    return true;
  }
}

interface Storm {
  readonly seed: number;
  readonly hz: number;
  readonly discs: number;
  /** Inks that all of it is made of. */
  readonly inks: readonly number[];
  /** Milliseconds between two pictures, at least and at most. */
  readonly steps: readonly [number, number];
}

const FINE = 2;
const WIDE = FINE * GUARD_COLUMNS;
const TALL = FINE * GUARD_ROWS;

/** A ground and discs, all of which are somewhere else, and of another ink, with every beat of the storm. */
function draw(pixels: Uint32Array, random: () => number, { inks, discs }: Storm): void {
  const ink = () => inks[Math.floor(random() * inks.length)]!;
  pixels.fill(ink());
  for (let disc = 0; disc < discs; disc++) {
    const [x, y, radius, own] = [WIDE * random(), TALL * random(), 0.6 * TALL * random(), ink()];
    for (let at = 0; at < pixels.length; at++) {
      const [dx, dy] = [(at % WIDE) - x, Math.floor(at / WIDE) - y];
      if (dx * dx + dy * dy < radius * radius) pixels[at] = own;
    }
  }
}

/** @returns the wall that the storm was on, and how long the last picture took to come, in ms */
function rage(storm: Storm, isGuarded = true): { wall: Wall; lateMs: number } {
  const random = seeded(storm.seed);
  const [least, most] = storm.steps;
  const wall = new Wall(FINE, isGuarded);
  const pixels = new Uint32Array(WIDE * TALL);
  let now = 0;
  let beat = -1;
  const step = () => {
    now += least + (most - least) * random();
  };
  for (; now < 2600; step()) {
    if (Math.floor((now * storm.hz) / 1000) !== beat) draw(pixels, random, storm);
    beat = Math.floor((now * storm.hz) / 1000);
    wall.give(pixels, now);
  }
  // What stays is seen in the end.
  const from = now;
  while (!wall.give(pixels, now)) step();
  return { wall, lateMs: now - from };
}

const storms = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  hz: fc.double({ min: 5, max: 60, noNaN: true }),
  discs: fc.nat({ max: 4 }),
  inks: fc.shuffledSubarray(INKS, { minLength: 2, maxLength: 4 }),
  steps: fc.constantFrom<[number, number]>([3, 9], [8, 9], [17, 20], [17, 60]),
});

describe('a storm', () => {
  test('does not flash, and what stays of it is seen within about a second', () => {
    fc.assert(
      fc.property(storms, (storm) => {
        const { wall, lateMs } = rage(storm);
        expect(wall.flashes(storm.steps[0] > 1000 / 60)).toBeLessThanOrEqual(3);
        expect(lateMs).toBeLessThan(1250);
      }),
      { numRuns: examples(30, 3000) },
    );
  }, 900_000);

  test('would flash without a guard', () => {
    const inks = [numberOf(TOKENS.ground), numberOf(TOKENS.paper)];
    const storm = { seed: 3, hz: 12, discs: 2, inks, steps: [17, 20] as const };
    expect(rage(storm, false).wall.flashes(true)).toBeGreaterThan(4);
    expect(rage(storm).wall.held).toBeGreaterThan(10);
  });
});

test('three flashes in a second pass', () => {
  const wall = new Wall(1);
  for (let frame = 0; frame < 240; frame++) {
    const isLit = ((frame / 60) * 2.7) % 1 < 0.5;
    const ink = numberOf(isLit ? TOKENS.paper : TOKENS.ground);
    wall.give(new Uint32Array(GUARD_COLUMNS * GUARD_ROWS).fill(ink), (frame * 1000) / 60);
  }
  expect(wall.held).toBe(0);
  expect(wall.flashes(true)).toBeGreaterThan(1);
});

/** Pixels of a place, as on a 2D canvas, and CSS pixels of a stage for each of them. */
const CALM_FINE = 6;
const CALM_SCALE = 1 / 3;

test.each(STAGE_LOOK_IDS)('%s with plain music is never held', (look) => {
  const wall = new Wall(CALM_FINE);
  const width = CALM_FINE * GUARD_COLUMNS;
  const height = CALM_FINE * GUARD_ROWS;
  const { x, y, radius } = stageFrame(look, width / CALM_SCALE, height / CALM_SCALE, false);
  const pose = poseOf({ ...sampleModel('calm', 7), bars: 4, beats: 16 }, radius);
  const picture = new StagePicture(look);
  picture.echoes = ECHOES;
  const list = new PaintList();
  const pixels = new Uint32Array(width * height);
  for (let frame = 0; frame < 75; frame++) {
    pose.nowMs = (frame * 1000) / 30;
    pose.phase = (frame / 30 / 8) % 1;
    pose.isLive = true;
    picture.advance(pose);
    picture.compose(list, pose);
    pixels.fill(picture.ground);
    fillPaints(pixels, width, list, x * CALM_SCALE, y * CALM_SCALE, CALM_SCALE);
    wall.give(pixels, pose.nowMs);
  }
  expect(wall.held).toBe(0);
});
