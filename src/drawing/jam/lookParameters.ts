/**
 * What a look of the stage is moved by: the sound of the rifff, as it is stored, and the knobs of a MIDI controller. What
 * the sound moves is solved for a rifff once, so it is the same for every viewer and after a seek. Every
 * number moves so slowly that no sound and no knob makes the picture flash (see `slowly`).
 */
import {
  LOOK_PARAMETERS,
  LOOK_SOURCES,
  type LookRoutes,
  type LookSource,
} from '../../data/contract/stageLooks.ts';
import type { RifffModel } from '../model.ts';

/** Values of the parameters, in their order, 0–1. */
export type LookValues = Float64Array;
/** The parameters at their bases. */
export const createLookValues = (): LookValues => Float64Array.of(0.5, 0.35, 0, 0.6);
export const [TURN, CUT, SPREAD, DENSITY] = [0, 1, 2, 3] as const;
const PARAMETERS = LOOK_PARAMETERS.length;

/** Farthest that each may move in a second, in their order. A flash needs to and fro of a tenth of all light. */
const MOST_PER_SEC = [0.3, 0.8, 0.45, 0.35] as const;

/** Cells of a turn: 1/64 of a beat in eight bars of four. */
const CELLS = 2048;
/** Laps after which what moves by a turn is where it was a turn before, or as near as it comes. */
const LAPS = 3;
const BINS = 256;
/** A turn of loops whose length is not known, in seconds. */
const USUAL_TURN_SEC = 8;

/** First and last of the four stored bands that a source is the sum of. */
const BANDS: Partial<Record<LookSource, readonly [first: number, last: number]>> = {
  level: [0, 3],
  bass: [0, 0],
  middle: [1, 1],
  high: [2, 3],
};

/** The knob that a source is, or −1. */
const knobOf = (source: LookSource) => LOOK_SOURCES.indexOf(source) - LOOK_SOURCES.indexOf('knob1');

/** Power of the rings that sound, band after band, in a cell of the turn. */
function powersOf({ rings }: RifffModel): Float32Array {
  const powers = new Float32Array(4 * CELLS);
  for (const { bands, peaks, gain, isOn, repeats } of rings) {
    if (!isOn) continue;
    const hasBands = bands?.length === 4 * BINS;
    const loudness = (gain / 255) ** 2;
    for (let cell = 0; cell < CELLS; cell++) {
      const pass = ((cell + 0.5) / CELLS) * repeats;
      const share = pass - Math.floor(pass);
      if (hasBands) {
        const bin = Math.floor(share * BINS);
        for (let band = 0; band < 4; band++) {
          powers[band * CELLS + cell]! += loudness * bands[band * BINS + bin]! ** 2;
        }
      } else {
        // Of a loop without bands only the level is known: it counts as middle.
        powers[CELLS + cell]! += loudness * (peaks[Math.floor(share * peaks.length)] ?? 0) ** 2;
      }
    }
  }
  return powers;
}

/** A source cell by cell, 0–1: against the loudest moment of the turn. */
function heardOf(powers: Float32Array, [first, last]: readonly [number, number]): Float32Array {
  let loudest = 0;
  const heard = new Float32Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    let all = 0;
    for (let band = 0; band < 4; band++) {
      const power = powers[band * CELLS + cell]!;
      all += power;
      if (band >= first && band <= last) heard[cell]! += power;
    }
    loudest = Math.max(loudest, all);
  }
  for (let cell = 0; cell < CELLS; cell++) {
    heard[cell] = loudest > 0 ? Math.sqrt(heard[cell]! / loudest) : 0;
  }
  return heard;
}

/** Where a value is after a step towards another one: never farther than its most in a second. */
export function slowly(from: number, to: number, mostPerSec: number, stepSec: number): number {
  // Long pauses (a covered window) are no reason to leap.
  const reach = mostPerSec * Math.min(0.1, Math.max(0, stepSec));
  return from + Math.min(reach, Math.max(-reach, to - from));
}

const within = (value: number) => Math.min(1, Math.max(0, value));

/** What the sound of a rifff does to the parameters of a look, for every moment of its turn. */
export class LookTrack {
  private readonly cells = new Float32Array(PARAMETERS * CELLS);

  constructor(model: RifffModel, routes: LookRoutes) {
    const first = model.rings[0];
    const turnSec = first?.passSec === undefined ? USUAL_TURN_SEC : first.passSec * first.repeats;
    let powers: Float32Array | null = null;
    for (let at = 0; at < PARAMETERS; at++) {
      const { base, source, amount } = routes[LOOK_PARAMETERS[at]!];
      const cells = this.cells.subarray(at * CELLS, (at + 1) * CELLS);
      cells.fill(within(base));
      const bands = BANDS[source];
      if (!bands) continue;
      powers ??= powersOf(model);
      const heard = heardOf(powers, bands);
      let value = cells[0]!;
      for (let step = 0; step < LAPS * CELLS; step++) {
        const cell = step % CELLS;
        const to = within(base + amount * heard[cell]!);
        value = slowly(value, to, MOST_PER_SEC[at]!, turnSec / CELLS);
        cells[cell] = value;
      }
    }
  }

  /** A parameter at a moment. @param phase 0–1 of the turn */
  at(parameter: number, phase: number): number {
    const place = (phase - Math.floor(phase)) * CELLS - 0.5;
    const cell = Math.floor(place);
    const first = parameter * CELLS;
    const before = this.cells[first + ((cell + CELLS) % CELLS)]!;
    const after = this.cells[first + ((cell + 1) % CELLS)]!;
    return before + (after - before) * (place - cell);
  }
}

/** A moment that the parameters are wanted for. */
export interface LookMoment {
  /** Values of the knobs, 0–1. */
  readonly knobs: Float64Array;
  /** Of the turn, or −1 where nothing plays. */
  phase: number;
  /** Seconds since the moment before; not a number where there was none. */
  stepSec: number;
  /** Less motion is asked for: parameters stay at their bases. */
  isReduced: boolean;
}

/**
 * Moves the values on to a moment: at once where there was none before, else as slowly as is safe.
 *
 * @param track of the rifff by these routes
 * @returns whether they are still on their way
 */
export function followRoutes(
  values: LookValues,
  routes: LookRoutes,
  track: LookTrack,
  moment: LookMoment,
): boolean {
  const { knobs, phase, stepSec, isReduced } = moment;
  let isMoving = false;
  for (let at = 0; at < PARAMETERS; at++) {
    const { base, source, amount } = routes[LOOK_PARAMETERS[at]!];
    let to = base;
    const knob = knobOf(source);
    if (!isReduced && knob >= 0) {
      const value = knobs[knob] ?? 0;
      to += amount * (Number.isFinite(value) ? value : 0);
    } else if (!isReduced && phase >= 0) to = track.at(at, phase);
    to = within(to);
    // The track itself moves at most so fast: what follows it must not fall behind by a rounding.
    const most = 1.001 * MOST_PER_SEC[at]!;
    values[at] = Number.isNaN(stepSec) ? to : slowly(values[at]!, to, most, stepSec);
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
