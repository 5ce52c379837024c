/** Second-order sections for measuring. */

export interface BiquadCoefficients {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** `samples` through one section (direct form II transposed), starting from `passes` − 1 rounds of itself. */
export function filtered(
  samples: Float32Array | Float64Array,
  { b, a }: BiquadCoefficients,
  passes = 1,
): Float64Array {
  const out = new Float64Array(samples.length);
  let z1 = 0;
  let z2 = 0;
  for (let pass = 0; pass < passes; pass++) {
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i]!;
      const y = b[0] * x + z1;
      z1 = b[1] * x - a[0] * y + z2;
      z2 = b[2] * x - a[1] * y;
      out[i] = y;
    }
  }
  return out;
}

/** Butterworth low-pass or high-pass of the second order (R. Bristow-Johnson, "Audio EQ cookbook"). */
export function butterworth(
  kind: 'low' | 'high',
  hz: number,
  sampleRate: number,
): BiquadCoefficients {
  const w = (2 * Math.PI * hz) / sampleRate;
  const alpha = Math.sin(w) / Math.SQRT2;
  const cos = Math.cos(w);
  const a0 = 1 + alpha;
  const edge = kind === 'low' ? (1 - cos) / 2 : (1 + cos) / 2;
  const middle = kind === 'low' ? 1 - cos : -(1 + cos);
  return {
    b: [edge / a0, middle / a0, edge / a0],
    a: [(-2 * cos) / a0, (1 - alpha) / a0],
  };
}
