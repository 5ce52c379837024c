import { LOOP_BAND_BINS, LOOP_BANDS } from './constants.ts';

/**
 * Where a loop's sound lies, 0 (all below 200 Hz) to 1 (all above 5 kHz): the centre of its four bands by their RMS
 * amplitude. Null when it is not known.
 *
 * @param bands 4 × 256 linear RMS values, band after band
 */
export function bandCentre(bands: Uint8Array): number | null {
  if (bands.length !== LOOP_BANDS * LOOP_BAND_BINS) return null;
  let total = 0;
  let weighted = 0;
  for (let band = 0; band < LOOP_BANDS; band++) {
    const bins = bands.subarray(band * LOOP_BAND_BINS, (band + 1) * LOOP_BAND_BINS);
    const meanSquare = bins.reduce((sum, value) => sum + value ** 2, 0) / LOOP_BAND_BINS;
    const amplitude = Math.sqrt(meanSquare);
    total += amplitude;
    weighted += (amplitude * band) / (LOOP_BANDS - 1);
  }
  return total > 0 ? weighted / total : null;
}
