/** Two screens of fine circles in the ground over the rings: where they fall together light opens, where not it closes. */
import { composeRings } from '../composeRifff.ts';
import type { OutlinePose, PaintList } from '../paintList.ts';
import type { RifffPose } from '../ringNow.ts';
import { circleFor } from '../ringShapes.ts';

/** Circles of a screen, and how far it reaches as a share of the rifff's radius. */
const CIRCLES = 20;
const REACH = 1.02;
/** Width of a circle as a share of their distance at a density of 0, and what 1 adds. */
const [THIN, THICKER] = [0.2, 0.3];
/** How far the second screen lies off the middle at a lift of 1, in distances of circles. */
const FAR = 2;
/** The way that it goes, as sine and cosine of its angle. */
const [WAY_X, WAY_Y] = [Math.SQRT1_2, -Math.SQRT1_2];

const outer: OutlinePose = { base: 0, amplitude: 0, turn: 0 };
const inner: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/**
 * Adds the rings of a rifff and the screens over them.
 *
 * @param density how wide the circles of the screens are
 * @param lift how far the second screen lies off the middle; both 0–1
 * @param ground what the screens are of, `0xRRGGBB`
 */
export function composeMoire(
  list: PaintList,
  pose: RifffPose,
  density: number,
  lift: number,
  ground: number,
): void {
  composeRings(list, pose);
  const { extent } = list;
  const step = (REACH * pose.layout.radius) / CIRCLES;
  const width = step * (THIN + THICKER * density);
  for (let screen = 0; screen < 2; screen++) {
    const off = screen * FAR * lift * step;
    for (let at = 1; at <= CIRCLES; at++) {
      outer.base = at * step + width / 2;
      inner.base = outer.base - width;
      const circle = circleFor(outer.base * pose.dpr);
      const paint = list.fill(list.trace(circle, outer, null), ground);
      paint.hole = list.trace(circle, inner, null);
      paint.x = WAY_X * off;
      paint.y = WAY_Y * off;
    }
  }
  // Ground over ground is nothing farther out.
  list.extent = extent;
}
