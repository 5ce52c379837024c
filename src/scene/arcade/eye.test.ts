/** What the camera shows is what the rules of the field say: places, sizes and hits. */
import fc from 'fast-check';
import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { type CrowdView, crowdView, groundOf } from '../../drawing/arcade/crowd.ts';
import { Flight } from '../../drawing/arcade/flight.ts';
import { Focusing, nearestRifff } from '../../drawing/arcade/focusing.ts';
import { CrowdTable } from '../../drawing/arcade/placing.ts';
import { CrowdSpace, PLACE_FLOATS, standsAt } from '../../drawing/arcade/space.ts';
import { UNLOCK_VISUALS, UnlockedVisuals } from '../../drawing/arcade/unlocks.ts';
import { MOST_DISCS } from './crowdChoice.ts';
import { FAR, fitLens, flyTo, NEAR } from './eye.ts';

const ANY = fc.record({
  width: fc.integer({ min: 320, max: 3840 }),
  height: fc.integer({ min: 480, max: 2160 }),
  count: fc.integer({ min: 1, max: 100 }),
  x: fc.double({ min: -5000, max: 5000, noNaN: true }),
  depth: fc.double({ min: -5000, max: 5000, noNaN: true }),
  open: fc.constantFrom(0, 0.3, 0.7, 1),
  isUnlocked: fc.boolean(),
});
type Any = typeof ANY extends fc.Arbitrary<infer T> ? T : never;

/** A field as the rules see it, and as it stands in space before a camera. */
function see({ width, height, count, x, depth, open, isUnlocked }: Any) {
  const view = crowdView(width, height);
  const ground = groundOf(count);
  const flight = new Flight();
  flight.x = x;
  flight.depth = depth;
  const focusing = new Focusing();
  const place = { row: 0, column: 0 };
  focusing.rifff = nearestRifff(ground, flight, place);
  Object.assign(focusing, place, { open });
  const table = new CrowdTable();
  table.place(ground, view, flight, focusing);
  if (isUnlocked) {
    const visuals = new UnlockedVisuals();
    for (const id of Object.keys(UNLOCK_VISUALS)) visuals.add(id);
    visuals.age(9);
    visuals.move(table, view, flight, focusing, new Uint8Array(128), 3.3, false);
  }
  const space = new CrowdSpace(MOST_DISCS);
  space.look(flight);
  space.place(table, table.count, view);
  const camera = new PerspectiveCamera(50, 1, NEAR, FAR);
  fitLens(camera, view);
  flyTo(camera, space);
  return { view, table, space, camera };
}

const point = new Vector3();
const edge = new Vector3();

/** Where the camera shows a place, in CSS pixels, and how large a radius there is. */
function shown(camera: PerspectiveCamera, view: CrowdView, at: ArrayLike<number>, radius: number) {
  const [x, y, z] = [at[0]!, at[1]!, at[2]!];
  point.set(x, y, z).project(camera);
  edge.set(x, y + radius, z).project(camera);
  return {
    x: ((point.x + 1) / 2) * view.width,
    y: ((1 - point.y) / 2) * view.height,
    radius: ((edge.y - point.y) / 2) * view.height,
    depth: point.z,
  };
}

/** How far apart two pictures of a disc are at most, in CSS pixels. */
const apart = (a: Record<'x' | 'y' | 'radius', number>, x: number, y: number, radius: number) =>
  Math.max(Math.abs(a.x - x), Math.abs(a.y - y), Math.abs(a.radius - radius));

const placeOf = (space: CrowdSpace, at: number) =>
  space.places.subarray(at * PLACE_FLOATS, (at + 1) * PLACE_FLOATS);

describe('the eye of the crowd', () => {
  test('shows all within a pixel of where the rules have them, and nearer ones before others', () => {
    let worst = 0;
    fc.assert(
      fc.property(ANY, (any) => {
        const { view, table, space, camera } = see(any);
        let before = Number.POSITIVE_INFINITY;
        for (let at = 0; at < table.count; at++) {
          const place = placeOf(space, at);
          const seen = shown(camera, view, place, place[3]!);
          worst = Math.max(worst, apart(seen, table.x[at]!, table.y[at]!, table.radius[at]!));
          expect(Math.abs(seen.depth)).toBeLessThan(1);
          // The order that they are drawn in: none covers one that is nearer. The one in front is the last of all.
          const isFront = at === table.count - 1;
          if (!isFront) expect(seen.depth).toBeLessThanOrEqual(before + 1e-6);
          before = seen.depth;
        }
      }),
    );
    console.info(`camera and rules: ${worst.toFixed(4)} px apart at most`);
    expect(worst).toBeLessThan(1);
  });

  test('shows a place of the ground where the rules say that its rifff stands', () => {
    let worst = 0;
    fc.assert(
      fc.property(ANY, (any) => {
        const { view, table, space, camera } = see({ ...any, open: 0, isUnlocked: false });
        for (let at = 0; at < table.count; at++) {
          const place = standsAt(space, table.row[at]!, table.column[at]!);
          const seen = shown(camera, view, place, 1);
          worst = Math.max(worst, apart(seen, table.x[at]!, table.y[at]!, table.radius[at]!));
        }
      }),
    );
    console.info(`ground and rules: ${worst.toFixed(4)} px apart at most`);
    expect(worst).toBeLessThan(1);
  });

  test('meets the same rifff under a finger as the rules do', () => {
    fc.assert(
      fc.property(
        ANY,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (any, right, down) => {
          const { view, table, space, camera } = see(any);
          const [x, y] = [right * view.width, down * view.height];
          const far = new Vector3(right * 2 - 1, 1 - down * 2, 0.5).unproject(camera);
          const way = far.sub(camera.position);
          const hits: number[] = [];
          let isOnEdge = false;
          for (let at = 0; at < table.count; at++) {
            const [px = 0, py = 0, pz = 0, size = 0] = placeOf(space, at);
            const reach = (pz - camera.position.z) / way.z;
            const away = Math.hypot(
              camera.position.x + way.x * reach - px,
              camera.position.y + way.y * reach - py,
            );
            // Within a hundredth of a pixel of an edge both are right.
            if (Math.abs(away - size) * table.full[at]! < 0.01) isOnEdge = true;
            if (away <= size) hits.push(at);
          }
          if (!isOnEdge) expect(hits.at(-1) ?? -1).toBe(table.hit(x, y));
        },
      ),
    );
  });
});
