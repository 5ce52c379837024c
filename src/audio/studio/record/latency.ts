/**
 * How late the sound of this device comes back, remembered from one visit to the next. The way in differs from one
 * opening of a stream to the next by up to a few milliseconds, so what was measured at another opening is said to be
 * remembered, not measured.
 */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { LIMITER_DELAY_FRAMES } from '../../../dsp/limiterDelay.ts';
import { outputLatencySec } from '../../engine/heardClock.ts';
import { type LatencyState, patchRecording } from '../../state/recording.ts';
import type { OpenInput } from './input.ts';

const KEY = 'rondo.latency';
/** Most devices that are remembered. */
const MAX_KEPT = 16;
/** A way out that differs by more than this is another loudspeaker. */
const OTHER_OUTPUT_SEC = 0.015;

interface Remembered {
  readonly sec: number | null;
  readonly nudgeMs: number;
  /** The browser's figure for the way out when it was measured. */
  readonly outputSec: number;
  readonly atMs: number;
}

type Table = Record<string, Remembered>;

function read(): Table {
  try {
    const table: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof table === 'object' && table !== null ? (table as Table) : {};
  } catch {
    return {}; // refused or damaged: as if nothing had been measured
  }
}

function write(deviceId: string, entry: Remembered): void {
  const newest = Object.entries({ ...read(), [deviceId]: entry })
    .sort(([, a], [, b]) => b.atMs - a.atMs)
    .slice(0, MAX_KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch (cause) {
    console.warn('The latency of this device could not be remembered', cause);
  }
}

const isFigure = (x: unknown): x is number => typeof x === 'number' && Number.isFinite(x);

/** Latency of one open input. */
export class Latency {
  private sec = 0;
  private nudgeMs = 0;
  private deviceId = '';
  private origin: LatencyState['origin'] = 'none';
  /** Is another source than the input recorded? The input's latency is kept then. */
  private isAside = false;
  private context: AudioContext | null = null;
  private input: OpenInput | null = null;

  /** Frames from a frame of the engine to its sound coming in. */
  get frames(): number {
    if (this.isAside || this.origin === 'none') return 0;
    this.estimate();
    return Math.max(0, Math.round((this.sec + this.nudgeMs / 1000) * SAMPLE_RATE_HZ));
  }

  /** Takes up what is known of an input that has just been opened. The context must run. */
  attach(context: AudioContext, input: OpenInput): void {
    this.context = context;
    this.input = input;
    this.deviceId = input.deviceId || input.label;
    const known = read()[this.deviceId];
    this.nudgeMs = isFigure(known?.nudgeMs) ? known.nudgeMs : 0;
    if (known && isFigure(known.sec)) {
      const change = (context.outputLatency || 0) - known.outputSec;
      const isOther = context.outputLatency > 0 && Math.abs(change) > OTHER_OUTPUT_SEC;
      this.sec = Math.max(0, known.sec + (isOther ? change : 0));
      this.origin = 'remembered';
    } else {
      this.origin = 'estimated';
      this.sec = 0;
    }
    this.show();
  }

  /** Nothing comes in from outside: what is recorded is on the engine's own frames. */
  setAside(isAside: boolean): void {
    this.isAside = isAside;
    this.show();
  }

  /** The stream was closed or held up: what was measured may not be true of what comes after. */
  doubt(): void {
    if (this.origin === 'measured') this.origin = 'remembered';
    this.show();
  }

  /** The browser's own figures; the way out reads 0 until sound runs, so this is asked again and again. */
  private estimate(): void {
    if (this.origin !== 'estimated' || !this.context || !this.input) return;
    const wayOut = outputLatencySec(this.context);
    this.sec = wayOut + this.input.latencySec + LIMITER_DELAY_FRAMES / SAMPLE_RATE_HZ;
  }

  measured(frames: number): void {
    this.sec = frames / SAMPLE_RATE_HZ;
    this.origin = 'measured';
    this.keep();
    this.show();
  }

  nudge(ms: number): void {
    this.nudgeMs = Math.min(250, Math.max(-250, Number.isFinite(ms) ? ms : 0));
    this.keep();
    this.show();
  }

  private keep(): void {
    if (!this.deviceId) return;
    write(this.deviceId, {
      sec: this.origin === 'estimated' ? null : this.sec,
      nudgeMs: this.nudgeMs,
      outputSec: this.context?.outputLatency || 0,
      atMs: Date.now(),
    });
  }

  /** Puts the figures into the state. */
  show(): void {
    if (this.isAside) {
      patchRecording({ latency: { ms: 0, origin: 'none', nudgeMs: 0 } });
      return;
    }
    this.estimate();
    const ms = Math.round(this.sec * 10_000) / 10;
    patchRecording({ latency: { ms, origin: this.origin, nudgeMs: this.nudgeMs } });
  }
}
