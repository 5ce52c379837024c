/** Shadows that end where what they fall on ends. */
import type { OutlinePose, PaintList } from '../paintList.ts';
import type { PolarOutline } from '../polar.ts';

const TAU = 2 * Math.PI;
const fraction = (x: number) => x - Math.floor(x);

/** Turn and radius of every point of the outline below, as the middle of the shadow sees them, all the way round. */
let around = new Float64Array(2 * 512);
/** How far out each point of the outline is. */
let radii = new Float64Array(512);

/** Fills `around`, whose turns never fall: what is behind a tip is not seen. */
function look({ count, turns, edge, away }: PolarOutline, pose: OutlinePose, x: number, y: number) {
  if (around.length < 2 * count) around = new Float64Array(4 * count);
  for (let at = 0; at < count; at++) {
    const radius = Math.max(0, pose.base + pose.amplitude * edge[at]! + away[at]!);
    const angle = (turns[at]! + pose.turn) * TAU;
    const ownX = Math.sin(angle) * radius - x;
    const ownY = -Math.cos(angle) * radius - y;
    const turn = fraction(Math.atan2(ownX, -ownY) / TAU);
    const before = at > 0 ? around[2 * at - 2]! : turn;
    const step = fraction(turn - before + 0.5) - 0.5;
    around[2 * at] = before + Math.max(0, step);
    around[2 * at + 1] = Math.sqrt(ownX * ownX + ownY * ownY);
  }
  around[2 * count - 2] = around[0]! + 1;
}

/**
 * Adds the points of an outline as far as they lie in another one.
 *
 * @param below what it falls on, round the middle of the picture
 * @param x how far the middle of the outline is from there, in CSS pixels
 * @returns index of its first point
 */
export function traceShade(
  list: PaintList,
  { count, turns, edge, away }: PolarOutline,
  pose: OutlinePose,
  below: PolarOutline,
  belowPose: OutlinePose,
  x: number,
  y: number,
): number {
  const from = list.pointCount;
  look(below, belowPose, x, y);
  list.reserve(count + below.count);
  const { points, turns: placed } = list;
  if (radii.length < count) radii = new Float64Array(2 * count);
  for (let at = 0; at < count; at++) {
    radii[at] = Math.max(0, pose.base + pose.amplitude * edge[at]! + away[at]!);
  }
  // Turns of the outline below go on from one round to the next.
  let round = Math.floor(pose.turn - around[0]!) | 0;
  let next = 1;
  let to = from;
  while (around[2 * next]! + round < pose.turn) next += 1;
  for (let at = 0; at < count; at++) {
    const turn = turns[at]! + pose.turn;
    const radius = radii[at]!;
    while (around[2 * next]! + round < turn) {
      const one = around[2 * next]! + round;
      const last = turns[at - 1]! + pose.turn;
      const own = radii[at - 1]! + ((radius - radii[at - 1]!) * (one - last)) / (turn - last);
      const far = Math.min(own, around[2 * next + 1]!);
      points[2 * to] = Math.sin(one * TAU) * far;
      points[2 * to + 1] = -Math.cos(one * TAU) * far;
      placed[to] = one;
      to += 1;
      next += 1;
      if (next === below.count) {
        next = 1;
        round += 1;
      }
    }
    const last = around[2 * next - 2]! + round;
    const step = around[2 * next]! + round - last;
    const share = step > 0 ? (turn - last) / step : 0;
    const low = around[2 * next - 1]!;
    const far = Math.min(radius, low + (around[2 * next + 1]! - low) * share);
    points[2 * to] = Math.sin(turn * TAU) * far;
    points[2 * to + 1] = -Math.cos(turn * TAU) * far;
    placed[to] = turn;
    to += 1;
  }
  list.pointCount = to;
  return from;
}
