import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  biteOf,
  columnX,
  crowdView,
  distanceTo,
  fogOf,
  groundOf,
  neighbourOf,
  placeOf,
  rifffAt,
  roomAt,
} from './crowd.ts';
import { createFlightInput, Flight } from './flight.ts';
import { Focusing, nearestRifff } from './focusing.ts';
import { CrowdTable } from './placing.ts';

const count = fc.integer({ min: 1, max: 100 });
const size = fc.record({
  width: fc.integer({ min: 320, max: 2560 }),
  height: fc.integer({ min: 480, max: 1440 }),
});
const at = fc.record({
  x: fc.double({ min: -400, max: 400, noNaN: true }),
  depth: fc.double({ min: -400, max: 400, noNaN: true }),
});
const nobody = { rifff: -1, row: 0, column: 0, open: 0 };

function flightAt(place: { x: number; depth: number }): Flight {
  return Object.assign(new Flight(), place);
}

describe('the ground', () => {
  test('gives every rifff exactly one place in each stretch of a row, wherever that begins', () => {
    fc.assert(
      fc.property(count, fc.integer({ min: -500, max: 500 }), fc.integer(), (rifffs, row, from) => {
        const ground = groundOf(rifffs);
        const first = from % 1000;
        const seen = Array.from({ length: ground.period }, (_, column) =>
          rifffAt(ground, row, first + column),
        ).filter((index) => index >= 0);
        expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: rifffs }, (_, i) => i));
      }),
    );
  });

  test('every rifff is reached: its nearest place is its own, and whoever is there looks at it', () => {
    fc.assert(
      fc.property(count, fc.nat(99), at, (rifffs, some, from) => {
        const ground = groundOf(rifffs);
        const index = some % rifffs;
        const place = placeOf(ground, index, from);
        expect(rifffAt(ground, place.row, place.column)).toBe(index);
        const flight = new Flight();
        flight.jumpTo(place);
        expect(nearestRifff(ground, flight, { row: 0, column: 0 })).toBe(index);
      }),
    );
  });

  test('no place of a rifff is nearer than the one that is found', () => {
    fc.assert(
      fc.property(count, fc.nat(99), at, (rifffs, some, from) => {
        const ground = groundOf(rifffs);
        const index = some % rifffs;
        const found = placeOf(ground, index, from);
        const least = distanceTo(from, found.row, found.column);
        for (let off = -12; off <= 12; off++) {
          const row = Math.round(from.depth) + off;
          const middle = Math.round(from.x - columnX(row, 0));
          for (let by = -60; by <= 60; by++) {
            if (rifffAt(ground, row, middle + by) !== index) continue;
            expect(distanceTo(from, row, middle + by)).toBeGreaterThanOrEqual(least - 1e-9);
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  test('one goes to the next in every direction and is somewhere else', () => {
    const directions = fc.constantFrom('left', 'right', 'away', 'near' as const);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(99), directions, (rifffs, some, way) => {
        const ground = groundOf(rifffs);
        const from = placeOf(ground, some % rifffs, { x: 0, depth: 0 });
        const to = neighbourOf(ground, from, way as 'left')!;
        expect(rifffAt(ground, to.row, to.column)).toBeGreaterThanOrEqual(0);
        if (way === 'left') expect(to.column).toBeLessThan(from.column);
        if (way === 'right') expect(to.column).toBeGreaterThan(from.column);
        expect(to.row - from.row).toBe(way === 'away' ? 1 : way === 'near' ? -1 : 0);
      }),
    );
    expect(neighbourOf(groundOf(0), { row: 0, column: 0 }, 'left')).toBeNull();
    expect(rifffAt(groundOf(0), 3, 4)).toBe(-1);
  });
});

describe('the crowd as it is seen', () => {
  test('stands as the look has it: rows of 21 × 1.34^k at 172 + 4.1 r, 2.62 r apart', () => {
    const table = new CrowdTable();
    table.place(groundOf(100), crowdView(1440, 900), flightAt({ x: 0, depth: 0 }), nobody);
    const rows = new Map<string, number[]>();
    for (let i = 0; i < table.count; i++) {
      const key = table.radius[i]!.toFixed(3);
      rows.set(key, [...(rows.get(key) ?? []), i]);
    }
    const radii = [...rows.keys()].map(Number).filter((radius) => radius > 20.9);
    radii.forEach((radius, k) => {
      expect(radius).toBeCloseTo(21 * 1.34 ** k, 2);
      const own = rows.get(radius.toFixed(3))!;
      expect(table.y[own[0]!]!).toBeCloseTo(172 + 4.1 * radius, 2);
      if (own.length > 1) {
        expect(table.x[own[1]!]! - table.x[own[0]!]!).toBeCloseTo(2.62 * radius, 1);
      }
    });
    expect(radii.length).toBeGreaterThanOrEqual(8);
    expect(table.count).toBeGreaterThan(80);
    expect(table.count).toBeLessThan(150);
  });

  test('nobody covers the middle of another: those in a row stand apart, those in front begin below it', () => {
    fc.assert(
      fc.property(size, at, fc.constantFrom(0, 0.3, 1), ({ width, height }, from, open) => {
        const ground = groundOf(100);
        const table = new CrowdTable();
        const flight = flightAt(from);
        const place = { row: 0, column: 0 };
        const rifff = nearestRifff(ground, flight, place);
        const view = crowdView(width, height);
        table.place(ground, view, flight, { rifff, ...place, open });
        for (let i = 0; i < table.count - 1; i++) {
          // An open clearing is empty.
          if (open === 1)
            expect(table.radius[i]!).toBeLessThanOrEqual(
              Math.max(5, roomAt(view, table.x[i]!, table.y[i]!)) + 1e-3,
            );
          for (let j = i + 1; j < table.count - 1; j++) {
            const apart = Math.hypot(table.x[i]! - table.x[j]!, table.y[i]! - table.y[j]!);
            expect(apart).toBeGreaterThan(table.radius[j]! - 0.01);
            if (table.row[i] === table.row[j]) {
              expect(apart).toBeGreaterThan(
                table.radius[i]! + table.radius[j]! + biteOf(table.radius[j]!) * 0.5,
              );
            }
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  test('the fog is a half at the farthest row and nothing near by, and never leaps', () => {
    expect(fogOf(0)).toBe(0.5);
    expect(fogOf(7)).toBe(0);
    expect(fogOf(-1)).toBe(1);
    for (let rows = -1; rows < 9; rows += 0.01) {
      expect(Math.abs(fogOf(rows + 0.01) - fogOf(rows))).toBeLessThan(0.006);
    }
  });

  test('a finger hits who stands in front', () => {
    const table = new CrowdTable();
    table.place(groundOf(100), crowdView(1440, 900), flightAt({ x: 3.2, depth: 1.7 }), nobody);
    expect(table.hit(-50, 5)).toBe(-1);
    for (let i = 0; i < table.count; i++) {
      const hit = table.hit(table.x[i]!, table.y[i]! - 0.6 * table.radius[i]!);
      expect(hit).toBeGreaterThanOrEqual(i);
      const top = table.hit(table.x[i]!, table.y[i]! - 0.97 * table.radius[i]!);
      if (top === i) expect(table.row[top]).toBe(table.row[i]);
    }
  });

  test('moving never leaps: each disc goes no farther in a frame than the flight', () => {
    fc.assert(
      fc.property(
        at,
        fc.array(
          fc.record({ x: fc.integer({ min: -1, max: 1 }), d: fc.integer({ min: -1, max: 1 }) }),
          {
            minLength: 3,
            maxLength: 8,
          },
        ),
        (from, wishes) => {
          const ground = groundOf(100);
          const view = crowdView(1440, 900);
          const flight = flightAt(from);
          const focusing = new Focusing();
          const input = createFlightInput();
          const table = new CrowdTable();
          const before = new Map<string, { x: number; y: number; radius: number; fog: number }>();
          for (const wish of wishes) {
            for (let frame = 0; frame < 12; frame++) {
              input.thrustX = wish.x;
              input.thrustDepth = wish.d;
              flight.advance(input, 1 / 60, false);
              focusing.advance(ground, flight, 1 / 60, wish.x === 0 && wish.d === 0, false);
              table.place(ground, view, flight, focusing);
              const now = new Map<string, { x: number; y: number; radius: number; fog: number }>();
              for (let i = 0; i < table.count; i++) {
                const [x, y] = [table.x[i]!, table.y[i]!];
                const radius = table.radius[i]!;
                now.set(`${table.row[i]} ${table.column[i]}`, { x, y, radius, fog: table.fog[i]! });
              }
              for (const [key, then] of before) {
                const one = now.get(key);
                if (one) {
                  // By a sixtieth of what thrust can do at its size, and by what the clearing does.
                  const most = 0.35 * Math.max(one.radius, then.radius) + 48;
                  expect(Math.hypot(one.x - then.x, one.y - then.y)).toBeLessThan(most);
                  expect(Math.abs(one.radius - then.radius)).toBeLessThan(60);
                  expect(Math.abs(one.fog - then.fog)).toBeLessThan(0.06);
                  continue;
                }
                // A disc that is gone had left the window, shrunk away, or gone into the ground.
                const isOut =
                  then.x + then.radius < 60 ||
                  then.x - then.radius > view.width - 60 ||
                  then.y - then.radius > view.height - 60;
                expect(isOut || then.radius < 60 || then.fog > 0.9).toBe(true);
              }
              before.clear();
              for (const [key, one] of now) before.set(key, one);
            }
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});
