/**
 * True dilation and erosion of a ring's outline, so that the ground between two rings has the same width
 * everywhere, also along radial cuts and at the ends of needles (the look, section 3.5).
 */

let sines = new Float64Array(0);
let cosines = new Float64Array(0);

/** Sine and cosine of whole steps of 1/count turn, kept for the last count. */
function prepare(count: number): void {
  if (sines.length === count) return;
  sines = new Float64Array(count);
  cosines = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    sines[at] = Math.sin((at / count) * 2 * Math.PI);
    cosines[at] = Math.cos((at / count) * 2 * Math.PI);
  }
}

const TAU = 2 * Math.PI;
/** How far behind the ends of a segment its side still counts, in the unit of the radii. */
const END = 1e-6;

/** An outline that is being moved: what lies farthest out (or, inwards, nearest) on the ray of each sample. */
interface Moving {
  readonly out: Float32Array;
  readonly distance: number;
  readonly sign: 1 | -1;
}

/** Angle within which a point so far out moves what lies on a ray. */
const reachOf = (distance: number, radius: number) =>
  Math.asin(Math.min(1, distance / Math.max(radius, 1e-6)));

function take({ out, sign }: Moving, at: number, radius: number): void {
  if (sign * radius > sign * out[at]!) out[at] = radius;
}

/** The disc round a point: r·cos δ ± √(g² − r²·sin² δ). */
function moveDisc(moving: Moving, angle: number, radius: number): void {
  const { out, distance, sign } = moving;
  const count = out.length;
  const [x, y] = [radius * Math.sin(angle), radius * Math.cos(angle)];
  const reach = reachOf(distance, radius);
  const to = Math.ceil(((angle + reach) / TAU) * count);
  for (let step = Math.floor(((angle - reach) / TAU) * count); step <= to; step++) {
    const at = ((step % count) + count) % count;
    const along = x * sines[at]! + y * cosines[at]!;
    const inside = distance * distance - (radius * radius - along * along);
    if (inside >= 0 && along > 0) take(moving, at, along + sign * Math.sqrt(inside));
  }
}

/** The two sides of a segment: lines at the distance beside it. */
function moveSides(
  moving: Moving,
  angleA: number,
  radiusA: number,
  angleB: number,
  radiusB: number,
): void {
  const { out, distance, sign } = moving;
  const count = out.length;
  const ax = radiusA * Math.sin(angleA);
  const ay = radiusA * Math.cos(angleA);
  const across = radiusB * Math.sin(angleB) - ax;
  const along = radiusB * Math.cos(angleB) - ay;
  const long = Math.sqrt(across * across + along * along);
  if (long < END) return;
  const dx = across / long;
  const dy = along / long;
  const off = ay * dx - ax * dy;
  const start = ax * dx + ay * dy;
  const reach = reachOf(distance, Math.min(radiusA, radiusB));
  const to = Math.ceil(((angleB + reach) / TAU) * count);
  for (let step = Math.floor(((angleA - reach) / TAU) * count); step <= to; step++) {
    const at = ((step % count) + count) % count;
    const beside = cosines[at]! * dx - sines[at]! * dy;
    if (Math.abs(beside) < 1e-9) continue;
    // Of the two sides the one through which the ray leaves; inwards, through which it comes.
    const radius = (off + (beside > 0 ? sign : -sign) * distance) / beside;
    const foot = radius * (sines[at]! * dx + cosines[at]! * dy) - start;
    if (radius > 0 && foot >= -END && foot <= long + END) take(moving, at, radius);
  }
}

/**
 * Writes a closed outline moved outwards by `distance` into `out`, or inwards where it is below 0: on each ray the end of
 * what lies within the distance of the outline, exact at every sample. Never below 0.
 *
 * @param points turn and radius, turn and radius … in rising turns 0–1, radii more than 0; a cut has both of its ends
 * @param distance in the unit of the radii
 * @param out radii at equal angles round one turn
 */
export function moveOutline(points: readonly number[], distance: number, out: Float32Array): void {
  prepare(out.length);
  const sign = distance < 0 ? -1 : 1;
  const moving: Moving = { out, distance: Math.abs(distance), sign };
  out.fill(sign * Number.NEGATIVE_INFINITY);
  const last = points.length - 2;
  let angleA = (points[last]! - 1) * TAU;
  let radiusA = points[last + 1]!;
  for (let at = 0; at <= last; at += 2) {
    const angleB = points[at]! * TAU;
    const radiusB = points[at + 1]!;
    moveDisc(moving, angleB, radiusB);
    moveSides(moving, angleA, radiusA, angleB, radiusB);
    angleA = angleB;
    radiusA = radiusB;
  }
  for (let at = 0; at < out.length; at++) if (!(out[at]! > 0)) out[at] = 0;
}
