import { LOOP_BAND_BINS, LOOP_PEAK_BINS } from '../data/contract/constants.ts';
import { butterworth, filtered } from './biquad.ts';

/** Frame at which a bin begins when `frames` are cut into `bins` as evenly as whole frames allow. */
function edge(bin: number, bins: number, frames: number): number {
  return Math.floor((bin * frames) / bins);
}

/**
 * The largest magnitude of any channel in each of `bins` equal parts of a loop, as bytes: 255 is the loop's own
 * maximum. Silence is all zeros.
 */
export function peakBins(channels: readonly Float32Array[], bins = LOOP_PEAK_BINS): Uint8Array {
  const frames = channels[0]?.length ?? 0;
  const largest = new Float64Array(bins);
  for (let bin = 0; bin < bins; bin++) {
    const end = Math.max(edge(bin + 1, bins, frames), edge(bin, bins, frames) + 1);
    for (let i = edge(bin, bins, frames); i < end; i++) {
      for (const one of channels) largest[bin] = Math.max(largest[bin]!, Math.abs(one[i] ?? 0));
    }
  }
  return toBytes(largest, Math.max(...largest));
}

/** Edges in Hz of the four bands: low, low-mid, high-mid, high. */
export const BAND_EDGES_HZ = [200, 1000, 5000] as const;

/**
 * RMS envelopes of four bands (below 200 Hz, to 1 kHz, to 5 kHz, above), `bins` bytes for each, one after the
 * other. All four share one scale, 255 being the loudest bin of any band, so that they still tell how bright the
 * loop is. Fourth-order crossovers run round the loop once before measuring.
 */
export function bandEnvelopes(
  channels: readonly Float32Array[],
  sampleRate: number,
  bins = LOOP_BAND_BINS,
): Uint8Array {
  const frames = channels[0]?.length ?? 0;
  const power = new Float64Array(bins * (BAND_EDGES_HZ.length + 1));
  for (const one of channels) {
    splitBands(one, sampleRate).forEach((band, b) => {
      for (let bin = 0; bin < bins; bin++) {
        const start = edge(bin, bins, frames);
        const end = Math.max(edge(bin + 1, bins, frames), start + 1);
        let sum = 0;
        for (let i = start; i < end; i++) sum += (band[i] ?? 0) ** 2;
        power[b * bins + bin] = power[b * bins + bin]! + sum / (end - start);
      }
    });
  }
  const rms = power.map((value) => Math.sqrt(value / Math.max(1, channels.length)));
  return toBytes(rms, Math.max(...rms));
}

function splitBands(samples: Float32Array, sampleRate: number): Float64Array[] {
  const twice = (input: Float32Array | Float64Array, kind: 'low' | 'high', hz: number) => {
    const section = butterworth(kind, hz, sampleRate);
    return filtered(filtered(input, section, 2), section, 2);
  };
  const bands: Float64Array[] = [];
  let rest: Float32Array | Float64Array = samples;
  for (const hz of BAND_EDGES_HZ) {
    bands.push(twice(rest, 'low', hz));
    rest = twice(rest, 'high', hz);
  }
  return [...bands, rest as Float64Array];
}

function toBytes(values: Float64Array, maximum: number): Uint8Array {
  if (!(maximum > 0)) return new Uint8Array(values.length);
  return Uint8Array.from(values, (value) => Math.round((255 * value) / maximum));
}
