import { expect, test } from 'vitest';
import { letterPlace } from './TouchNames.tsx';
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

test('a letter stands right of the mark on the ring that was touched', () => {
  const rings = { ...layout, radius: 100 };
  const [besidePx] = letterPlace(rings, 3, 0)!;
  for (const turn of [0.1, 0.25, 0.6, 0.9]) {
    const [x, y] = letterPlace(rings, 3, turn)!;
    const at = placeOnRing(layout, 3, x - besidePx, y)!;
    expect(at.turn).toBeCloseTo(turn);
    expect(at.depth).toBeCloseTo(0.5);
  }
  expect(besidePx).toBeGreaterThan(0);
  expect(letterPlace(rings, 0, 0)).toBeNull();
});
