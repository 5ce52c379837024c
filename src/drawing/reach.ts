/**
 * How far the picture of a rifff may reach, so that no edge is cut by where it ends: what swells and thickens stays
 * within it, and what a finger makes larger than there is room for makes the others smaller. Lengths in CSS pixels.
 */
import { gainWeight, type RingLayout } from './layout.ts';
import { MOST_EDGE } from './paintList.ts';
import type { RingMotion } from './ringMotion.ts';

/**
 * The highest edge that a ring may have, 1 to `MOST_EDGE`: what swells does not leave the picture.
 * @param freePx how much farther than its highest edge at rest (an edge of 1) a ring may reach
 */
export function highestEdge(freePx: number, amplitude: number): number {
  if (freePx <= 0) return 1;
  return Math.min(MOST_EDGE, 1 + freePx / Math.max(1e-6, amplitude));
}

/**
 * Gives a ring the thickness of a gain with the sum of weights frozen; those outside it move along. Where that is more
 * than there is room for, all of them get smaller evenly.
 *
 * @param at index in the layout of the ring that is dragged
 * @param mostPx radius that no ring may leave; never less than where the rings lie at rest
 */
export function dragRings(
  rings: readonly RingMotion[],
  layout: RingLayout,
  at: number,
  gain: number,
  mostPx: number,
  nowMs: number,
): void {
  const { hole, radius, weight } = layout;
  const place = layout.rings[at]!;
  const last = layout.rings.at(-1)!;
  const pitch = ((radius - hole) * gainWeight(gain)) / weight;
  const shift = pitch - place.pitch;
  const most = Math.max(mostPx, last.outer);
  const share = Math.min(1, (most - hole) / Math.max(1e-6, last.outer + shift - hole));
  // Those inside it settle by themselves once there is room again.
  for (let index = share < 1 ? 0 : at; index < rings.length; index++) {
    const ring = rings[index]!;
    const own = layout.rings[index]!;
    const outer = own.outer + (index < at ? 0 : shift);
    ring.outer = hole + (outer - hole) * share;
    ring.amplitude = share * (index === at ? (own.amplitude * pitch) / own.pitch : own.amplitude);
    ring.fromOuter = ring.outer;
    ring.fromAmplitude = ring.amplitude;
    ring.movedMs = nowMs;
  }
}
