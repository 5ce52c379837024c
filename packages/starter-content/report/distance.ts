import { MIN_TONALITY } from '../../../src/dsp/chroma.ts';
import { LoopSpectrum } from '../../../src/dsp/fft.ts';
import { chromaWindow, pitchClass, spectralTones } from '../../../src/dsp/tones.ts';

/** What `loopDistance` compares: small, and free of level, tempo and length. */
export interface LoopPrint {
  /** Sixteenths of the loop. */
  readonly cells: number;
  /** Mean spectrum in half octaves from 30 Hz: dB of the loop's own energy, −60 at least. */
  readonly timbre: Float32Array;
  /** Two halves of each sixteenth × three bands: level 0..1, where 1 is the loop's loudest and 0 is 48 dB down. */
  readonly rhythm: Float32Array;
  /** Each sixteenth × 12 pitch classes, as amplitudes. */
  readonly notes: Float32Array;
  readonly isTonal: boolean;
}

interface LoopDistance {
  /** Mean difference of the spectra, 24 dB in all bands and more being 1. */
  readonly timbre: number;
  /** Mean difference of the levels over the bars, 0..1. */
  readonly rhythm: number;
  /** 1 less the cosine between the notes over the bars; 0 between two loops without pitch. */
  readonly notes: number;
  /** Sum of the three: 0 is the same loop, below `NEARLY_SAME` hardly anybody tells them apart. */
  readonly total: number;
}

/** Total distance under which two loops count as nearly the same. */
export const NEARLY_SAME = 0.1;

const HALF_OCTAVES = 19;
const LOWEST_HZ = 30;
const TIMBRE_FLOOR_DB = -60;
const TIMBRE_FULL_DB = 24;
const RHYTHM_CORNERS_HZ = [250, 2500];
const RHYTHM_BANDS = 3;
const RHYTHM_RANGE_DB = 48;
const PARTS = 2;
const BAR_CELLS = 16;
const SHORT_WINDOW_SEC = 0.022;

/** Half octave and rhythm band of each bin of a spectrum. */
function bandsOfBins(bins: number, sampleRate: number): { half: Int8Array; rhythm: Uint8Array } {
  const half = new Int8Array(bins);
  const rhythm = new Uint8Array(bins);
  for (let bin = 0; bin < bins; bin++) {
    const hz = (bin * sampleRate) / (2 * (bins - 1));
    const at = Math.floor(2 * Math.log2(Math.max(hz, 1) / LOWEST_HZ));
    half[bin] = at >= 0 && at < HALF_OCTAVES ? at : -1;
    rhythm[bin] = RHYTHM_CORNERS_HZ.filter((corner) => hz >= corner).length;
  }
  return { half, rhythm };
}

function levels(energies: Float64Array, rangeDb: number): Float32Array {
  const loudest = energies.reduce((a, b) => Math.max(a, b), 0);
  return Float32Array.from(energies, (energy) =>
    loudest > 0 ? Math.max(0, 1 + (10 * Math.log10(energy / loudest)) / rangeDb) : 0,
  );
}

/** Mean spectrum and levels over time, from short windows. */
function timbreAndRhythm(channels: readonly Float32Array[], sampleRate: number, slots: number) {
  const frames = channels[0]!.length;
  const spectrum = new LoopSpectrum(2 ** Math.round(Math.log2(2 * SHORT_WINDOW_SEC * sampleRate)));
  const { half, rhythm } = bandsOfBins(spectrum.power.length, sampleRate);
  const halves = new Float64Array(HALF_OCTAVES);
  const energies = new Float64Array(slots * RHYTHM_BANDS);
  // As many windows in every slot, so that the print does not depend on where the loop starts.
  const perSlot = Math.max(1, Math.ceil(frames / slots / (spectrum.size / 2)));
  for (let step = 0; step < slots * perSlot; step++) {
    const middle = Math.round(((step + 0.5) * frames) / (slots * perSlot));
    const power = spectrum.measure(channels, middle - spectrum.size / 2);
    const slot = Math.floor(step / perSlot);
    for (let bin = 1; bin < power.length; bin++) {
      energies[slot * RHYTHM_BANDS + rhythm[bin]!]! += power[bin]!;
      if (half[bin]! >= 0) halves[half[bin]!]! += power[bin]!;
    }
  }
  const total = halves.reduce((sum, energy) => sum + energy, 0);
  const timbre = Float32Array.from(halves, (energy) =>
    total > 0 ? Math.max(TIMBRE_FLOOR_DB, 10 * Math.log10(energy / total)) : TIMBRE_FLOOR_DB,
  );
  return { timbre, rhythm: levels(energies, RHYTHM_RANGE_DB) };
}

/**
 * Takes the print of a loop.
 * @param length16ths length of the loop in sixteenths, so that loops of any tempo compare bar by bar
 * @throws RangeError without frames or with less than one sixteenth
 */
export function loopPrint(
  channels: readonly Float32Array[],
  sampleRate: number,
  length16ths: number,
): LoopPrint {
  const frames = channels[0]?.length ?? 0;
  if (frames === 0 || !(length16ths >= 1))
    throw new RangeError('a print needs frames and a length');
  const notes = new Float32Array(length16ths * 12);
  const spectrum = new LoopSpectrum(chromaWindow(sampleRate));
  let tonal = 0;
  let total = 0;
  for (let cell = 0; cell < length16ths; cell++) {
    const middle = Math.round(((cell + 0.5) * frames) / length16ths);
    const energies = new Float64Array(12);
    const power = spectrum.measure(channels, middle - spectrum.size / 2);
    const found = spectralTones(power, sampleRate);
    total += found.total;
    for (const { pitch, energy } of found.tones) energies[pitchClass(pitch)]! += energy;
    for (let pitch = 0; pitch < 12; pitch++) {
      tonal += energies[pitch]!;
      notes[cell * 12 + pitch] = Math.sqrt(energies[pitch]!);
    }
  }
  return {
    cells: length16ths,
    ...timbreAndRhythm(channels, sampleRate, length16ths * PARTS),
    notes,
    isTonal: total > 0 && tonal / total >= MIN_TONALITY,
  };
}

function timbreDistance(a: LoopPrint, b: LoopPrint): number {
  let sum = 0;
  for (let band = 0; band < HALF_OCTAVES; band++) {
    sum += Math.min(1, Math.abs(a.timbre[band]! - b.timbre[band]!) / TIMBRE_FULL_DB);
  }
  return sum / HALF_OCTAVES;
}

/** Mean difference of the levels, with `b` moved later by `shift` sixteenths and the shorter one repeated. */
function rhythmDistance(a: LoopPrint, b: LoopPrint, shift: number): number {
  const width = PARTS * RHYTHM_BANDS;
  const length = Math.max(a.cells, b.cells) * width;
  let sum = 0;
  for (let at = 0; at < length; at++) {
    const other = b.rhythm[(at + shift * width) % b.rhythm.length]!;
    sum += Math.abs(a.rhythm[at % a.rhythm.length]! - other);
  }
  return sum / length;
}

function noteDistance(a: LoopPrint, b: LoopPrint, shift: number): number {
  if (!a.isTonal || !b.isTonal) return a.isTonal === b.isTonal ? 0 : 1;
  const length = Math.max(a.cells, b.cells) * 12;
  let product = 0;
  let powerA = 0;
  let powerB = 0;
  for (let at = 0; at < length; at++) {
    const one = a.notes[at % a.notes.length]!;
    const other = b.notes[(at + shift * 12) % b.notes.length]!;
    product += one * other;
    powerA += one * one;
    powerB += other * other;
  }
  return Math.max(0, 1 - product / Math.sqrt(powerA * powerB));
}

/**
 * How different two loops are, in sound, rhythm and notes. Free of level and tempo; a shorter loop counts as
 * repeated, and a loop that only starts in another bar counts as the same.
 */
export function loopDistance(a: LoopPrint, b: LoopPrint): LoopDistance {
  const timbre = timbreDistance(a, b);
  let nearest: LoopDistance | undefined;
  const longest = Math.max(a.cells, b.cells);
  for (let shift = 0; shift < longest; shift += BAR_CELLS) {
    // The shorter one is repeated, so moving the longer one covers every way of lying together.
    const [moved, still] = a.cells >= b.cells ? [a, b] : [b, a];
    const rhythm = rhythmDistance(still, moved, shift);
    const notes = noteDistance(still, moved, shift);
    const total = timbre + rhythm + notes;
    if (!nearest || total < nearest.total) nearest = { timbre, rhythm, notes, total };
  }
  return nearest ?? { timbre, rhythm: 0, notes: 0, total: timbre };
}
