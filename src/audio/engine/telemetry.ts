import { ANALYSER_FFT_SIZE, MAX_LOOPS_PER_RIFFF } from '../../data/contract/constants.ts';

/** Rows of the spectrum and entries of the levels: slots 0–7, then the live input, then the master. */
const TELEMETRY_ROWS = MAX_LOOPS_PER_RIFFF + 2;
const INPUT_ROW = MAX_LOOPS_PER_RIFFF;
export const MASTER_ROW = INPUT_ROW + 1;
export const SPECTRUM_BINS = ANALYSER_FFT_SIZE / 2;

/**
 * What the sound is doing now, sampled once per frame into arrays that never move, so that textures and
 * read-outs share their memory. Written by the engine's `sample()`, read by everybody else.
 */
export interface Telemetry {
  /** TELEMETRY_ROWS × SPECTRUM_BINS magnitudes, 0–255, one row after the other. */
  readonly spectrum: Uint8Array;
  /** RMS of the last analyser window per row, linear; below −36 dB it reads 0. */
  readonly levels: Float32Array;
  /** Largest magnitude of the last analyser window per row, linear. */
  readonly peaks: Float32Array;
  /** Is a rifff sounding? */
  isPlaying: boolean;
  /** Is it what a list plays (`audio/state/playlist.ts`), and not what the player or a field does? */
  isList: boolean;
  /** 0–1 over the rifff that is heard, at the loudspeaker (output latency taken off). */
  phase: number;
  /** Bar, beat and sixteenth of the rifff that is heard, from 0. */
  bar: number;
  beat: number;
  sixteenth: number;
  /** Whole bars of the rifff that is heard. */
  bars: number;
  /** Turns of the rifff since it began; never starts over while it plays. */
  turns: number;
  /** Fills everything above for this moment. Call it once per frame, before anything draws. */
  sample(): void;
}

/** Empty arrays of the right shape; `sample` does nothing. For a page before its engine exists. */
export function createSilentTelemetry(): Telemetry {
  return {
    spectrum: new Uint8Array(TELEMETRY_ROWS * SPECTRUM_BINS),
    levels: new Float32Array(TELEMETRY_ROWS),
    peaks: new Float32Array(TELEMETRY_ROWS),
    isPlaying: false,
    isList: false,
    phase: 0,
    bar: 0,
    beat: 0,
    sixteenth: 0,
    bars: 8,
    turns: 0,
    sample() {},
  };
}

/** The telemetry that drawing reads; the engine puts its own here when it starts. */
export const telemetryRef: { current: Telemetry } = { current: createSilentTelemetry() };

let sampledAt: number | null = null;

/** Samples the sound for this animation frame. A second call in a frame does nothing. */
export function sampleTelemetry(): void {
  const now = document.timeline.currentTime as number | null;
  if (now !== null && now === sampledAt) return;
  sampledAt = now;
  telemetryRef.current.sample();
}

/** Samples the sound outside the frames, for a page that is hidden and draws none. */
export function sampleNow(): void {
  telemetryRef.current.sample();
}
