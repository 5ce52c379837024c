/** Coefficients of a second-order section, normalised to a0 = 1. */
export interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/**
 * Low- or high-pass of second order (R. Bristow-Johnson, "Audio EQ Cookbook").
 * @param hz corner; at half the sampling rate or above the section passes everything (low) or nothing (high)
 */
export function passBiquad(
  kind: 'low' | 'high',
  hz: number,
  q: number,
  sampleRate: number,
): Biquad {
  if (hz >= sampleRate / 2) return { b0: kind === 'low' ? 1 : 0, b1: 0, b2: 0, a1: 0, a2: 0 };
  const w = (2 * Math.PI * hz) / sampleRate;
  const alpha = Math.sin(w) / (2 * q);
  const a0 = 1 + alpha;
  const sign = kind === 'low' ? 1 : -1;
  const b1 = (sign * (1 - sign * Math.cos(w))) / a0;
  return {
    b0: (sign * b1) / 2,
    b1,
    b2: (sign * b1) / 2,
    a1: (-2 * Math.cos(w)) / a0,
    a2: (1 - alpha) / a0,
  };
}

/**
 * Runs `samples` through sections one after the other, in place (direct form II transposed); returns the array.
 * Two sections go in one walk: each waits for its own last value alone, so a processor works on both at once.
 * @param state two values of each section, which are gone on from and left as they are then
 */
function runSections(
  samples: Float64Array,
  filters: readonly Biquad[],
  state: Float64Array,
): Float64Array {
  let index = 0;
  for (; index + 1 < filters.length; index += 2) {
    const { b0, b1, b2, a1, a2 } = filters[index]!;
    const { b0: c0, b1: c1, b2: c2, a1: d1, a2: d2 } = filters[index + 1]!;
    let s1 = state[2 * index]!;
    let s2 = state[2 * index + 1]!;
    let t1 = state[2 * index + 2]!;
    let t2 = state[2 * index + 3]!;
    for (let at = 0; at < samples.length; at++) {
      const x = samples[at]!;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = c0 * y + t1;
      t1 = c1 * y - d1 * z + t2;
      t2 = c2 * y - d2 * z;
      samples[at] = z;
    }
    state.set([s1, s2, t1, t2], 2 * index);
  }
  if (index === filters.length) return samples;
  const { b0, b1, b2, a1, a2 } = filters[index]!;
  let s1 = state[2 * index]!;
  let s2 = state[2 * index + 1]!;
  for (let at = 0; at < samples.length; at++) {
    const x = samples[at]!;
    const y = b0 * x + s1;
    s1 = b1 * x - a1 * y + s2;
    s2 = b2 * x - a2 * y;
    samples[at] = y;
  }
  state.set([s1, s2], 2 * index);
  return samples;
}

/** Runs `samples` through sections in place, from rest; returns the array. */
export const runBiquads = (samples: Float64Array, filters: readonly Biquad[]): Float64Array =>
  runSections(samples, filters, new Float64Array(2 * filters.length));

/**
 * One pass of a loop through `filters`, as it sounds after many passes: a lead-in, wrapped from its end, settles them.
 * @param leadInFrames frames until the filters have settled
 */
export function filterLoop(
  channel: Float32Array,
  filters: readonly Biquad[],
  leadInFrames: number,
): Float64Array {
  const frames = channel.length;
  const samples = new Float64Array(leadInFrames + frames);
  samples.set(channel, leadInFrames);
  let from = frames;
  for (let at = leadInFrames - 1; at >= 0; at--) {
    if (--from < 0) from = frames - 1;
    samples[at] = channel[from]!;
  }
  return runBiquads(samples, filters).subarray(leadInFrames);
}

/** Sections one after the other that go on from one piece of a signal to the next. */
export class RunningBiquads {
  private readonly filters: readonly Biquad[];
  /** Two values of each section. */
  private readonly state: Float64Array;

  constructor(filters: readonly Biquad[]) {
    this.filters = filters;
    this.state = new Float64Array(2 * filters.length);
  }

  /** Runs the next piece through all sections in place; returns the array. */
  run(samples: Float64Array): Float64Array {
    return runSections(samples, this.filters, this.state);
  }
}
