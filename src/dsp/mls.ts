/** Finding out how late a known sound comes back: maximum length sequences and their correlation. */
import { createFft } from './fft.ts';

/**
 * Feedback taps that give the longest sequence, by order. Source: P. Alfke, "Efficient Shift Registers, LFSR
 * Counters, and Long Pseudo-Random Sequence Generators", Xilinx XAPP 052, 1996.
 */
const TAPS: Readonly<Record<number, readonly number[]>> = {
  10: [10, 7],
  11: [11, 9],
  12: [12, 6, 4, 1],
  13: [13, 4, 3, 1],
  14: [14, 5, 3, 1],
  15: [15, 14],
  16: [16, 15, 13, 4],
};

/**
 * A maximum length sequence of +1 and −1: 2^order − 1 values whose spectrum is flat.
 * @param order 10 to 16, else a RangeError
 */
export function createMls(order: number): Float32Array<ArrayBuffer> {
  const taps = TAPS[order];
  if (!taps) throw new RangeError(`no maximum length sequence of order ${order}`);
  const length = 2 ** order - 1;
  const sequence = new Float32Array(length);
  let register = 1;
  for (let n = 0; n < length; n++) {
    sequence[n] = register & 1 ? 1 : -1;
    let bit = 0;
    for (const tap of taps) bit ^= (register >> (order - tap)) & 1;
    register = (register >> 1) | (bit << (order - 1));
  }
  return sequence;
}

/** Where a probe was found in a recording. */
export interface FoundDelay {
  /** Frames from the start of the recording to the probe in it. */
  readonly lagFrames: number;
  /** How far its correlation stands above all else, in dB; about 13 is what mere noise gives. */
  readonly peakDb: number;
}

/** Frames around the peak that belong to it: the room and the loudspeaker smear it. */
const PEAK_FRAMES = 480;
/** A probe quieter than −120 dB is rounding, not sound. */
const SILENT = 1e-6;

/**
 * The delay at which `probe` lies in `recorded`, by cross-correlation.
 * @param maxLagFrames largest delay that is looked for; the recording should last as long as that and the probe
 */
export function findDelay(
  recorded: Float32Array,
  probe: Float32Array,
  maxLagFrames: number,
): FoundDelay {
  const size = 2 ** Math.ceil(Math.log2(probe.length + maxLagFrames + 1));
  const { transform } = createFft(size);
  // Both real signals in one transform: Z = R + jP, whose halves come apart by symmetry.
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  re.set(recorded.subarray(0, Math.min(size, recorded.length)));
  im.set(probe);
  transform(re, im);
  const crossRe = new Float64Array(size);
  const crossIm = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    const m = (size - k) % size;
    const rRe = (re[k]! + re[m]!) / 2;
    const rIm = (im[k]! - im[m]!) / 2;
    const pRe = (im[k]! + im[m]!) / 2;
    const pIm = (re[m]! - re[k]!) / 2;
    // R · conj(P), conjugated, so that the forward transform is the inverse.
    crossRe[k] = rRe * pRe + rIm * pIm;
    crossIm[k] = -(rIm * pRe - rRe * pIm);
  }
  transform(crossRe, crossIm);
  let lagFrames = 0;
  for (let lag = 1; lag <= maxLagFrames; lag++) {
    if (Math.abs(crossRe[lag]!) > Math.abs(crossRe[lagFrames]!)) lagFrames = lag;
  }
  let sum = 0;
  let count = 0;
  for (let lag = 0; lag <= maxLagFrames; lag++) {
    if (Math.abs(lag - lagFrames) < PEAK_FRAMES) continue;
    sum += crossRe[lag]! ** 2;
    count += 1;
  }
  const floor = Math.sqrt(sum / Math.max(1, count));
  const peak = Math.abs(crossRe[lagFrames]!);
  // The transforms do not scale: everything above is `size` times too large.
  const isSilent = peak < size * probe.length * SILENT;
  return { lagFrames, peakDb: isSilent ? 0 : 20 * Math.log10(peak / Math.max(1e-9, floor)) };
}
