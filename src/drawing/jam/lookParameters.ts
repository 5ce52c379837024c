/**
 * What a look of the stage can be moved by, and from what: the sound that is heard and the knobs of a MIDI controller.
 * Every number moves so slowly that no input makes the picture flash (see `slowly`).
 */

import {
  LOOK_KNOBS,
  LOOK_PARAMETERS,
  LOOK_SOURCES,
  type LookRoutes,
} from '../../data/contract/stageLooks.ts';

/** Values of the parameters, in their order, 0–1. */
export type LookValues = Float64Array;
/** The parameters at their bases. */
export const createLookValues = (): LookValues => Float64Array.of(0.5, 0.35, 0, 0.6);
export const [TURN, CUT, SPREAD, DENSITY] = [0, 1, 2, 3] as const;

/** Farthest that each may move in a second, in their order. A flash needs to and fro of a tenth of all light. */
const MOST_PER_SEC = [0.3, 0.8, 0.45, 0.35] as const;

const BINS = 512;
/** First and last magnitude of bass, middle and high in a spectrum of 512 up to half of 48 kHz (47 Hz each). */
const BANDS = [
  [0, 4],
  [5, 52],
  [53, 250],
] as const;

/** What is heard, each 0–1: level, bass, middle, high, then four knobs. Filled anew in every frame. */
export type LookInputs = Float64Array;
/** Silence, and knobs at rest. */
export const createLookInputs = (): LookInputs => new Float64Array(LOOK_SOURCES.length);

/**
 * Reads the bands of one row of a spectrum.
 *
 * @param spectrum rows of 512 magnitudes, 0–255
 * @param level RMS of the same row, linear
 */
export function readSound(
  inputs: LookInputs,
  spectrum: Uint8Array,
  row: number,
  level: number,
): void {
  inputs[1] = Math.min(1, Math.max(0, 2 * level));
  for (let band = 0; band < 3; band++) {
    const [first, last] = BANDS[band]!;
    let sum = 0;
    for (let at = first; at <= last; at++) sum += spectrum[row * BINS + at] ?? 0;
    inputs[2 + band] = sum / (255 * (last - first + 1));
  }
}

/** A knob of a MIDI controller. @param knob 0–3 @param value 0–1 */
export function turnKnob(inputs: LookInputs, knob: number, value: number): void {
  if (knob >= 0 && knob < LOOK_KNOBS) inputs[5 + knob] = Math.min(1, Math.max(0, value));
}

/** Where a value is after a step towards another one: never farther than its most in a second. */
export function slowly(from: number, to: number, mostPerSec: number, stepSec: number): number {
  // Long pauses (a covered window) are no reason to leap.
  const reach = mostPerSec * Math.min(0.1, Math.max(0, stepSec));
  return from + Math.min(reach, Math.max(-reach, to - from));
}

/**
 * Moves the values on towards what their routes say.
 *
 * @param isReduced less motion is asked for: they stay at their bases
 * @returns whether they are still moving
 */
export function followRoutes(
  values: LookValues,
  routes: LookRoutes,
  inputs: LookInputs,
  stepSec: number,
  isReduced: boolean,
): boolean {
  let isMoving = false;
  for (let at = 0; at < LOOK_PARAMETERS.length; at++) {
    const { base, source, amount } = routes[LOOK_PARAMETERS[at]!];
    const heard = isReduced ? 0 : (inputs[LOOK_SOURCES.indexOf(source)] ?? 0);
    const wanted = base + amount * (Number.isFinite(heard) ? heard : 0);
    const to = Math.min(1, Math.max(0, wanted));
    values[at] = slowly(values[at]!, to, MOST_PER_SEC[at]!, stepSec);
    if (values[at] !== to) isMoving = true;
  }
  return isMoving;
}

/** Shortest time between two changes of a look or a rifff: at most two changes a second, which is one flash. */
const HOLD_MS = 500;

/** Lets the newest of many wishes through, never faster than is safe to see. */
export class SlowChoice<T> {
  current: T;
  private wanted: T;
  private changedMs = Number.NEGATIVE_INFINITY;

  constructor(first: T) {
    this.current = first;
    this.wanted = first;
  }

  wish(value: T): void {
    this.wanted = value;
  }

  /** @returns whether it still waits */
  advance(nowMs: number): boolean {
    if (this.wanted === this.current) return false;
    if (nowMs - this.changedMs < HOLD_MS) return true;
    this.current = this.wanted;
    this.changedMs = nowMs;
    return false;
  }
}
