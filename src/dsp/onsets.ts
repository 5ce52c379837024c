/** Where a sound strikes: spectral flux over time. J. P. Bello et al., "A tutorial on onset detection", 2005. */
import { createFft, hannWindow } from './fft.ts';

/** Values of an onset envelope a second. */
export const ONSET_RATE_HZ = 200;
const WINDOW_SEC = 0.023;
/** Bands in which the flux is taken, spaced evenly in pitch, so that a hi-hat does not outweigh a kick. */
const BANDS = 24;
const LOW_HZ = 40;
const HIGH_HZ = 12_000;
/** Compression: 60 dB under the loudest is where small changes stop to count. */
const COMPRESSION = 1000;

/** First bin of each band and one past the last. */
function bandEdges(size: number, sampleRate: number): number[] {
  const high = Math.min(HIGH_HZ, sampleRate / 2);
  return Array.from({ length: BANDS + 1 }, (_, band) => {
    const hz = LOW_HZ * (high / LOW_HZ) ** (band / BANDS);
    return Math.min(size / 2, Math.round((hz * size) / sampleRate));
  });
}

function loudestOf(levels: readonly Float32Array[]): number {
  let loudest = 0;
  for (const row of levels) for (const level of row) if (level > loudest) loudest = level;
  return loudest;
}

/** Amplitude of each band in each hop, row by row. */
function bandLevels(channels: readonly Float32Array[], sampleRate: number): Float32Array[] {
  const frames = channels[0]?.length ?? 0;
  const size = 2 ** Math.round(Math.log2(WINDOW_SEC * sampleRate));
  const fft = createFft(size);
  const window = hannWindow(size);
  const edges = bandEdges(size, sampleRate);
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  const hops = Math.max(1, Math.floor((frames / sampleRate) * ONSET_RATE_HZ));
  const [left, right] = channels;
  return Array.from({ length: hops }, (_, hop) => {
    // The window's middle stands on the hop.
    const start = Math.round((hop * sampleRate) / ONSET_RATE_HZ) - size / 2;
    for (let n = 0; n < size; n++) {
      const at = start + n;
      const isInside = at >= 0 && at < frames;
      re[n] = isInside ? left![at]! * window[n]! : 0;
      im[n] = isInside && right ? right[at]! * window[n]! : 0;
    }
    fft.transform(re, im);
    const row = new Float32Array(BANDS);
    for (let band = 0; band < BANDS; band++) {
      let power = 0;
      const from = Math.max(1, edges[band]!);
      for (let k = from; k < Math.max(from + 1, edges[band + 1]!); k++) {
        power += re[k]! ** 2 + im[k]! ** 2 + re[size - k]! ** 2 + im[size - k]! ** 2;
      }
      row[band] = Math.sqrt(power);
    }
    return row;
  });
}

/** Strikes by what strikes: each as `onsetEnvelope` gives them. */
export interface Strikes {
  readonly all: Float32Array<ArrayBuffer>;
  /** Below 130 Hz: kicks. */
  readonly low: Float32Array<ArrayBuffer>;
  /** From 200 Hz to 4 kHz: snares and claps more than kicks and hats. */
  readonly mid: Float32Array<ArrayBuffer>;
}

/** First bands of the middle and of what lies above it; the low ones are below `LOW_BANDS`. */
const LOW_BANDS = 5;
const MID_FROM = 7;
const MID_TO = 19;

/** Strikes of a sound, together and in two ranges. @param channels one or two, equally long */
export function onsetStrikes(channels: readonly Float32Array[], sampleRate: number): Strikes {
  const levels = bandLevels(channels, sampleRate);
  const make = () => new Float32Array(levels.length);
  const strikes = { all: make(), low: make(), mid: make() };
  const loudest = loudestOf(levels);
  if (loudest === 0) return strikes;
  const log = (level: number) => Math.log1p((COMPRESSION * level) / loudest);
  // Two hops back, so that an attack over several hops counts once and whole.
  for (let hop = 0; hop < levels.length; hop++) {
    const before = levels[hop - 2];
    for (let band = 0; band < BANDS; band++) {
      const gain = log(levels[hop]![band]!) - (before ? log(before[band]!) : 0);
      if (gain <= 0) continue;
      strikes.all[hop]! += gain;
      if (band < LOW_BANDS) strikes.low[hop]! += gain;
      else if (band >= MID_FROM && band < MID_TO) strikes.mid[hop]! += gain;
    }
  }
  return strikes;
}

/**
 * Onset envelope: how much louder the bands become from hop to hop, on a logarithmic scale and summed, so that each
 * value says how hard the sound strikes there.
 * @param channels one or two, equally long
 * @returns `ONSET_RATE_HZ` values a second, 0 or more; value i stands at i / `ONSET_RATE_HZ` seconds
 */
export function onsetEnvelope(
  channels: readonly Float32Array[],
  sampleRate: number,
): Float32Array<ArrayBuffer> {
  return onsetStrikes(channels, sampleRate).all;
}
