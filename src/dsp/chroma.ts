import { SCALES, scaleSteps } from '../data/contract/scales.ts';
import { bassLineTones, LEAST_LOW_SHARE, lowEnergy } from './bassLine.ts';
import { LoopSpectrum } from './fft.ts';
import { chromaWindow, pitchClass, spectralTones, type Tone } from './tones.ts';

/** A tone that moves further than this from window to window is a glide. */
const STEADY_SEMITONES = 0.35;
/** A loop with less of its energy in tones than this has no key. */
export const MIN_TONALITY = 0.1;

const holds = (tones: readonly Tone[], pitch: number) =>
  tones.some((tone) => Math.abs(tone.pitch - pitch) <= STEADY_SEMITONES);

/** A tone this much weaker than the strongest of its window is no bass note. */
const BASS_SHARE = 0.1;
/** Windows that are the beginning. */
const BEGINNING = 2;
/** Share of a bass line that is its beginning. */
const LINE_BEGINNING = 0.06;
/** How much bass notes, the first sound and its bass speak for a root, beside how well a key's profile fits. */
const LEANINGS = { bass: 0.15, first: 0.15, firstBass: 0.1 };

/** Shares of the twelve pitch classes in a list of tones, by amplitude. */
function classesOf(tones: readonly Tone[]): Float32Array {
  const classes = new Float32Array(12);
  let sum = 0;
  for (const { pitch, energy } of tones) {
    classes[pitchClass(pitch)]! += Math.sqrt(energy);
    sum += Math.sqrt(energy);
  }
  return sum > 0 ? classes.map((share) => share / sum) : classes;
}

function bassOf(tones: readonly Tone[]): Tone[] {
  const strongest = tones.reduce((most, { energy }) => Math.max(most, energy), 0);
  const lowest = tones.find(({ energy }) => energy > BASS_SHARE * strongest);
  return lowest ? [lowest] : [];
}

/** What speaks for each root: loops mostly stand on it in the bass and begin with it. */
function leanings(windows: readonly (readonly Tone[])[], line: readonly Tone[] | null) {
  const bass = classesOf(line ?? windows.flatMap(bassOf));
  const beginning = windows.slice(0, BEGINNING);
  const first = classesOf(beginning.flat());
  const lineStart = line?.slice(0, Math.max(1, Math.round(line.length * LINE_BEGINNING)));
  const lowest = (lineStart ?? beginning.flatMap(bassOf)).map((tone) => ({ ...tone, energy: 1 }));
  const firstBass = classesOf(lowest);
  return {
    bass: bass.map((share) => LEANINGS.bass * share),
    first: first.map(
      (share, root) => LEANINGS.first * share + LEANINGS.firstBass * firstBass[root]!,
    ),
  };
}

/** Tones that hold their pitch from one window to the next, all of each window, and the share of low notes. */
function steadyTones(channels: readonly Float32Array[], sampleRate: number) {
  const frames = channels[0]?.length ?? 0;
  const hop = chromaWindow(sampleRate) / 2;
  const spectrum = new LoopSpectrum(2 * hop);
  const windows: Tone[][] = [];
  let total = 0;
  let low = 0;
  for (let start = 0; start < frames; start += hop) {
    const power = spectrum.measure(channels, start);
    const found = spectralTones(power, sampleRate);
    windows.push(found.tones);
    total += found.total;
    low += lowEnergy(power, sampleRate);
  }
  const tones = windows.flatMap((here, at) => {
    const before = windows[(at + windows.length - 1) % windows.length]!;
    const after = windows[(at + 1) % windows.length]!;
    return here.filter(({ pitch }) => holds(before, pitch) || holds(after, pitch));
  });
  return { tones, total, windows, lowShare: total > 0 ? low / total : 0 };
}

/** What is tonal in a loop. */
export interface TonalContent {
  /** Energy of each pitch class, 0 is C, as shares of all energy between 40 and 4200 Hz. */
  readonly shares: Float32Array;
  /** How well the tones gather on semitones of A = 440 Hz: 1 all on them, 0 spread evenly, as glides are. */
  readonly tuned: number;
  /** How much speaks for each pitch class as the root: what is in the bass, and what it begins with. */
  readonly leanings: { readonly bass: Float32Array; readonly first: Float32Array };
}

/**
 * Chroma of a loop and how tuned it is. A line of single low notes counts by the periods of its notes, anything
 * else by the steady tones of its spectrum.
 *
 * Meyda's chroma is not used: it scales every frame to its own maximum, so that a quiet tail counts as much as
 * a chord, and spreads noise over all classes.
 */
export function tonalContent(channels: readonly Float32Array[], sampleRate: number): TonalContent {
  const steady = steadyTones(channels, sampleRate);
  const line = steady.lowShare < LEAST_LOW_SHARE ? undefined : bassLineTones(channels, sampleRate);
  const found = line ?? steady;
  const shares = new Float32Array(12);
  let tonal = 0;
  let real = 0;
  let imaginary = 0;
  for (const { pitch, energy } of found.tones) {
    shares[pitchClass(pitch)]! += energy / found.total;
    tonal += energy;
    real += energy * Math.cos(2 * Math.PI * pitch);
    imaginary += energy * Math.sin(2 * Math.PI * pitch);
  }
  return {
    shares,
    tuned: tonal > 0 ? Math.hypot(real, imaginary) / tonal : 0,
    leanings: leanings(steady.windows, line?.tones ?? null),
  };
}

/**
 * Chroma of a loop: for each pitch class (0 is C) the share of the energy between 40 and 4200 Hz that lies in
 * steady tones of it. The sum, 0..1, says how tonal the loop is: near 0 for noise, near 1 for an organ.
 */
export function chroma(channels: readonly Float32Array[], sampleRate: number): Float32Array {
  return tonalContent(channels, sampleRate).shares;
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
  const steps = scaleSteps(scale);
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
