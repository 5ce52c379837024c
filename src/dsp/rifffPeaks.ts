import { LOOP_PEAK_BINS, RIFFF_PEAK_BINS } from '../data/contract/constants.ts';
import { bandCentre } from '../data/contract/loopData.ts';

/** The part of one loop in a rifff, by the loop's stored analysis. */
export interface RifffLayer {
  /** 1024 magnitudes of one pass, 255 being the loop's own maximum; empty when unknown. */
  readonly peaks: Uint8Array;
  /** 4 × 256 linear RMS values, band after band; empty when unknown. */
  readonly bands: Uint8Array;
  /** Integrated loudness in LUFS; left out when it was never measured. */
  readonly loudnessLufs?: number | undefined;
  /** Linear gain of the slot; 0 for one that is off. */
  readonly gain: number;
  /** Passes of the loop over the length of the rifff, more than 0; need not be whole. */
  readonly passes: number;
}

/** The value of a loop that was not measured. */
const UNMEASURED_LUFS = -18;

const THREE_DECIMALS = 1000;
const FOUR_DECIMALS = 10_000;
const rounded = (value: number, perOne: number) => Math.round(value * perOne) / perOne;
const clamp01 = (value: number) => Math.min(1, Math.max(0, value));
const isHeard = ({ gain }: RifffLayer) => gain > 0;

/** Power of a layer in the mix: the squared amplitude of its loudness, with its gain. */
function layerPower({ gain, loudnessLufs = UNMEASURED_LUFS }: RifffLayer): number {
  return gain ** 2 * 10 ** (loudnessLufs / 10);
}

/** Largest of the bins `[from, to)` of a pass that goes round; one turn is enough. */
function highestBetween(peaks: Uint8Array, from: number, to: number): number {
  let highest = 0;
  let at = from % peaks.length;
  for (let left = Math.min(to - from, peaks.length); left > 0; left--) {
    if (peaks[at]! > highest) highest = peaks[at]!;
    at = at + 1 === peaks.length ? 0 : at + 1;
  }
  return highest;
}

/**
 * `peakData` of a rifff: 1536 bins over its length. In each bin every heard loop gives the largest of its
 * stored magnitudes that the bin touches, its passes repeated one after the other, times its gain; a
 * loop's own maximum counts as 1. Loops are independent, so that their magnitudes add as the root of the
 * sum of squares. Three decimals; all zero when nothing is heard or known.
 */
export function rifffPeaks(layers: readonly RifffLayer[]): number[] {
  const squares = new Float64Array(RIFFF_PEAK_BINS);
  for (const layer of layers.filter(isHeard)) {
    if (layer.peaks.length !== LOOP_PEAK_BINS) continue;
    const width = (layer.passes * LOOP_PEAK_BINS) / RIFFF_PEAK_BINS;
    for (let bin = 0; bin < RIFFF_PEAK_BINS; bin++) {
      // What rounding adds to a whole number must not pull in the neighbouring bin.
      const from = Math.floor(bin * width + 1e-6);
      const to = Math.max(from + 1, Math.ceil((bin + 1) * width - 1e-6));
      const magnitude = highestBetween(layer.peaks, from, to) / 255;
      squares[bin]! += (magnitude * layer.gain) ** 2;
    }
  }
  return Array.from(squares, (sum) => rounded(Math.sqrt(sum), THREE_DECIMALS));
}

/**
 * `magnitude` of a rifff, 0 to 1: the linear amplitude 10^(LUFS / 20) of all heard loops together, whose
 * powers add. −6 LUFS is 0.5, −20 LUFS is 0.1, silence 0. Four decimals.
 */
export function rifffMagnitude(layers: readonly RifffLayer[]): number {
  const power = layers.filter(isHeard).reduce((sum, layer) => sum + layerPower(layer), 0);
  return rounded(clamp01(Math.sqrt(power)), FOUR_DECIMALS);
}

/**
 * `brightness` of a rifff, 0 to 1: the centre of its four bands (at 0, ⅓, ⅔ and 1), each loop's by the RMS
 * amplitude of its bands, and the loops weighted by the amplitude of their loudness with gain. Amplitudes
 * and not powers, because by power nearly everything is bass. Four decimals; 0 when nothing is heard.
 */
export function rifffBrightness(layers: readonly RifffLayer[]): number {
  let total = 0;
  let weighted = 0;
  for (const layer of layers.filter(isHeard)) {
    const brightness = bandCentre(layer.bands);
    if (brightness === null) continue;
    const amplitude = Math.sqrt(layerPower(layer));
    total += amplitude;
    weighted += amplitude * brightness;
  }
  return total > 0 ? rounded(clamp01(weighted / total), FOUR_DECIMALS) : 0;
}
