/** Tones in spectra: where they are and how much they hold. */

/** Range of fundamentals and lower partials: from the E of a bass upwards. */
const LOW_HZ = 40;
const HIGH_HZ = 4200;
/** Window that tells semitones apart at the lowest of these pitches. */
const WINDOW_SEC = 0.34;
/** A peak stands this far (power) above the median round it: noise practically never does. */
const PEAK_OVER_MEDIAN = 14;
/** Bins on each side that the median looks at, and that belong to a peak of the Hann window. */
const MEDIAN_REACH = 24;
const LOBE_REACH = 2;

/** Window length in frames for chroma at a sampling rate: the nearest power of two to 0.34 s. */
export function chromaWindow(sampleRate: number): number {
  return 2 ** Math.round(Math.log2(WINDOW_SEC * sampleRate));
}

/** Does a bin stand that far above the median round it? So it does where enough of them are that much lower. */
function standsOut(power: Float64Array, bin: number): boolean {
  const from = Math.max(1, bin - MEDIAN_REACH);
  const to = Math.min(power.length, bin + MEDIAN_REACH + 1);
  const height = power[bin]!;
  let lower = 0;
  for (let at = from; at < to; at++) if (PEAK_OVER_MEDIAN * power[at]! <= height) lower += 1;
  return lower > (to - from) >> 1;
}

/** Frequency of a peak in bins: the top of a parabola through the logarithms of three powers. */
function peakBin(power: Float64Array, bin: number): number {
  const before = Math.log(power[bin - 1]! + 1e-30);
  const at = Math.log(power[bin]! + 1e-30);
  const after = Math.log(power[bin + 1]! + 1e-30);
  const bend = before - 2 * at + after;
  return bend === 0 ? bin : bin + (0.5 * (before - after)) / bend;
}

/** A tone in a spectrum: MIDI pitch (A of 440 Hz is 69, with fractions) and energy. */
export interface Tone {
  readonly pitch: number;
  readonly energy: number;
}

/** Pitch class of a MIDI pitch, 0 is C. */
export const pitchClass = (pitch: number) => ((Math.round(pitch) % 12) + 12) % 12;

/**
 * The peaks of a spectrum between 40 and 4200 Hz that stand out of what is round them.
 * @param power bins 0..size / 2 of a Hann window of `size` frames
 * @returns tones, low ones first, and the energy of everything in that range, tones and noise
 */
export function spectralTones(
  power: Float64Array,
  sampleRate: number,
): { tones: Tone[]; total: number } {
  const hzPerBin = sampleRate / (2 * (power.length - 1));
  const first = Math.max(2, Math.ceil(LOW_HZ / hzPerBin));
  const last = Math.min(power.length - 2, Math.floor(HIGH_HZ / hzPerBin));
  let total = 0;
  for (let bin = first; bin <= last; bin++) total += power[bin]!;
  const tones: Tone[] = [];
  let taken = first - 1;
  for (let bin = first; bin <= last; bin++) {
    const height = power[bin]!;
    if (height < power[bin - 1]! || height <= power[bin + 1]!) continue;
    if (height < total * 1e-6 || !standsOut(power, bin)) continue;
    let energy = 0;
    const to = Math.min(last, bin + LOBE_REACH);
    for (let at = Math.max(taken + 1, bin - LOBE_REACH); at <= to; at++) energy += power[at]!;
    taken = to;
    tones.push({ pitch: 69 + 12 * Math.log2((peakBin(power, bin) * hzPerBin) / 440), energy });
  }
  return { tones, total };
}
