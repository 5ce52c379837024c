/**
 * True dilation and erosion of a ring's outline, so that the ground between two rings has the same width
 * everywhere, also along radial cuts (the look, section 3.5). An outline is its radius at equal angles.
 */

/**
 * Writes the outline grown by `distance` into `out`:
 * f_g(θ) = max over δ of f(θ+δ)·cos δ + √(g² − f(θ+δ)²·sin² δ).
 *
 * @param edge radii at equal angles round one turn, more than 0
 * @param distance in the unit of the radii, 0 or more
 */
export function dilate(edge: Float32Array, distance: number, out: Float32Array): void {
  offset(edge, distance, out, 1);
}

/** Writes the outline shrunk by `distance` into `out`; never below 0. */
export function erode(edge: Float32Array, distance: number, out: Float32Array): void {
  offset(edge, distance, out, -1);
}

let sines = new Float32Array(0);
let cosines = new Float32Array(0);

/** Sine and cosine of whole steps of 1/count turn, kept for the last count. */
function prepare(count: number): void {
  if (sines.length === count) return;
  sines = new Float32Array(count);
  cosines = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    sines[at] = Math.sin((at / count) * 2 * Math.PI);
    cosines[at] = Math.cos((at / count) * 2 * Math.PI);
  }
}

function offset(edge: Float32Array, distance: number, out: Float32Array, sign: 1 | -1): void {
  const count = edge.length;
  prepare(count);
  const square = distance * distance;
  let least = Number.POSITIVE_INFINITY;
  for (const radius of edge) least = Math.min(least, radius);
  const angle = Math.asin(Math.min(1, distance / Math.max(least, 1e-6)));
  const reach = Math.min(count >> 1, Math.ceil((angle / (2 * Math.PI)) * count));
  for (let at = 0; at < count; at++) {
    let best = edge[at]! + sign * distance;
    for (let step = 1; step <= reach; step++) {
      const sine = sines[step]!;
      const cosine = cosines[step]!;
      const after = edge[at + step < count ? at + step : at + step - count]!;
      const before = edge[at >= step ? at - step : at - step + count]!;
      for (let side = 0; side < 2; side++) {
        const radius = side === 0 ? after : before;
        const inside = square - radius * radius * sine * sine;
        if (inside < 0) continue;
        const reached = radius * cosine + sign * Math.sqrt(inside);
        if (sign * reached > sign * best) best = reached;
      }
    }
    out[at] = best > 0 ? best : 0;
  }
}
