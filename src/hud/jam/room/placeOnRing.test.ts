import { expect, test } from 'vitest';
import { placeOnRing } from './useRoomRings.ts';

const ring = { outer: 100, pitch: 20, amplitude: 5, cells: 8, mostCells: 8, index: 0 };
const layout = { rings: [{ ...ring, slot: 3 }] };

test('a touch is told as turns from the top, clockwise, and as a share of the ring', () => {
  expect(placeOnRing(layout, 3, 0, -90)).toEqual({ turn: 0, depth: 0.5 });
  expect(placeOnRing(layout, 3, 100, 0)).toEqual({ turn: 0.25, depth: 1 });
  const left = placeOnRing(layout, 3, -85, 0)!;
  expect(left.turn).toBeCloseTo(0.75);
  expect(left.depth).toBeCloseTo(0.25);
});

test('a finger that is dragged off the ring stays at its edge, and a slot without a ring has no place', () => {
  expect(placeOnRing(layout, 3, 300, 0)?.depth).toBe(1);
  expect(placeOnRing(layout, 3, 1, 0)?.depth).toBe(0);
  expect(placeOnRing(layout, 0, 90, 0)).toBeNull();
});
