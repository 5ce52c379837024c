/**
 * Band-limited resampling of loops: windowed sinc, polyphase, with the loop wrapped round as its own past
 * and future, so that the result is as seamless as the source. Kaiser window, Oppenheim & Schafer,
 * "Discrete-Time Signal Processing", section 7.5.3; J. O. Smith, "Digital Audio Resampling Home Page".
 */
import { bessel0 } from './bessel.ts';

/** Zero crossings on each side of the kernel, Kaiser shape and phases of its table (errors under −90 dB). */
const ZEROS = 24;
const BETA = 9;
const PHASES = 512;
/** Middle of the transition band as a share of the lower Nyquist frequency: flat to 19.6 kHz at 48 kHz. */
const CUTOFF = 0.9375;
/** Frames over which a difference of a few frames is spread. */
const WARP_FRAMES = 2048;
/** Largest difference that counts as a few frames. */
export const MAX_WARP_FRAMES = 4;

interface Kernel {
  /** Taps on each side. */
  readonly half: number;
  /** (PHASES + 1) rows of 2 · half coefficients, oldest sample first. */
  readonly rows: Float32Array;
}

function makeKernel(cutoff: number, scale: number): Kernel {
  const reach = ZEROS * scale;
  const half = Math.ceil(reach);
  const taps = 2 * half;
  const rows = new Float32Array((PHASES + 1) * taps);
  const norm = bessel0(BETA);
  for (let phase = 0; phase <= PHASES; phase++) {
    for (let tap = 0; tap < taps; tap++) {
      const x = tap - (half - 1) - phase / PHASES;
      const inside = 1 - (x / reach) ** 2;
      if (inside <= 0) continue;
      const angle = Math.PI * cutoff * x;
      const sinc = Math.abs(angle) < 1e-9 ? 1 : Math.sin(angle) / angle;
      rows[phase * taps + tap] = (cutoff * sinc * bessel0(BETA * Math.sqrt(inside))) / norm;
    }
  }
  return { half, rows };
}

const kernels = new Map<string, Kernel>();

function kernelFor(cutoff: number, scale: number): Kernel {
  const key = `${cutoff}/${scale}`;
  const known = kernels.get(key);
  if (known) return known;
  if (kernels.size >= 8) kernels.clear();
  const made = makeKernel(cutoff, scale);
  kernels.set(key, made);
  return made;
}

/** A copy of a loop with `pad` frames of itself before and after. */
function wrapPad(input: Float32Array, pad: number): Float32Array {
  const frames = input.length;
  const padded = new Float32Array(frames + 2 * pad);
  padded.set(input, pad);
  for (let i = 0; i < pad; i++) {
    padded[pad + frames + i] = input[i % frames]!;
    padded[pad - 1 - i] = input[frames - 1 - (i % frames)]!;
  }
  return padded;
}

/** Fills `coefs` with the kernel between two rows of its table for a fraction of a frame. */
function fillCoefs(kernel: Kernel, fraction: number, coefs: Float32Array): void {
  const taps = coefs.length;
  const phase = Math.floor(fraction * PHASES);
  const between = fraction * PHASES - phase;
  const row = phase * taps;
  for (let i = 0; i < taps; i++) {
    const low = kernel.rows[row + i]!;
    coefs[i] = low + between * (kernel.rows[row + taps + i]! - low);
  }
}

/**
 * Resamples a loop to a whole number of frames. The loop repeats without end on both sides, so the wrap has no
 * seam of its own. Frequencies above the lower of the two Nyquist frequencies are taken out first.
 *
 * @param channels one or more channels of equal length, at least 1 frame
 * @param outFrames whole frames of the result, 1 or more
 * @returns as many channels of `outFrames` frames
 */
export function resampleLoop(
  channels: readonly Float32Array[],
  outFrames: number,
): Float32Array<ArrayBuffer>[] {
  const inFrames = channels[0]?.length ?? 0;
  if (inFrames < 1 || outFrames < 1) throw new RangeError('A loop needs at least one frame');
  if (inFrames === outFrames) return channels.map((channel) => new Float32Array(channel));
  const step = inFrames / outFrames;
  const scale = Math.max(1, step);
  const kernel = kernelFor(CUTOFF / scale, scale);
  const pad = kernel.half + 1;
  const padded = channels.map((channel) => wrapPad(channel, pad));
  const outputs = channels.map(() => new Float32Array(outFrames));
  const coefs = new Float32Array(2 * kernel.half);
  for (let n = 0; n < outFrames; n++) {
    const position = n * step;
    const whole = Math.floor(position);
    fillCoefs(kernel, position - whole, coefs);
    convolveAt(padded, outputs, coefs, whole + pad - kernel.half + 1, n);
  }
  return outputs;
}

/** A piece of a long sound that is resampled piece by piece. */
export interface SpanJob {
  /** Input frames from `inFrom` on: at least those of `spanInput`. */
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly inFrom: number;
  /** Input frames for each output frame. */
  readonly step: number;
  readonly outFrom: number;
  readonly outFrames: number;
}

/** The input frames that a piece of the output is made of: `from` may be below 0, `to` past the end. */
export function spanInput({ step, outFrom, outFrames }: Omit<SpanJob, 'channels' | 'inFrom'>): {
  readonly from: number;
  readonly to: number;
} {
  const half = Math.ceil(ZEROS * Math.max(1, step));
  const last = Math.floor((outFrom + outFrames - 1) * step);
  return { from: Math.floor(outFrom * step) - half + 1, to: last + half + 1 };
}

/** Resamples a piece, as `resampleLoop` does the whole: pieces one after the other are the same to the bit. */
export function resampleSpan(job: SpanJob): Float32Array<ArrayBuffer>[] {
  const { channels, inFrom, step, outFrom, outFrames } = job;
  const scale = Math.max(1, step);
  const kernel = kernelFor(CUTOFF / scale, scale);
  const outputs = channels.map(() => new Float32Array(outFrames));
  const coefs = new Float32Array(2 * kernel.half);
  for (let n = 0; n < outFrames; n++) {
    const position = (outFrom + n) * step;
    const whole = Math.floor(position);
    fillCoefs(kernel, position - whole, coefs);
    convolveAt(channels, outputs, coefs, whole - kernel.half + 1 - inFrom, n);
  }
  return outputs;
}

function convolveAt(
  padded: readonly Float32Array[],
  outputs: readonly Float32Array[],
  coefs: Float32Array,
  from: number,
  to: number,
): void {
  for (let c = 0; c < padded.length; c++) {
    const input = padded[c]!;
    let sum = 0;
    for (let i = 0; i < coefs.length; i++) sum += coefs[i]! * input[from + i]!;
    outputs[c]![to] = sum;
  }
}

/**
 * Makes a loop a few frames longer or shorter without touching most of it: the last 43 ms (or half of a
 * shorter loop) are played a little faster or slower, along a raised cosine, band-limited. Everything before
 * is the same to the bit, and the wrap stays as smooth as it was.
 *
 * @param outFrames at most `MAX_WARP_FRAMES` away from the length of the channels
 * @returns new channels of `outFrames` frames
 */
export function warpLoop(
  channels: readonly Float32Array[],
  outFrames: number,
): Float32Array<ArrayBuffer>[] {
  const inFrames = channels[0]?.length ?? 0;
  const difference = inFrames - outFrames;
  if (inFrames < 1 || outFrames < 1) throw new RangeError('A loop needs at least one frame');
  if (Math.abs(difference) > MAX_WARP_FRAMES) throw new RangeError('Too many frames to warp');
  const span = Math.min(WARP_FRAMES, Math.floor(Math.min(inFrames, outFrames) / 2));
  if (difference === 0 || span < 2) return channels.map((channel) => cutOrWrap(channel, outFrames));
  const kernel = kernelFor(1, 1);
  const pad = kernel.half + MAX_WARP_FRAMES + 1;
  const padded = channels.map((channel) => wrapPad(channel, pad));
  const outputs = channels.map((channel) => cutOrWrap(channel, outFrames));
  const coefs = new Float32Array(2 * kernel.half);
  for (let n = outFrames - span; n < outFrames; n++) {
    const progress = (n - (outFrames - span)) / span;
    const position = n + difference * (0.5 - 0.5 * Math.cos(Math.PI * progress));
    const whole = Math.floor(position);
    fillCoefs(kernel, position - whole, coefs);
    convolveAt(padded, outputs, coefs, whole + pad - kernel.half + 1, n);
  }
  return outputs;
}

/** A copy of one channel with exactly `frames` frames: cut, or gone on with from its own beginning. */
export function cutOrWrap(channel: Float32Array, frames: number): Float32Array<ArrayBuffer> {
  const copy = new Float32Array(frames);
  copy.set(channel.subarray(0, frames));
  for (let i = channel.length; i < frames; i++) copy[i] = copy[i - channel.length]!;
  return copy;
}
