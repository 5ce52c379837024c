import { LOOP_PEAK_BINS } from '../data/contract/constants.ts';

/**
 * The frames that bin `bin` of `bins` covers, as `[from, to)`. Bins share the loop evenly; in a loop with
 * fewer frames than bins each covers at least one.
 */
export function binFrames(bin: number, bins: number, frames: number): [number, number] {
  const from = Math.floor((bin * frames) / bins);
  return [from, Math.max(from + 1, Math.floor(((bin + 1) * frames) / bins))];
}

/**
 * Peaks of a loop for drawing: 1024 bytes, the largest magnitude of all channels in each bin, where 255 is
 * the loop's own maximum. Silence is all zero.
 */
export function loopPeaks(channels: readonly Float32Array[]): Uint8Array {
  const magnitudes = new Float64Array(LOOP_PEAK_BINS);
  for (const channel of channels) {
    for (let bin = 0; bin < LOOP_PEAK_BINS && channel.length > 0; bin++) {
      const [from, to] = binFrames(bin, LOOP_PEAK_BINS, channel.length);
      let highest = magnitudes[bin]!;
      for (let at = from; at < to; at++) highest = Math.max(highest, Math.abs(channel[at]!));
      magnitudes[bin] = highest;
    }
  }
  return peakBytes(magnitudes);
}

/** Largest magnitudes of bins as the bytes that `loopPeaks` gives. */
export function peakBytes(magnitudes: Float64Array): Uint8Array {
  const maximum = magnitudes.reduce((a, b) => Math.max(a, b), 0);
  return Uint8Array.from(magnitudes, (value) =>
    maximum > 0 ? Math.round((255 * value) / maximum) : 0,
  );
}
