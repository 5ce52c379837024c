/**
 * What a loop's stored analysis says about how it sits in a mix: its level in four bands, and when in the bar
 * each of them sounds. Estimates from the bytes of `bands` and `loudnessLufs`, never from audio.
 */

import { LOOP_BAND_BINS, LOOP_BANDS } from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import { decodeBytes } from '../../contract/loopData.ts';

/** Steps of time that a sound is described in: eight bars of 4/4, a sixteenth each. */
const SOUND_STEPS = 128;
/** The value of a loop that was not measured. */
const UNMEASURED_LUFS = -18;
/** K-weighting (ITU-R BS.1770-4) of each band as a factor of power, about: the shelf lifts what is above 1.5 kHz. */
const BAND_WEIGHTS = [0.7, 1, 1.6, 2.5] as const;

export interface LoopSound {
  /** Power of all of it at gain 1, K-weighted, where 1 is 0 LUFS. */
  readonly power: number;
  /** Mean power of each band at gain 1, in the same measure before weighting. */
  readonly bandPowers: readonly number[];
  /** Weighted power by band and step, band after band, at gain 1 and the loop's own speed. */
  readonly steps: Float32Array;
}

/** Mean square of the bytes of a band in `[from, to)` of its bins. */
function meanSquare(bands: Uint8Array, band: number, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += bands[band * LOOP_BAND_BINS + at]! ** 2;
  return sum / (to - from);
}

/** Powers of a band by step, its passes one after the other. */
function stepPowers(bands: Uint8Array, band: number, length16ths: number): number[] {
  return Array.from({ length: SOUND_STEPS }, (_, step) => {
    const from = ((step % length16ths) * LOOP_BAND_BINS) / length16ths;
    const to = (((step % length16ths) + 1) * LOOP_BAND_BINS) / length16ths;
    const first = Math.min(LOOP_BAND_BINS - 1, Math.floor(from));
    return meanSquare(bands, band, first, Math.max(first + 1, Math.floor(to)));
  });
}

/**
 * How a loop sits in a mix. A loop without a stored analysis sounds alike in all bands all the time.
 * @param playbackRate how many times faster than its own length it goes round: 0.5 to 2
 */
export function loopSound(loop: Loop, playbackRate = 1): LoopSound {
  const stored = decodeBytes(loop.bands);
  const isKnown = stored.length === LOOP_BANDS * LOOP_BAND_BINS && stored.some((byte) => byte > 0);
  const bands = isKnown ? stored : new Uint8Array(LOOP_BANDS * LOOP_BAND_BINS).fill(1);
  const means = BAND_WEIGHTS.map((_, band) => meanSquare(bands, band, 0, LOOP_BAND_BINS));
  const weighted = means.reduce((sum, mean, band) => sum + mean * BAND_WEIGHTS[band]!, 0);
  const power = 10 ** ((loop.loudnessLufs ?? UNMEASURED_LUFS) / 10);
  const unit = power / weighted;
  const length16ths = Math.max(1, Math.round(loop.length16ths / playbackRate));
  const steps = BAND_WEIGHTS.flatMap((weight, band) =>
    stepPowers(bands, band, length16ths).map((mean) => mean * weight * unit),
  );
  return {
    power,
    bandPowers: means.map((mean) => mean * unit),
    steps: Float32Array.from(steps),
  };
}

/**
 * How much of `sound` the others cover, 0 to 1: the share of its weighted power that in its band and step
 * lies under theirs.
 */
export function coveredShare(
  sound: LoopSound,
  gain: number,
  others: readonly { readonly sound: LoopSound; readonly gain: number }[],
): number {
  const { steps } = sound;
  const rest = new Float64Array(steps.length);
  for (const other of others) {
    const power = other.gain ** 2;
    const otherSteps = other.sound.steps;
    for (let at = 0; at < steps.length; at++) rest[at]! += otherSteps[at]! * power;
  }
  let covered = 0;
  let total = 0;
  for (let at = 0; at < steps.length; at++) {
    const own = steps[at]! * gain ** 2;
    covered += Math.min(own, rest[at]!);
    total += own;
  }
  return total > 0 ? covered / total : 0;
}
