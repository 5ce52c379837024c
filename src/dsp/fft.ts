/** A plain radix-2 Fourier transform with its tables made once for each size. */
export class Fft {
  readonly size: number;
  private readonly cos: Float64Array;
  private readonly sin: Float64Array;
  private readonly order: Uint32Array;

  /** `size` must be a power of two. Throws a RangeError otherwise. */
  constructor(size: number) {
    if (size < 2 || (size & (size - 1)) !== 0)
      throw new RangeError(`${size} is not a power of two`);
    this.size = size;
    this.cos = Float64Array.from({ length: size / 2 }, (_, i) =>
      Math.cos((2 * Math.PI * i) / size),
    );
    this.sin = Float64Array.from({ length: size / 2 }, (_, i) =>
      Math.sin((2 * Math.PI * i) / size),
    );
    this.order = new Uint32Array(size);
    for (let i = 0, j = 0; i < size; i++) {
      this.order[i] = j;
      let bit = size >> 1;
      while (bit > 0 && j & bit) {
        j ^= bit;
        bit >>= 1;
      }
      j ^= bit;
    }
  }

  /** Transforms `re` and `im` (each of `size` numbers) in place. */
  transform(re: Float64Array, im: Float64Array): void {
    const { size, order } = this;
    for (let i = 0; i < size; i++) {
      const j = order[i]!;
      if (j > i) {
        const a = re[i]!;
        re[i] = re[j]!;
        re[j] = a;
        const b = im[i]!;
        im[i] = im[j]!;
        im[j] = b;
      }
    }
    for (let span = 1; span < size; span *= 2) this.butterflies(re, im, span);
  }

  private butterflies(re: Float64Array, im: Float64Array, span: number): void {
    const step = this.size / (span * 2);
    for (let start = 0; start < this.size; start += span * 2) {
      for (let k = 0; k < span; k++) {
        const c = this.cos[k * step]!;
        const s = this.sin[k * step]!;
        const a = start + k;
        const b = a + span;
        const x = re[b]! * c + im[b]! * s;
        const y = im[b]! * c - re[b]! * s;
        re[b] = re[a]! - x;
        im[b] = im[a]! - y;
        re[a] = re[a]! + x;
        im[a] = im[a]! + y;
      }
    }
  }
}

/**
 * Magnitudes of a real frame under a Hann window: `size / 2` bins, a full-scale sine reads 1 in its bin.
 * Frames past the end of `samples` read as silence.
 */
export function magnitudes(fft: Fft, samples: Float32Array, start: number): Float64Array {
  const { size } = fft;
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size);
    re[i] = (samples[start + i] ?? 0) * window;
  }
  fft.transform(re, im);
  return Float64Array.from({ length: size / 2 }, (_, i) => (Math.hypot(re[i]!, im[i]!) * 4) / size);
}
