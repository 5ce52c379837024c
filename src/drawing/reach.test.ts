import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIBRARY_CATEGORIES } from '../data/contract/categories.ts';
import { MAX_GAIN } from '../data/contract/constants.ts';
import { composeRifff } from './composeRifff.ts';
import { layoutRings } from './layout.ts';
import type { RingModel } from './model.ts';
import { PaintList } from './paintList.ts';
import { PlainPose } from './plainPose.ts';
import { dragRings } from './reach.ts';
import { keylinePx } from './ringShapes.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const ring = fc.record({
  category: fc.constantFrom(...LIBRARY_CATEGORIES),
  gain: fc.double({ min: 0, max: MAX_GAIN, noNaN: true }),
  isOn: fc.boolean(),
  repeats: fc.constantFrom(1, 2, 4),
  peaks: fc.oneof(bytes(64), fc.constant(new Uint8Array(64).fill(255))),
  bands: bytes(1024),
});
type Made = Parameters<Parameters<typeof ring.map>[0]>[0];

const phase = fc.double({ min: 0, max: 0.999, noNaN: true });
const loud = new Uint8Array(10 * 512).fill(255);

/** A rifff as it is heard, as loud as can be, in a picture with so much room round its rings. */
function poseOf(
  made: readonly Made[],
  radius: number,
  roomPx: number,
  isEditor = false,
): PlainPose {
  const rings = made.map((one, slot): RingModel => ({ slot, passSec: 4, isFresh: false, ...one }));
  const pose = new PlainPose();
  const layout = layoutRings(rings, radius, { isEditor, sizePx: 2 * (radius + roomPx) });
  pose.lay({ id: 'reach', rings }, layout, 1);
  for (const motion of pose.rings) motion.hasArrived = true;
  pose.isLive = true;
  pose.spectrum = loud;
  pose.reachPx = radius + roomPx;
  return pose;
}

function extentOf(pose: PlainPose): number {
  const list = new PaintList();
  composeRifff(list, pose);
  return list.extent;
}

describe('the reach of a picture', () => {
  const rings = fc.array(ring, { minLength: 1, maxLength: 8 });

  test('nothing leaves it, whatever sounds, swells or is selected', () => {
    const radius = fc.constantFrom(48, 176, 286, 410);
    const marked = fc.integer({ min: -1, max: 7 });
    fc.assert(
      fc.property(rings, radius, phase, marked, marked, (made, radiusPx, at, selected, focused) => {
        // As much room as a keyline needs, which stands round the highest edge at rest.
        const roomPx = keylinePx(5, true);
        const pose = poseOf(made, radiusPx, roomPx);
        Object.assign(pose, { phase: at, selected, focused });
        expect(extentOf(pose)).toBeLessThanOrEqual(pose.reachPx + 0.05);
      }),
      { numRuns: 200 },
    );
  });

  test('is used: with room enough a lone ring swells as far as it likes', () => {
    const made = { category: 'drums', gain: 1, isOn: true, repeats: 1 } as const;
    const full = { ...made, peaks: new Uint8Array(64).fill(255), bands: new Uint8Array(1024) };
    const extents = [0, 12, 200].map((roomPx) => {
      const pose = poseOf([full], 300, roomPx);
      pose.phase = 0.4;
      return extentOf(pose);
    });
    expect(extents[0]).toBeLessThanOrEqual(300.05);
    expect(extents[1]).toBeCloseTo(312, 0);
    expect(extents[2]).toBeGreaterThan(315);
  });

  test('a ring that is dragged stays within it, and follows the finger as long as it can', () => {
    const at = fc.integer({ min: 0, max: 7 });
    const gain = fc.double({ min: 0, max: MAX_GAIN, noNaN: true });
    fc.assert(
      fc.property(rings, at, gain, phase, fc.boolean(), (made, which, to, turn, isEditor) => {
        const index = which % made.length;
        const pose = poseOf(made, 286, 72, isEditor);
        Object.assign(pose, { phase: turn, selected: index });
        dragRings(
          pose.rings,
          pose.layout,
          index,
          to,
          pose.reachPx - keylinePx(pose.layout.gap, true),
          0,
        );
        expect(extentOf(pose)).toBeLessThanOrEqual(pose.reachPx + 0.05);
        const outers = pose.rings.map(({ outer }) => outer);
        expect(outers).toEqual([...outers].sort((a, b) => a - b));
      }),
      { numRuns: 200 },
    );
  });

  test('a quiet ring alone in a small place, dragged to its loudest, was ten times as large', () => {
    const made = { category: 'bass', gain: 0, isOn: true, repeats: 1 } as const;
    const pose = poseOf(
      [{ ...made, peaks: new Uint8Array(64), bands: new Uint8Array(1024) }],
      186,
      14,
    );
    dragRings(pose.rings, pose.layout, 0, MAX_GAIN, 400, 0);
    expect(pose.rings[0]!.outer).toBeCloseTo(400, 3);
    dragRings(pose.rings, pose.layout, 0, MAX_GAIN, 4000, 0);
    expect(pose.rings[0]!.outer).toBeGreaterThan(1500);
  });
});
