import { SCALES } from '../data/contract/scales.ts';
import { Fft, magnitudes } from './fft.ts';

const FFT_SIZE = 16_384;

/**
 * Energy of the twelve pitch classes (C first), summing to 1. Only spectral peaks between 50 Hz and 2.1 kHz count,
 * each placed by parabolic interpolation and weighed by the root of its magnitude, so that one loud bass note does
 * not hide the chord above it. Silence gives twelve zeros.
 */
export function chroma(channels: readonly Float32Array[], sampleRate: number): Float64Array {
  const mono = mix(channels);
  const fft = new Fft(FFT_SIZE);
  const sum = new Float64Array(12);
  for (let start = 0; start < mono.length; start += FFT_SIZE / 2) {
    addPeaks(magnitudes(fft, mono, start), sampleRate, sum);
  }
  const total = sum.reduce((a, b) => a + b, 0);
  return total > 0 ? sum.map((x) => x / total) : sum;
}

function mix(channels: readonly Float32Array[]): Float32Array {
  const mono = new Float32Array(channels[0]?.length ?? 0);
  for (const one of channels) {
    for (let i = 0; i < mono.length; i++) mono[i] = mono[i]! + (one[i] ?? 0) / channels.length;
  }
  return mono;
}

function addPeaks(spectrum: Float64Array, sampleRate: number, sum: Float64Array): void {
  const hzPerBin = sampleRate / FFT_SIZE;
  const last = Math.floor(2100 / hzPerBin);
  let loudest = 0;
  for (let i = 1; i < last; i++) loudest = Math.max(loudest, spectrum[i]!);
  if (loudest < 1e-5) return;
  for (let i = Math.ceil(50 / hzPerBin); i < last; i++) {
    const here = spectrum[i]!;
    const left = spectrum[i - 1]!;
    const right = spectrum[i + 1]!;
    if (here < loudest * 0.02 || here < left || here < right) continue;
    const bend = left - 2 * here + right;
    const shift = bend === 0 ? 0 : (0.5 * (left - right)) / bend;
    const semitones = 12 * Math.log2(((i + shift) * hzPerBin) / 440) + 9;
    const nearest = Math.round(semitones);
    const off = semitones - nearest;
    const pitchClass = ((nearest % 12) + 12) % 12;
    sum[pitchClass] = sum[pitchClass]! + Math.sqrt(here) * (1 - 1.6 * Math.abs(off));
  }
}

export interface KeyFit {
  /** Root 0–11 whose scale holds the sound best. */
  readonly root: number;
  /** Fit of that root, and of every root; 1 at most. */
  readonly fit: number;
  readonly fits: readonly number[];
}

/**
 * The root at which `scale` (an index of `SCALES`) holds the most of `energy`: what lies in the scale counts, what
 * lies outside is taken off, and tonic, third and fifth weigh more than the rest.
 */
export function fitKey(energy: Float64Array, scale: number): KeyFit {
  const steps = (SCALES[scale] ?? SCALES[0]!).steps;
  const fits = Array.from({ length: 12 }, (_, root) => {
    let fit = 0;
    for (let pitchClass = 0; pitchClass < 12; pitchClass++) {
      const step = (pitchClass - root + 12) % 12;
      const place = steps.indexOf(step);
      const weight = place < 0 ? -1 : step === 0 ? 1 : step === 7 ? 0.9 : place === 2 ? 0.85 : 0.7;
      fit += energy[pitchClass]! * weight;
    }
    return fit;
  });
  const fit = Math.max(...fits);
  return { root: fits.indexOf(fit), fit, fits };
}
