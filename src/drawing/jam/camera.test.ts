import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleModel } from '../../../tests/support/sampleRoom.ts';
import { ECHOES, poseOf } from '../../../tests/support/sampleStage.ts';
import { categoryOf, LIBRARY_CATEGORIES } from '../../data/contract/categories.ts';
import { type LookDocument, LookSchema, type WrittenLook } from '../../data/contract/looks.ts';
import { RING_DRAWINGS } from '../../data/contract/stageLooks.ts';
import { type Paint, PaintList } from '../paintList.ts';
import { mixInks, numberOf } from '../ringNow.ts';
import { TOKENS } from '../tokens.ts';
import { Camera, spot, X, Y, Z } from './camera.ts';
import { lookBox } from './cameraBox.ts';
import { StagePicture } from './stagePicture.ts';

const RADIUS = 300;
type Layer = WrittenLook['layers'][number];

const lookOf = (layer: Layer, camera?: WrittenLook['camera'], more = {}): LookDocument =>
  LookSchema.parse({ v: 1, name: 'Seen', ground: 'ground', camera, layers: [layer], ...more });
const rings = (drawn: (typeof RING_DRAWINGS)[number]): Layer => ({ source: 'rings', drawn });

/** What a look draws of a rifff at a moment. */
function listOf(look: LookDocument, seed = 7, phase = 0.4): PaintList {
  const pose = poseOf({ ...sampleModel('seen', seed), bars: 4, beats: 16 }, RADIUS);
  pose.phase = phase;
  pose.isLive = true;
  const picture = new StagePicture(look);
  picture.echoes = ECHOES;
  picture.advance(pose);
  const list = new PaintList();
  picture.compose(list, pose);
  return list;
}

const shownIn = (list: PaintList) => list.paints.slice(0, list.size);

/** Least turn from one point to the next round the centre of a paint, in radians: below 0 it is not seen whole from there. */
function leastTurn({ points }: PaintList, { from, count }: Paint): number {
  let least = 0;
  for (let at = from; at < from + count - 1; at++) {
    const [x, y, nextX, nextY] = points.subarray(2 * at, 2 * at + 4);
    const [long, next] = [Math.hypot(x!, y!), Math.hypot(nextX!, nextY!)];
    if (long < 1 || next < 1) continue;
    least = Math.min(least, Math.asin(Math.max(-1, (x! * nextY! - y! * nextX!) / long / next)));
  }
  return least;
}

/** Where a point is seen. */
function seenBy(camera: Camera, x: number, y: number, z: number) {
  spot[X] = x;
  spot[Y] = y;
  spot[Z] = z;
  camera.find();
  return { x: spot[X], y: spot[Y] };
}

const tilts = fc.record({ tilt: fc.nat({ max: 1000 }), turn: fc.nat({ max: 1000 }) });

describe('a camera', () => {
  test.each([...RING_DRAWINGS])('that is straight above changes nothing of %s', (drawn) => {
    const flat = listOf(lookOf(rings(drawn)));
    const seen = listOf(lookOf(rings(drawn), { tilt: 0, turn: 300 }));
    expect(shownIn(seen)).toEqual(shownIn(flat));
    expect(seen.points.subarray(0, 2 * seen.pointCount)).toEqual(
      flat.points.subarray(0, 2 * flat.pointCount),
    );
  });

  test.each(['terraces', 'cutouts', 'engraved'] as const)(
    'says where it sees the hole of %s',
    (drawn) => {
      const pose = poseOf(sampleModel('hole', 7), RADIUS);
      const [picture, list] = [
        new StagePicture(lookOf(rings(drawn), { tilt: 700, turn: 60 })),
        new PaintList(),
      ];
      picture.advance(pose);
      picture.compose(list, pose);
      // The rim of the hole, and what lies in it, come last.
      const { x, y } = list.paints[list.size - 2]!;
      expect(Math.hypot(x, y)).toBeGreaterThan(0.1 * RADIUS);
      expect(picture.hole[0]).toBeCloseTo(x, 3);
      expect(picture.hole[1]).toBeCloseTo(y, 3);
    },
  );

  test('shows every shape whole from its centre, as hosts need it', () => {
    fc.assert(
      fc.property(
        tilts,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(...RING_DRAWINGS),
        (camera, seed, drawn) => {
          const list = listOf(lookOf({ ...rings(drawn), lift: 1000 }, camera), seed);
          for (const paint of shownIn(list)) {
            // Sides are bands that are drawn chord by chord.
            if (paint.hole >= 0) continue;
            expect(leastTurn(list, paint)).toBeGreaterThan(-0.02);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('shows what is nearer larger, and what is higher farther up', () => {
    const camera = new Camera();
    camera.follow({ tilt: 800, turn: 0 }, Number.NaN);
    camera.aim(poseOf(sampleModel('seen', 3), RADIUS));
    const spotOf = (x: number, y: number, z: number) => seenBy(camera, x, y, z);
    const wide = (y: number, z: number) => spotOf(10, y, z).x - spotOf(-10, y, z).x;
    expect(wide(200, 0)).toBeGreaterThan(wide(0, 0));
    expect(wide(0, 0)).toBeGreaterThan(wide(-200, 0));
    expect(wide(0, 100)).toBeGreaterThan(wide(0, 0));
    expect(spotOf(0, 0, 100).y).toBeLessThan(spotOf(0, 0, 0).y);
    expect(spotOf(0, 200, 0).y).toBeGreaterThan(spotOf(0, 0, 0).y);
  });

  test('shows circles in the middle of the box that a page gives them', () => {
    fc.assert(
      fc.property(tilts, (camera) => {
        const look = lookOf(rings('filled'), { ...camera, tilt: Math.max(1, camera.tilt) });
        const { wide, high } = lookBox(look);
        const one = new Camera();
        one.follow(look.camera, Number.NaN);
        one.aim(poseOf(sampleModel('seen', 3), RADIUS));
        const around = Array.from({ length: 720 }, (_, at) => (at / 360) * Math.PI).map((angle) =>
          seenBy(one, RADIUS * Math.sin(angle), RADIUS * Math.cos(angle), 0),
        );
        const [xs, ys] = [around.map(({ x }) => x), around.map(({ y }) => y)];
        const middle = (all: number[]) => (Math.max(...all) + Math.min(...all)) / 2;
        const half = (all: number[]) => (Math.max(...all) - Math.min(...all)) / 2 / RADIUS;
        expect(Math.abs(middle(xs))).toBeLessThan(0.01 * RADIUS);
        expect(Math.abs(middle(ys))).toBeLessThan(0.01 * RADIUS);
        expect(half(xs)).toBeCloseTo(wide, 2);
        expect(half(ys)).toBeCloseTo(high, 2);
      }),
      { numRuns: 50 },
    );
  });

  test('moves no faster than is safe, the shorter way round, and arrives', () => {
    const look = lookOf(rings('terraces'), { tilt: 500, turn: 950 });
    const picture = new StagePicture(look);
    const pose = poseOf(sampleModel('seen', 3), RADIUS);
    const list = new PaintList();
    picture.advance(pose);
    picture.compose(list, pose);
    picture.choose({ ...look, camera: { tilt: 900, turn: 50 } });
    let frames = 0;
    let isMoving = true;
    while (isMoving && frames < 500) {
      frames += 1;
      pose.nowMs = frames * 20;
      const { y } = list.paints[0]!;
      isMoving = picture.advance(pose);
      picture.compose(list, pose);
      expect(Math.abs(list.paints[0]!.y - y)).toBeLessThan(0.02 * RADIUS);
    }
    expect(frames).toBeGreaterThan(50);
    expect(frames).toBeLessThan(200);
  });
});

describe('what stands up', () => {
  test.each(['terraces', 'cutouts'] as const)('%s are drawn from below upwards', (drawn) => {
    const list = listOf(lookOf({ ...rings(drawn), lift: 800 }, { tilt: 700, turn: 0 }), 7, -1);
    // The centres of what is filled rise with its height; shadows lie on the sheet below.
    const tops = shownIn(list).filter(({ hole, x }) => hole < 0 && Math.abs(x) < 1);
    const heights = tops.map(({ y }) => y);
    // The hole is drawn last.
    const blocks = heights.slice(0, -2);
    for (let at = 1; at < blocks.length; at++) {
      expect(blocks[at]!).toBeLessThan(blocks[at - 1]! + 0.2 * RADIUS);
    }
    expect(blocks.at(-1)!).toBeLessThan(blocks[0]! - 0.1 * RADIUS);
  });

  test('throws no shadow beyond the sheet that it falls on', () => {
    const inks = LIBRARY_CATEGORIES.map((category) => numberOf(categoryOf(category).ink));
    const ground = numberOf(TOKENS.ground);
    const shades = new Map(inks.map((ink) => [mixInks(ground, ink, 0.5), ink]));
    fc.assert(
      fc.property(
        tilts,
        fc.nat({ max: 40 }),
        fc.double({ noNaN: true, min: 0, max: 0.99 }),
        (camera, seed, phase) => {
          const look = lookOf(
            { ...rings('cutouts'), lift: 1000 },
            { ...camera, tilt: Math.max(1, camera.tilt) },
          );
          const list = listOf(look, seed, phase);
          const all = shownIn(list).slice(0, -2);
          for (const [at, shadow] of all.entries()) {
            const ink = shades.get(shadow.ink);
            if (ink === undefined) continue;
            const sheet = all.slice(0, at).findLast((one) => one.ink === ink && one.hole < 0)!;
            for (let one = 0; one < shadow.count; one++) {
              expect(outsideOf(list, sheet, pointOf(list, shadow, one))).toBeLessThan(1);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('has sides where they face the eye', () => {
    const list = listOf(lookOf(rings('terraces'), { tilt: 800, turn: 0 }), 7, -1);
    const bands = shownIn(list).filter(({ hole }) => hole >= 0);
    expect(bands.length).toBeGreaterThan(7);
    for (const { from, hole, count } of bands) {
      // What is seen of a band goes one way round, so that every host fills it alike; only what the top covers may not.
      let [seen, other] = [0, 0];
      for (let at = 0; at < count - 1; at++) {
        const corner = (first: number) => list.points.subarray(2 * first, 2 * first + 2);
        const [a, b, c, d] = [from + at, from + at + 1, hole + at + 1, hole + at].map(corner);
        const isInMiddle = c!.every((place) => place === 0) || d!.every((place) => place === 0);
        if (isInMiddle) continue;
        const area = crossed(a!, b!) + crossed(b!, c!) + crossed(c!, d!) + crossed(d!, a!);
        if (area > 0) seen += area;
        else other -= area;
      }
      expect(seen).toBeGreaterThan(0);
      expect(other).toBeLessThan(0.1 * seen);
    }
  });
});

const crossed = (a: Float32Array, b: Float32Array) => a[0]! * b[1]! - a[1]! * b[0]!;

const pointOf = ({ points }: PaintList, { from, x, y }: Paint, at: number) => ({
  x: x + points[2 * (from + at)]!,
  y: y + points[2 * (from + at) + 1]!,
});

/** How far a point is outside of a paint, in pixels; 0 inside. */
function outsideOf(list: PaintList, paint: Paint, { x, y }: { x: number; y: number }): number {
  let isInside = false;
  let near = Number.POSITIVE_INFINITY;
  for (let at = 0; at < paint.count; at++) {
    const one = pointOf(list, paint, at);
    const next = pointOf(list, paint, (at + 1) % paint.count);
    const [dx, dy] = [next.x - one.x, next.y - one.y];
    if (one.y > y !== next.y > y && x < one.x + (dx * (y - one.y)) / dy) isInside = !isInside;
    const long = dx * dx + dy * dy;
    const along = long > 0 ? ((x - one.x) * dx + (y - one.y) * dy) / long : 0;
    const share = Math.min(1, Math.max(0, along));
    near = Math.min(near, Math.hypot(x - one.x - dx * share, y - one.y - dy * share));
  }
  return isInside ? 0 : near;
}
