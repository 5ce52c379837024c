/** A complex FFT of a fixed size, in place. */
interface Fft {
  readonly size: number;
  /** Transforms `re + j·im` (both of `size` values) in place, forwards, without scaling. */
  transform(re: Float64Array, im: Float64Array): void;
}

/** Index of each value after its bits are reversed. */
function reversedBits(size: number): Uint32Array {
  const order = new Uint32Array(size);
  const bits = Math.log2(size);
  for (let at = 0; at < size; at++) {
    order[at] = (order[at >> 1]! >> 1) | ((at & 1) << (bits - 1));
  }
  return order;
}

function permute(values: Float64Array, order: Uint32Array): void {
  for (let at = 0; at < order.length; at++) {
    const other = order[at]!;
    if (other <= at) continue;
    const kept = values[at]!;
    values[at] = values[other]!;
    values[other] = kept;
  }
}

/** The first stage alone: neighbours, whose factor is 1. */
function sumPairs(re: Float64Array, im: Float64Array): void {
  for (let a = 0; a < re.length; a += 2) {
    const tr = re[a + 1]!;
    const ti = im[a + 1]!;
    re[a + 1] = re[a]! - tr;
    im[a + 1] = im[a]! - ti;
    re[a] = re[a]! + tr;
    im[a] = im[a]! + ti;
  }
}

/** Factors of all stages, and half the length of what the first of two stages joins. */
interface Stages {
  readonly cos: Float64Array;
  readonly sin: Float64Array;
  readonly half: number;
}

/** Two stages in one walk: four values are read once, joined in pairs, and the pairs joined again. */
function twoStages(re: Float64Array, im: Float64Array, { cos, sin, half }: Stages): void {
  const size = re.length;
  const quarter = size >> 2;
  const wide = quarter / half;
  for (let k = 0; k < half; k++) {
    const ur = cos[2 * k * wide]!;
    const ui = sin[2 * k * wide]!;
    const vr = cos[k * wide]!;
    const vi = sin[k * wide]!;
    const wr = cos[k * wide + quarter]!;
    const wi = sin[k * wide + quarter]!;
    for (let a = k; a < size; a += 4 * half) {
      const b = a + half;
      const c = b + half;
      const d = c + half;
      let tr = re[b]! * ur - im[b]! * ui;
      let ti = re[b]! * ui + im[b]! * ur;
      const br = re[a]! - tr;
      const bi = im[a]! - ti;
      const ar = re[a]! + tr;
      const ai = im[a]! + ti;
      tr = re[d]! * ur - im[d]! * ui;
      ti = re[d]! * ui + im[d]! * ur;
      const dr = re[c]! - tr;
      const di = im[c]! - ti;
      const cr = re[c]! + tr;
      const ci = im[c]! + ti;
      tr = cr * vr - ci * vi;
      ti = cr * vi + ci * vr;
      re[c] = ar - tr;
      im[c] = ai - ti;
      re[a] = ar + tr;
      im[a] = ai + ti;
      tr = dr * wr - di * wi;
      ti = dr * wi + di * wr;
      re[d] = br - tr;
      im[d] = bi - ti;
      re[b] = br + tr;
      im[b] = bi + ti;
    }
  }
}

/**
 * Iterative FFT (Cooley and Tukey, decimation in time), two stages of radix 2 at a time.
 * @param size a power of two, 2 or more; anything else throws a RangeError
 */
export function createFft(size: number): Fft {
  if (!Number.isInteger(Math.log2(size)) || size < 2) {
    throw new RangeError(`FFT size ${size} is not a power of two`);
  }
  const order = reversedBits(size);
  const cos = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sin = Float64Array.from(
    { length: size / 2 },
    (_, k) => -Math.sin((2 * Math.PI * k) / size),
  );
  const isOdd = Math.log2(size) % 2 === 1;
  const transform = (re: Float64Array, im: Float64Array) => {
    permute(re, order);
    permute(im, order);
    if (isOdd) sumPairs(re, im);
    for (let half = isOdd ? 2 : 1; half < size; half *= 4) {
      twoStages(re, im, { cos, sin, half });
    }
  };
  return { size, transform };
}

/** Hann window, periodic: `size` values, 0 at the start, 1 in the middle. */
export function hannWindow(size: number): Float64Array {
  return Float64Array.from(
    { length: size },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size),
  );
}

/**
 * Power spectra of a loop, with the loop wrapped round the window, so that its seam is no edge.
 * Two channels share one complex transform; their powers are added, so that nothing cancels.
 */
export class LoopSpectrum {
  readonly size: number;
  /** Power of bins 0 to size / 2, in which a sine of amplitude 1 at a bin has power 1. */
  readonly power: Float64Array;
  private readonly fft: Fft;
  private readonly window: Float64Array;
  private readonly re: Float64Array;
  private readonly im: Float64Array;

  /** @param size frames of the window, a power of two */
  constructor(size: number) {
    this.size = size;
    this.fft = createFft(size);
    this.window = hannWindow(size);
    this.re = new Float64Array(size);
    this.im = new Float64Array(size);
    this.power = new Float64Array(size / 2 + 1);
  }

  /** Fills `power` from a window that starts at frame `start` of `channels` (the first two count). */
  measure(channels: readonly Float32Array[], start: number): Float64Array {
    const { size, re, im, window, power } = this;
    const left = channels[0]!;
    const right = channels[1];
    const frames = left.length;
    let at = ((start % frames) + frames) % frames;
    for (let n = 0; n < size; n++) {
      re[n] = left[at]! * window[n]!;
      im[n] = right ? right[at]! * window[n]! : 0;
      if (++at === frames) at = 0;
    }
    this.fft.transform(re, im);
    // |L|² + |R|² = (|Z[k]|² + |Z[N−k]|²) / 2 for Z = L + jR. A Hann window halves amplitudes.
    const scale = 8 / (size * size);
    for (let k = 0; k < power.length; k++) {
      const mirror = (size - k) % size;
      power[k] = (re[k]! ** 2 + im[k]! ** 2 + re[mirror]! ** 2 + im[mirror]! ** 2) * scale;
    }
    return power;
  }
}
