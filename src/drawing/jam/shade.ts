/** Shadows that end where what they fall on ends. */
import type { OutlinePose, PaintList } from '../paintList.ts';
import type { PolarOutline } from '../polar.ts';

const TAU = 2 * Math.PI;
const fraction = (x: number) => x - Math.floor(x);

/** Turn and radius of every point of the outline below, as the middle of the shadow sees them, all the way round. */
let around = new Float64Array(2 * 512);

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
    around[2 * at + 1] = Math.hypot(ownX, ownY);
  }
  around[2 * count - 2] = around[0]! + 1;
}

/** Adds the point at a turn and so far out. */
function put(list: PaintList, turn: number, radius: number): void {
  const to = list.pointCount;
  list.points[2 * to] = Math.sin(turn * TAU) * radius;
  list.points[2 * to + 1] = -Math.cos(turn * TAU) * radius;
  list.turns[to] = turn;
  list.pointCount = to + 1;
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
  const radiusAt = (at: number) => Math.max(0, pose.base + pose.amplitude * edge[at]! + away[at]!);
  // Turns of the outline below go on from one round to the next.
  let round = Math.floor(pose.turn - around[0]!);
  let next = 1;
  while (around[2 * next]! + round < pose.turn) next += 1;
  for (let at = 0; at < count; at++) {
    const turn = turns[at]! + pose.turn;
    const radius = radiusAt(at);
    while (around[2 * next]! + round < turn) {
      const one = around[2 * next]! + round;
      const last = turns[at - 1]! + pose.turn;
      const share = (one - last) / (turn - last);
      const own = radiusAt(at - 1) + (radius - radiusAt(at - 1)) * share;
      put(list, one, Math.min(own, around[2 * next + 1]!));
      next += 1;
      if (next === below.count) {
        next = 1;
        round += 1;
      }
    }
    const last = around[2 * next - 2]! + round;
    const step = around[2 * next]! + round - last;
    const share = step > 0 ? (turn - last) / step : 0;
    const [low, high] = [around[2 * next - 1]!, around[2 * next + 1]!];
    put(list, turn, Math.min(radius, low + (high - low) * share));
  }
  return from;
}
