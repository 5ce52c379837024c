import { SCALES } from '../data/contract/scales.ts';
import { LoopSpectrum } from './fft.ts';

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
/** A loop with less of its energy in tones than this has no key. */
export const MIN_TONALITY = 0.1;

/** Window length in frames for chroma at a sampling rate: the nearest power of two to 0.34 s. */
export function chromaWindow(sampleRate: number): number {
  return 2 ** Math.round(Math.log2(WINDOW_SEC * sampleRate));
}

function medianAround(power: Float64Array, bin: number): number {
  const from = Math.max(1, bin - MEDIAN_REACH);
  const around = power.slice(from, bin + MEDIAN_REACH + 1).sort();
  return around[around.length >> 1]!;
}

/** Frequency of a peak in bins: the top of a parabola through the logarithms of three powers. */
function peakBin(power: Float64Array, bin: number): number {
  const before = Math.log(power[bin - 1]! + 1e-30);
  const at = Math.log(power[bin]! + 1e-30);
  const after = Math.log(power[bin + 1]! + 1e-30);
  const bend = before - 2 * at + after;
  return bend === 0 ? bin : bin + (0.5 * (before - after)) / bend;
}

/**
 * Adds the energy of each spectral peak to the pitch class (0 is C, A is 440 Hz) that it is nearest to.
 * @param power bins 0..size / 2 of a Hann window of `size` frames
 * @param into 12 energies
 * @returns the energy of everything between 40 and 4200 Hz, tones and noise
 */
export function addChroma(power: Float64Array, sampleRate: number, into: Float64Array): number {
  const hzPerBin = sampleRate / (2 * (power.length - 1));
  const first = Math.max(2, Math.ceil(LOW_HZ / hzPerBin));
  const last = Math.min(power.length - 2, Math.floor(HIGH_HZ / hzPerBin));
  let total = 0;
  for (let bin = first; bin <= last; bin++) total += power[bin]!;
  let taken = first - 1;
  for (let bin = first; bin <= last; bin++) {
    const height = power[bin]!;
    if (height < power[bin - 1]! || height <= power[bin + 1]!) continue;
    if (height < total * 1e-6 || height < PEAK_OVER_MEDIAN * medianAround(power, bin)) continue;
    let energy = 0;
    const to = Math.min(last, bin + LOBE_REACH);
    for (let at = Math.max(taken + 1, bin - LOBE_REACH); at <= to; at++) energy += power[at]!;
    taken = to;
    const pitch = 69 + 12 * Math.log2((peakBin(power, bin) * hzPerBin) / 440);
    into[((Math.round(pitch) % 12) + 12) % 12]! += energy;
  }
  return total;
}

/**
 * Chroma of a loop: for each pitch class (0 is C) the share of the energy between 40 and 4200 Hz that lies in
 * spectral peaks of it. The sum, 0..1, says how tonal the loop is: near 0 for noise, near 1 for an organ.
 *
 * Meyda's chroma is not used: it scales every frame to its own maximum, so that a quiet tail counts as much as
 * a chord, and spreads noise over all classes.
 */
export function chroma(channels: readonly Float32Array[], sampleRate: number): Float32Array {
  const energies = new Float64Array(12);
  const frames = channels[0]?.length ?? 0;
  const size = chromaWindow(sampleRate);
  const spectrum = new LoopSpectrum(size);
  let total = 0;
  for (let start = 0; start < frames; start += size / 2) {
    total += addChroma(spectrum.measure(channels, start), sampleRate, energies);
  }
  return Float32Array.from(energies, (energy) => (total > 0 ? energy / total : 0));
}

/** How tonal a chroma is, 0..1. Below `MIN_TONALITY` a key means nothing. */
export function tonality(shares: Float32Array): number {
  return shares.reduce((sum, share) => sum + share, 0);
}

export interface KeyMatch {
  /** Share of the tonal energy that lies in the declared scale, 0..1. */
  readonly share: number;
  /** Key whose profile fits best among the scales with as many notes as the declared one. */
  readonly best: { readonly root: number; readonly scale: number };
  /** `share` less that of the same scale on the best other root: below 0 another root holds more. */
  readonly margin: number;
}

const stepsOf = (scale: number) => (SCALES[scale] ?? SCALES[0]!).steps;

function shareOf(shares: Float32Array, root: number, steps: readonly number[]): number {
  const sum = tonality(shares);
  if (sum === 0) return 0;
  return steps.reduce((inside, step) => inside + shares[(root + step) % 12]!, 0) / sum;
}

/** Weight of a step: the tonic most, then its fifth and its third, after the ratings of Krumhansl and Kessler. */
function weightOf(step: number): number {
  if (step === 0) return 1;
  if (step === 7) return 0.8;
  return step === 3 || step === 4 ? 0.7 : 0.55;
}

/** Cosine between a chroma (in amplitudes) and the profile of a key. */
function profileFit(shares: Float32Array, root: number, steps: readonly number[]): number {
  const sum = tonality(shares);
  if (sum === 0) return 0;
  let product = 0;
  let profile = 0;
  for (const step of steps) {
    product += weightOf(step) * Math.sqrt(shares[(root + step) % 12]!);
    profile += weightOf(step) ** 2;
  }
  return product / Math.sqrt(profile * sum);
}

/**
 * Compares a chroma with a declared key.
 * @param root 0..11, 0 is C
 * @param scale index into `SCALES`; out of range reads as Major
 */
export function matchKey(shares: Float32Array, root: number, scale: number): KeyMatch {
  const steps = stepsOf(scale);
  const share = shareOf(shares, root, steps);
  const declared = new Set(steps.map((step) => (root + step) % 12));
  let best = { root, scale };
  let fit = profileFit(shares, root, steps);
  let other = 0;
  for (let candidate = 0; candidate < 12; candidate++) {
    const isSameSet = steps.every((step) => declared.has((candidate + step) % 12));
    if (!isSameSet) other = Math.max(other, shareOf(shares, candidate, steps));
    for (const [index, { steps: others }] of SCALES.entries()) {
      if (others.length !== steps.length) continue;
      const candidateFit = profileFit(shares, candidate, others);
      // A tie goes to the declared key.
      if (candidateFit <= fit + 1e-9) continue;
      fit = candidateFit;
      best = { root: candidate, scale: index };
    }
  }
  return { share, best, margin: share - other };
}
