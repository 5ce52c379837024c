/** Fills the telemetry once a frame from analysers and the grid, without allocating. */
import {
  ANALYSER_FFT_SIZE,
  SAMPLE_RATE_HZ,
  SILENCE_THRESHOLD_DB,
} from '../../data/contract/constants.ts';
import { barFrames } from '../../data/rules/time/timing.ts';
import { LIMITER_DELAY_FRAMES } from '../../dsp/limiterDelay.ts';
import { type Grid, turnFrames } from '../looper/gridClock.ts';
import { HeardClock } from './heardClock.ts';
import { createSilentTelemetry, MASTER_ROW, SPECTRUM_BINS, type Telemetry } from './telemetry.ts';

/** Where a sampler finds the sound. */
export interface SoundSource {
  /** Analyser of a telemetry row, or null when nothing sounds there. */
  analyserOf(row: number): AnalyserNode | null;
  /** Grid that counts at a context frame, or null. */
  gridAt(frame: number): Grid | null;
  readonly context: AudioContext;
  readonly isPlaying: boolean;
  /** Bars at which the music is paused (0 when stopped). */
  readonly restBars: number;
  /** Is it what a list plays? */
  readonly isList?: boolean;
}

const THRESHOLD = 10 ** (SILENCE_THRESHOLD_DB / 20);
/** The engine's telemetry: silent until a source is attached. */
export interface SampledTelemetry extends Telemetry {
  attach(source: SoundSource | null): void;
}

/** Telemetry whose arrays live as long as the page; `attach` gives it something to read. */
export function createTelemetry(): SampledTelemetry {
  const rows = createSilentTelemetry();
  const rowCount = rows.levels.length;
  const spectra = Array.from({ length: rowCount }, (_, row) =>
    rows.spectrum.subarray(row * SPECTRUM_BINS, (row + 1) * SPECTRUM_BINS),
  ) as Uint8Array<ArrayBuffer>[];
  const wave = new Float32Array(ANALYSER_FFT_SIZE);
  const clock = new HeardClock();
  let source: SoundSource | null = null;
  const telemetry: SampledTelemetry = {
    ...rows,
    attach(next) {
      source = next;
      if (!next) telemetry.isPlaying = false;
    },
    sample() {
      if (!source) return;
      telemetry.isPlaying = source.isPlaying;
      telemetry.isList = source.isList === true;
      for (let row = 0; row < rowCount; row++) {
        readRow(telemetry, row, source.analyserOf(row), spectra[row]!, wave);
      }
      readPosition(telemetry, source, clock);
    },
  };
  return telemetry;
}

function readRow(
  telemetry: Telemetry,
  row: number,
  analyser: AnalyserNode | null,
  spectrum: Uint8Array<ArrayBuffer>,
  wave: Float32Array<ArrayBuffer>,
): void {
  if (!analyser) {
    if (telemetry.peaks[row] !== 0 || row === MASTER_ROW) spectrum.fill(0);
    telemetry.levels[row] = 0;
    telemetry.peaks[row] = 0;
    return;
  }
  analyser.getByteFrequencyData(spectrum);
  analyser.getFloatTimeDomainData(wave);
  let sum = 0;
  let peak = 0;
  for (let i = 0; i < wave.length; i++) {
    const x = wave[i]!;
    sum += x * x;
    if (x > peak) peak = x;
    else if (-x > peak) peak = -x;
  }
  const rms = Math.sqrt(sum / wave.length);
  telemetry.levels[row] = rms < THRESHOLD ? 0 : rms;
  telemetry.peaks[row] = peak;
}

function readPosition(telemetry: Telemetry, source: SoundSource, clock: HeardClock): void {
  const heardSec = clock.seconds(source.context, performance.now());
  const heard = heardSec * SAMPLE_RATE_HZ - LIMITER_DELAY_FRAMES;
  const grid = source.gridAt(heard);
  if (!grid) return;
  const perBar = barFrames(grid.barLength, grid.bps);
  const rest = source.restBars * perBar;
  const frame = source.isPlaying ? Math.max(0, heard - grid.originFrame) : rest;
  const turn = turnFrames(grid);
  const inside = frame % turn;
  telemetry.bars = grid.bars;
  telemetry.phase = inside / turn;
  telemetry.turns = Math.floor(frame / turn);
  telemetry.bar = Math.floor(inside / perBar);
  const sixteenth = Math.floor(((inside % perBar) * grid.barLength) / perBar);
  telemetry.sixteenth = Math.min(grid.barLength - 1, sixteenth);
  telemetry.beat = Math.floor(telemetry.sixteenth / 4);
}
