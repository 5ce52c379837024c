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

/** Runs `samples` through one section in place (direct form II transposed); returns the array. */
export function runBiquad(samples: Float64Array, filter: Biquad): Float64Array {
  const { b0, b1, b2, a1, a2 } = filter;
  let s1 = 0;
  let s2 = 0;
  for (let at = 0; at < samples.length; at++) {
    const x = samples[at]!;
    const y = b0 * x + s1;
    s1 = b1 * x - a1 * y + s2;
    s2 = b2 * x - a2 * y;
    samples[at] = y;
  }
  return samples;
}

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
  let from = (frames - (leadInFrames % frames)) % frames;
  for (let at = 0; at < samples.length; at++) {
    samples[at] = channel[from]!;
    if (++from === frames) from = 0;
  }
  for (const filter of filters) runBiquad(samples, filter);
  return samples.subarray(leadInFrames);
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
    this.filters.forEach(({ b0, b1, b2, a1, a2 }, index) => {
      let s1 = this.state[2 * index]!;
      let s2 = this.state[2 * index + 1]!;
      for (let at = 0; at < samples.length; at++) {
        const x = samples[at]!;
        const y = b0 * x + s1;
        s1 = b1 * x - a1 * y + s2;
        s2 = b2 * x - a2 * y;
        samples[at] = y;
      }
      this.state[2 * index] = s1;
      this.state[2 * index + 1] = s2;
    });
    return samples;
  }
}
