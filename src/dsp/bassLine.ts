import { createFft, LoopSpectrum } from './fft.ts';
import type { Tone } from './tones.ts';

/** Range of fundamentals of a bass line. */
const LOWEST_HZ = 36;
const HIGHEST_HZ = 220;
/** Partials above this say nothing more about the period. */
const PARTIALS_HZ = 600;
/** Window of three periods of the lowest note, short enough to lie inside a quick one. */
const WINDOW_SEC = 0.085;
/** A frame is one low note when this much of its energy is low and it repeats itself this well. */
const LOW_SHARE = 0.6;
const CLARITY = 0.8;
/** So much of the energy lies at the fundamental: the common period of a chord has none there. */
const FUNDAMENTAL_SHARE = 0.1;
/** The shortest lag nearly as good as the best one is the period; its multiples repeat as well. */
const NEARLY_BEST = 0.95;
/** A loop is a bass line when frames with this share of its energy are one low note. */
const LINE_SHARE = 0.3;
const RANGE_HZ = [40, 4200] as const;
/**
 * No loop with less of its energy in low notes is a bass line: that would have LINE_SHARE × LOW_SHARE = 0.18 of it there.
 * Half of that is left for where windows lie: two that overlap by half weigh what lies between them half as much.
 */
export const LEAST_LOW_SHARE = (LINE_SHARE * LOW_SHARE) / 2;

/** Energy of a spectrum in the range of low notes. @param power bins 0..size / 2 of a window of `size` frames */
export function lowEnergy(power: Float64Array, sampleRate: number): number {
  const size = 2 * (power.length - 1);
  const last = Math.min(power.length - 1, Math.round((HIGHEST_HZ * size) / sampleRate));
  let sum = 0;
  for (let at = Math.max(1, Math.round((LOWEST_HZ * size) / sampleRate)); at <= last; at++) {
    sum += power[at]!;
  }
  return sum;
}

/**
 * Autocorrelation of a Hann window of `size` frames at so many lags. With N the size and w = 2π / N, what the sum of
 * (1 − cos wn)(1 − cos w(n + lag)) / 4 over n < N − lag comes to: sums of cosines have a closed form.
 */
function windowAcf(size: number, lags: number): Float64Array {
  const w = (2 * Math.PI) / size;
  return Float64Array.from({ length: lags }, (_, lag) => {
    const held = size - lag;
    const shift = Math.cos(w * lag);
    const sum = cosines(held, w, 0) + cosines(held, w, w * lag);
    return (held - sum + (held * shift + cosines(held, 2 * w, w * lag)) / 2) / 4;
  });
}

/** Σ cos(step · n + phase) over n from 0 to `count` − 1. */
const cosines = (count: number, step: number, phase: number): number =>
  (Math.sin((count * step) / 2) * Math.cos(((count - 1) * step) / 2 + phase)) / Math.sin(step / 2);

/** Finds the period of one low note in a power spectrum by its autocorrelation. */
class PeriodFinder {
  private readonly sampleRate: number;
  private readonly size: number;
  private readonly windowAcf: Float64Array;
  private readonly acf: Float64Array;
  private readonly im: Float64Array;
  private readonly transform: (re: Float64Array, im: Float64Array) => void;

  constructor(size: number, sampleRate: number) {
    this.size = size;
    this.sampleRate = sampleRate;
    this.acf = new Float64Array(size);
    this.im = new Float64Array(size);
    this.transform = createFft(size).transform;
    this.windowAcf = windowAcf(size, Math.ceil(sampleRate / LOWEST_HZ) + 2);
  }

  /**
   * Frequency in Hz, or undefined when the frame does not repeat itself. The autocorrelation of the windowed
   * frame over that of the window: P. Boersma, "Accurate short-term analysis of the fundamental frequency",
   * IFA Proceedings 17, 1993.
   */
  find(power: Float64Array): number | undefined {
    const { acf, im, size, sampleRate, windowAcf } = this;
    const last = Math.floor((PARTIALS_HZ * size) / sampleRate);
    acf.fill(0);
    im.fill(0);
    for (let bin = 1; bin <= last; bin++) {
      acf[bin] = power[bin]!;
      acf[size - bin] = power[bin]!;
    }
    this.transform(acf, im);
    const value = (lag: number) => (acf[lag]! / acf[0]!) * (windowAcf[0]! / windowAcf[lag]!);
    const first = Math.floor(sampleRate / HIGHEST_HZ);
    const peaks: number[] = [];
    for (let lag = first; lag < windowAcf.length - 1; lag++) {
      const isPeak = value(lag) > value(lag - 1) && value(lag) >= value(lag + 1);
      if (isPeak && value(lag) >= CLARITY) peaks.push(lag);
    }
    const best = peaks.reduce((most, lag) => Math.max(most, value(lag)), 0);
    const period = peaks.find((lag) => value(lag) >= NEARLY_BEST * best);
    if (period === undefined) return undefined;
    const before = value(period - 1);
    const after = value(period + 1);
    const bend = before - 2 * value(period) + after;
    return sampleRate / (period + (bend === 0 ? 0 : (0.5 * (before - after)) / bend));
  }
}

/**
 * The notes of a loop that is a line of single low notes, window by window, with the energy of everything
 * between 40 and 4200 Hz; undefined when it is no such line. A spectrum cannot tell the semitones of quick low notes
 * apart, for a note of 80 ms is wider than four of them at 44 Hz; the period of its wave can.
 */
export function bassLineTones(
  channels: readonly Float32Array[],
  sampleRate: number,
): { tones: Tone[]; total: number } | undefined {
  const frames = channels[0]?.length ?? 0;
  const size = 2 ** Math.round(Math.log2(WINDOW_SEC * sampleRate));
  const spectrum = new LoopSpectrum(size);
  const finder = new PeriodFinder(size, sampleRate);
  const bin = (hz: number) => Math.max(1, Math.round((hz * size) / sampleRate));
  const tones: Tone[] = [];
  let found = 0;
  let total = 0;
  for (let start = 0; start < frames; start += size / 4) {
    const power = spectrum.measure(channels, start);
    const energy = (from: number, to: number) =>
      power.subarray(bin(from), Math.min(power.length, bin(to) + 1)).reduce((a, b) => a + b, 0);
    const all = energy(...RANGE_HZ);
    total += all;
    if (all === 0 || energy(LOWEST_HZ, HIGHEST_HZ) < LOW_SHARE * all) continue;
    const hz = finder.find(power);
    if (hz === undefined || energy(0.8 * hz, 1.2 * hz) < FUNDAMENTAL_SHARE * all) continue;
    tones.push({ pitch: 69 + 12 * Math.log2(hz / 440), energy: all });
    found += all;
  }
  return total > 0 && found >= LINE_SHARE * total ? { tones, total } : undefined;
}
