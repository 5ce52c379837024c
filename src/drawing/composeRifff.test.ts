import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { musicalRing } from '../../tests/gpu/musicalPeaks.ts';
import { CATEGORIES, LIBRARY_CATEGORIES } from '../data/contract/categories.ts';
import { composePulled, composeRifff } from './composeRifff.ts';
import { layoutRings } from './layout.ts';
import { MOST_EDGE, PaintList } from './paintList.ts';
import { createRingMotion } from './ringMotion.ts';
import type { RifffPose } from './ringNow.ts';
import { RingShapes } from './ringShapes.ts';
import { TOKENS } from './tokens.ts';

const numberOf = (colour: string) => Number.parseInt(colour.slice(1), 16);
const GROUND = numberOf(TOKENS.ground);

/** A rifff of `count` rings as it stands, with what a test changes. */
function poseOf(count: number, change: Partial<RifffPose> = {}, radius = 200): RifffPose {
  const rings = LIBRARY_CATEGORIES.slice(0, count).map((category, at) => musicalRing(at, category));
  const model = { id: 'pose', rings };
  const layout = layoutRings(rings, radius);
  const shapes = new RingShapes();
  shapes.update(model, layout, change.bitePx ?? 0, 1);
  const motions = layout.rings.map((place) => {
    const motion = createRingMotion(`${place.slot}`, place.outer, place.amplitude, true, 0);
    motion.hasArrived = true;
    return motion;
  });
  return {
    model,
    layout,
    shapes,
    rings: motions,
    phase: -1,
    isLive: false,
    spectrum: null,
    nowMs: 0,
    isReduced: false,
    turns: 0,
    arrivedShare: -1,
    selected: -1,
    focused: -1,
    pulled: -1,
    dragged: -1,
    startGain: 1,
    failed: [],
    isUnsent: false,
    bitePx: 0,
    reachPx: Number.POSITIVE_INFINITY,
    dotX: 0,
    dotY: 0,
    dotRadius: 0,
    dpr: 1,
    ...change,
  };
}

function composed(pose: RifffPose): PaintList {
  const list = new PaintList();
  composeRifff(list, pose);
  return list;
}

const used = (list: PaintList) => list.paints.slice(0, list.size);
const inkOf = (slug: keyof typeof CATEGORIES) => numberOf(CATEGORIES[slug].ink);
/** Largest radius of a paint. */
const reach = ({ points }: PaintList, { from, count }: { from: number; count: number }) =>
  Array.from({ length: count }, (_, at) =>
    Math.hypot(points[2 * (from + at)]!, points[2 * (from + at) + 1]!),
  ).reduce((most, one) => Math.max(most, one), 0);

describe('a rifff as paints', () => {
  test('is every ring in its ink from the outside in, ground between, the hole last', () => {
    const pose = poseOf(8);
    const list = composed(pose);
    const inks = used(list).map(({ ink }) => ink);
    expect(inks.filter((ink) => ink !== GROUND)).toEqual(
      [...LIBRARY_CATEGORIES].reverse().map(inkOf),
    );
    const rings = used(list).filter(({ ink }) => ink !== GROUND);
    rings.forEach((paint, at) => {
      expect(reach(list, paint)).toBeCloseTo(pose.layout.rings[7 - at]!.outer, -1);
    });
    expect(inks.at(-1)).toBe(GROUND);
    expect(reach(list, used(list).at(-1)!)).toBeCloseTo(pose.layout.hole, 1);
    expect(list.extent).toBeCloseTo(200, 0);
  });

  test('stands for nothing with a dashed circle', () => {
    const [line, ...others] = used(composed(poseOf(0)));
    expect(others).toEqual([]);
    expect(line!.dashes).toBeGreaterThan(10);
    expect(line!.hole).toBeGreaterThanOrEqual(0);
  });

  test('is the same for the same moment, and takes no more memory for it', () => {
    const pose = poseOf(8, { phase: 0.3, isLive: true, isUnsent: true, selected: 2, focused: 4 });
    const list = composed(pose);
    const [points, turns] = [list.points, list.turns];
    const first = points.slice(0, 2 * list.pointCount);
    const paints = structuredClone(used(list));
    composeRifff(list, { ...pose, phase: 0.9 });
    composeRifff(list, pose);
    expect(list.points).toBe(points);
    expect(list.turns).toBe(turns);
    expect(points.slice(0, 2 * list.pointCount)).toEqual(first);
    expect(used(list)).toEqual(paints);
  });

  test('a muted ring is outline and hatch, and hugs the ring inside it', () => {
    const pose = poseOf(3);
    pose.rings[1]!.isOn = false;
    const list = composed(pose);
    const ink = inkOf('bass');
    const paints = used(list).filter((paint) => paint.ink === ink || paint.hatch >= 0);
    expect(paints.some(({ hatch }) => hatch >= 0 && hatch !== GROUND)).toBe(true);
    // Its own body, and the line round the ring inside.
    expect(paints.filter((paint) => paint.ink === ink)).toHaveLength(2);
    expect(used(list).filter(({ isCut }) => isCut)).toHaveLength(2);
  });

  test('a mute spreads from the notch: both states, each in its part', () => {
    const pose = poseOf(2, { nowMs: 40, phase: 0.25 });
    Object.assign(pose.rings[1]!, { isOn: false, muteMs: 0, muteFrom: 0.25 });
    const parts = used(composed(pose)).filter(({ sectorTurns }) => sectorTurns !== 0);
    const turns = parts.map(({ sectorTurns }) => sectorTurns);
    expect(Math.max(...turns)).toBeGreaterThan(0);
    expect(Math.min(...turns)).toBe(-Math.max(...turns));
  });

  test('the edge swells behind the notch, and nowhere else', () => {
    const [still, moving] = [composed(poseOf(1)), composed(poseOf(1, { phase: 0.5 }))];
    const radii = (list: PaintList, from: number, to: number) => {
      const paint = used(list).find(({ ink }) => ink !== GROUND)!;
      let most = 0;
      for (let at = paint.from; at < paint.from + paint.count; at++) {
        if (list.turns[at]! < from || list.turns[at]! > to) continue;
        most = Math.max(most, Math.hypot(list.points[2 * at]!, list.points[2 * at + 1]!));
      }
      return most;
    };
    expect(radii(moving, 0.45, 0.5)).toBeGreaterThan(radii(still, 0.45, 0.5) + 1);
    expect(radii(moving, 0.51, 1)).toBeCloseTo(radii(still, 0.51, 1), 3);
    expect(radii(moving, 0, 0.3)).toBeCloseTo(radii(still, 0, 0.3), 3);
  });

  test('a ring that arrives is drawn as far as the notch has come, and touchable as an outline', () => {
    const pose = poseOf(2, { turns: 5.25, isLive: true, phase: 0.25 });
    Object.assign(pose.rings[1]!, { hasArrived: false, arriveTurns: 5 });
    const paints = used(composed(pose));
    const body = paints.find(({ isCut, sectorTurns }) => isCut && sectorTurns > 0)!;
    expect(body.sectorTurns).toBeCloseTo(0.25, 6);
    const dashed = paints.find(({ dashes }) => dashes > 0)!;
    expect(dashed.sectorTurns).toBeCloseTo(-0.25, 6);
  });

  test('a pulled ring leaves a dashed place, and is a band with a rim by itself', () => {
    const pose = poseOf(4, { pulled: 2 });
    expect(used(composed(pose)).some(({ dashes }) => dashes > 0)).toBe(true);
    const list = new PaintList();
    composePulled(list, pose, false);
    expect(used(list)).toHaveLength(2);
    for (const paint of used(list)) {
      for (let at = 0; at < paint.count; at++) {
        const outer = Math.hypot(...xy(list, paint.from + at));
        expect(Math.hypot(...xy(list, paint.hole + at))).toBeLessThan(outer + 0.01);
      }
    }
  });

  test('whatever its state, every point is finite and inside what it says', () => {
    const state = fc.record({
      phase: fc.oneof(
        fc.constant(-1),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      ),
      isLive: fc.boolean(),
      isUnsent: fc.boolean(),
      selected: fc.integer({ min: -1, max: 7 }),
      focused: fc.integer({ min: -1, max: 7 }),
      pulled: fc.integer({ min: -1, max: 7 }),
      dragged: fc.integer({ min: -1, max: 7 }),
      startGain: fc.double({ min: 0, max: 2, noNaN: true }),
      bitePx: fc.constantFrom(0, 7),
      turns: fc.double({ min: 0, max: 9, noNaN: true }),
      nowMs: fc.integer({ min: 0, max: 400 }),
    });
    const moving = fc.record({
      isOn: fc.boolean(),
      muteMs: fc.integer({ min: -200, max: 400 }),
      muteFrom: fc.double({ min: 0, max: 1, noNaN: true }),
      dim: fc.double({ min: 0, max: 1, noNaN: true }),
      turn: fc.double({ min: -3, max: 3, noNaN: true }),
      hasArrived: fc.boolean(),
      arriveTurns: fc.constantFrom(-1, 0, 3.4, 8.99),
    });
    const spectrum = new Uint8Array(10 * 512).fill(255);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 8 }),
        state,
        fc.array(moving, { minLength: 8, maxLength: 8 }),
        fc.constantFrom(20, 60, 384),
        (count, change, moves, radius) => {
          const pose = poseOf(count, { ...change, spectrum }, radius);
          pose.rings.forEach((ring, at) => {
            Object.assign(ring, moves[at]);
          });
          const list = composed(pose);
          for (let at = 0; at < 2 * list.pointCount; at++) {
            expect(Number.isFinite(list.points[at]!)).toBe(true);
          }
          for (const paint of used(list)) {
            expect(paint.count).toBeGreaterThan(3);
            expect(paint.from + paint.count).toBeLessThanOrEqual(list.pointCount);
            expect(reach(list, paint)).toBeLessThanOrEqual(list.extent + 0.01);
            expect(Number.isInteger(paint.ink) && paint.ink >= 0 && paint.ink <= 0xffffff).toBe(
              true,
            );
          }
          expect(list.extent).toBeLessThan(radius * MOST_EDGE * 2 + 40);
        },
      ),
      { numRuns: 30 },
    );
  });
});

const xy = ({ points }: PaintList, at: number): [number, number] => [
  points[2 * at]!,
  points[2 * at + 1]!,
];
