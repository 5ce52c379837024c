import { LOOP_BAND_BINS, LOOP_BANDS } from '../data/contract/constants.ts';
import { type Biquad, filterLoop, passBiquad } from './biquad.ts';
import { binFrames } from './peaks.ts';

/** Corners in Hz between low, low-mid, high-mid and high. */
const BAND_CORNERS_HZ = [200, 1000, 5000] as const;
const SETTLE_SEC = 0.1;

/** Fourth order after Linkwitz and Riley (two Butterworth sections), 6 dB down at the corner. */
function pass(kind: 'low' | 'high', hz: number, sampleRate: number): Biquad[] {
  const section = passBiquad(kind, hz, Math.SQRT1_2, sampleRate);
  return [section, section];
}

/** The filters of one of the four bands, 0 the lowest. */
export function bandFilters(band: number, sampleRate: number): Biquad[] {
  const below = BAND_CORNERS_HZ[band - 1];
  const above = BAND_CORNERS_HZ[band];
  return [
    ...(below === undefined ? [] : pass('high', below, sampleRate)),
    ...(above === undefined ? [] : pass('low', above, sampleRate)),
  ];
}

/**
 * Band envelopes of a loop: 4 × 256 bytes, band after band (below 200 Hz, 200 to 1000, 1000 to 5000, above
 * 5000 Hz), each the RMS of all channels in its bin of time, linear. 255 is the largest value of all four
 * bands, so that the bands of a loop compare with each other but not with another loop's.
 */
export function loopBands(channels: readonly Float32Array[], sampleRate: number): Uint8Array {
  const powers = new Float64Array(LOOP_BANDS * LOOP_BAND_BINS);
  const settle = Math.round(SETTLE_SEC * sampleRate);
  for (const channel of channels) {
    for (let band = 0; band < LOOP_BANDS && channel.length > 0; band++) {
      const samples = filterLoop(channel, bandFilters(band, sampleRate), settle);
      for (let bin = 0; bin < LOOP_BAND_BINS; bin++) {
        const [from, to] = binFrames(bin, LOOP_BAND_BINS, samples.length);
        let sum = 0;
        for (let at = from; at < to; at++) sum += samples[at]! * samples[at]!;
        powers[band * LOOP_BAND_BINS + bin]! += sum / (to - from);
      }
    }
  }
  return bandBytes(powers);
}

/** Powers of bands and bins as the bytes that `loopBands` gives. */
export function bandBytes(powers: Float64Array): Uint8Array {
  const maximum = powers.reduce((a, b) => Math.max(a, b), 0);
  return Uint8Array.from(powers, (power) =>
    maximum > 0 ? Math.round(255 * Math.sqrt(power / maximum)) : 0,
  );
}
