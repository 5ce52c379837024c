import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleRoom } from '../../../tests/support/sampleRoom.ts';
import { PaintList } from '../paintList.ts';
import { RoomDrawing } from './composeRoom.ts';
import { homeTurn } from './room.ts';
import { roomFrame } from './roomFrame.ts';
import { MOST_TRACES, TRACE_MS } from './traces.ts';

const size = fc.record({
  width: fc.integer({ min: 320, max: 3840 }),
  height: fc.integer({ min: 320, max: 2160 }),
});
const touch = fc.record({
  user: fc.constantFrom('mira', 'oduya', 'ilse', 'nobody'),
  slot: fc.integer({ min: 0, max: 7 }),
  turn: fc.double({ min: 0, max: 1, noNaN: true }),
  depth: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** Everything that a host would draw. */
const drawn = (list: PaintList) => ({
  points: [...list.points.subarray(0, 2 * list.pointCount)],
  paints: list.paints.slice(0, list.size).map((paint) => ({ ...paint })),
});

function roomOf(width = 1440, height = 900, count = 24): RoomDrawing {
  const { data, current } = sampleRoom(count);
  const room = new RoomDrawing();
  room.lay(current, data, width, height, 1);
  return room;
}

describe('a room as one picture', () => {
  test('is the same for every viewer', () => {
    fc.assert(
      fc.property(
        size,
        fc.array(touch, { maxLength: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ width, height }, touches, phase) => {
          const pictures = [1, 2].map((viewer) => {
            const room = roomOf(width, height, 12);
            // One of them has been there before and has drawn something else.
            const list = new PaintList();
            if (viewer === 2) room.compose(list, 0.3, -5000);
            for (const [at, one] of touches.entries()) {
              room.around.touch({ ...one, rifffId: 'reference' }, at * 100);
            }
            room.compose(list, phase, touches.length * 100);
            // People have reached where they go.
            room.compose(list, phase, touches.length * 100 + 60_000);
            return drawn(list);
          });
          expect(pictures[0]!.paints).toHaveLength(pictures[1]!.paints.length);
          const other = pictures[1]!.points;
          const farthest = pictures[0]!.points.reduce(
            (most, value, at) => Math.max(most, Math.abs(value - other[at]!)),
            0,
          );
          expect(farthest).toBeLessThan(0.05);
        },
      ),
      { numRuns: 8 },
    );
  });

  test('keeps rings, people and discs inside the picture', () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 40 }), ({ width, height }, count) => {
        const room = roomOf(width, height, count);
        const list = new PaintList();
        room.compose(list, 0.2, 0);
        const { x: centreX, y: centreY } = room.around.frame;
        const far = { left: 1e9, top: 1e9, right: 0, bottom: 0 };
        for (const { from, count: points, x, y } of list.paints.slice(0, list.size)) {
          for (let at = from; at < from + points; at++) {
            const px = centreX + x + list.points[2 * at]!;
            const py = centreY + y + list.points[2 * at + 1]!;
            far.left = Math.min(far.left, px);
            far.top = Math.min(far.top, py);
            far.right = Math.max(far.right, px);
            far.bottom = Math.max(far.bottom, py);
          }
        }
        expect(Math.min(far.left, far.top)).toBeGreaterThan(-1);
        expect(far.right).toBeLessThan(width + 1);
        expect(far.bottom).toBeLessThan(height + 1);
      }),
      { numRuns: 12 },
    );
  });

  test('makes no array longer after its first frames, whatever is touched', () => {
    const room = roomOf();
    const list = new PaintList();
    const full = (nowMs: number) => {
      for (let at = 0; at < MOST_TRACES; at++) {
        const [turn, depth] = [(at * 0.37) % 1, 0.5];
        room.around.touch({ user: 'mira', rifffId: 'reference', slot: at % 7, turn, depth }, nowMs);
      }
      room.compose(list, (nowMs / 4000) % 1, nowMs);
    };
    for (let at = 0; at < 60; at++) full(at * 16);
    const { points, turns } = list;
    const paints = list.paints.length;
    for (let at = 60; at < 400; at++) full(at * 16);
    expect(list.points).toBe(points);
    expect(list.turns).toBe(turns);
    expect(list.paints.length).toBeLessThanOrEqual(paints + MOST_TRACES);
  });

  test('a touch is a trace that leaves by growing thinner, and only on the rifff that was touched', () => {
    const { data, current } = sampleRoom(3);
    const paintsAt = (rifffId: string, ageMs: number) => {
      const room = new RoomDrawing();
      room.lay(current, { ...data, people: [] }, 800, 800, 1);
      room.around.touch({ user: 'mira', rifffId, slot: 2, turn: 0.4, depth: 0.5 }, 0);
      const list = new PaintList();
      room.compose(list, -1, ageMs);
      return list.size;
    };
    const without = paintsAt('another', 10);
    expect(paintsAt(current.id, 10)).toBeGreaterThan(without);
    expect(paintsAt(current.id, TRACE_MS - 1)).toBeLessThanOrEqual(paintsAt(current.id, 10));
    expect(paintsAt(current.id, TRACE_MS + 1)).toBe(without);
  });

  test('people have homes spread all round', () => {
    const homes = Array.from({ length: 200 }, (_, at) => homeTurn(`user-${at}`));
    for (let eighth = 0; eighth < 8; eighth++) {
      const inIt = homes.filter((home) => Math.floor(home * 8) === eighth);
      expect(inIt.length).toBeGreaterThan(10);
    }
  });

  test('rings take the larger part of a picture of any shape', () => {
    fc.assert(
      fc.property(size, ({ width, height }) => {
        const { radius, tree } = roomFrame(width, height);
        expect(2 * radius).toBeGreaterThan(0.38 * Math.min(width, height));
        expect(tree.disc).toBeGreaterThanOrEqual(14);
      }),
    );
  });
});
