/**
 * What moves a look: the sound of the rifff as it is stored, its beats and bars, and the knobs of a MIDI controller. What
 * does not come from knobs is solved for a rifff once, and what does from the moves of the knobs, so it is the same for
 * every viewer and after a seek. Every number moves so slowly that no sound and no knob makes the picture flash (see `slowly`).
 */
import type { KnobTurns } from '../../data/contract/live.ts';
import type { LookDocument } from '../../data/contract/looks.ts';
import {
  LOOK_PARAMETERS,
  LOOK_REST,
  LOOK_SOURCES,
  type LookRoutes,
  type LookSource,
} from '../../data/contract/stageLooks.ts';
import type { RifffModel } from '../model.ts';
import { CALM_SEC, KnobSlide } from './knobSlide.ts';
import { CELLS, LookSources, turnSec } from './lookSources.ts';

/** Values of the parameters of all layers, layer after layer, in their order, 0–1. */
export type LookValues = Float64Array;
export const [TURN, CUT, SPREAD, DENSITY, LIFT] = [0, 1, 2, 3, 4] as const;
/** Values of one layer. */
export const PARAMETERS = LOOK_PARAMETERS.length;

/** Farthest that each may move in a second, in their order. A flash needs to and fro of a tenth of all light. */
const MOST_PER_SEC = [0.3, 0.8, 0.45, 0.35, 0.5] as const;

/** Laps after which what moves by a turn is where it was a turn before, or as near as it comes. */
const LAPS = 3;
/** Shortest time between two choices: at most two changes a second, which is one flash. */
const CHOICE_SEC = 0.5;

/** The knob that a source is, or below 0. */
const knobOf = (source: LookSource) => LOOK_SOURCES.indexOf(source) - LOOK_SOURCES.indexOf('knob1');

/** Where a value is after a step towards another one: never farther than its most in a second. */
export function slowly(from: number, to: number, mostPerSec: number, stepSec: number): number {
  // Long pauses (a covered window) are no reason to leap.
  const reach = mostPerSec * Math.min(0.1, Math.max(0, stepSec));
  return from + Math.min(reach, Math.max(-reach, to - from));
}

/** How far a calmed value goes towards another one in a step. */
const calmShare = (stepSec: number) =>
  1 - Math.exp(-Math.min(0.1, Math.max(0, stepSec)) / CALM_SEC);

const within = (value: number) => Math.min(1, Math.max(0, value));

/** What moves one parameter: shares of sources, none of them a knob. */
interface Moved {
  readonly source: LookSource;
  readonly amount: number;
  /** Farthest that the source may rise and fall in a second. */
  readonly risePerSec: number;
  readonly fallPerSec: number;
}

/** A parameter of a layer, and what it follows. */
interface Target {
  readonly base: number;
  readonly cells: Float32Array | null;
  /** What knobs add to it; null where none does. */
  readonly knobs: KnobSlide | null;
}

const perSec = (ms: number) => (ms > 0 ? 1000 / ms : Number.POSITIVE_INFINITY);

/** What a rifff does to the parameters of a look, for every moment of its turn. Of use once `solve` has been called. */
export class LookTrack {
  readonly model: RifffModel;
  readonly look: LookDocument;
  readonly routes: LookRoutes;
  readonly targets: Target[] = [];
  private readonly sources: LookSources;
  private readonly cellSec: number;

  /** @param routes parameters of every layer that follow something else than the look says */
  constructor(model: RifffModel, look: LookDocument, routes: LookRoutes) {
    this.model = model;
    this.look = look;
    this.routes = routes;
    this.sources = new LookSources(model);
    this.cellSec = turnSec(model) / CELLS;
  }

  /** Is it that of a rifff in a look? */
  isOf(model: RifffModel, look: LookDocument, routes: LookRoutes): boolean {
    return this.model === model && this.look === look && this.routes === routes;
  }

  /** Solves what is left. @returns itself */
  solve(): this {
    while (this.solveNext());
    return this;
  }

  /** Solves the next parameter that moves, a millisecond's work. @returns whether there was one */
  solveNext(): boolean {
    const { layers, mods } = this.look;
    while (this.targets.length < layers.length * PARAMETERS) {
      const at = Math.floor(this.targets.length / PARAMETERS);
      const parameter = this.targets.length % PARAMETERS;
      const name = LOOK_PARAMETERS[parameter]!;
      const route = this.routes[name];
      const own = layers[at]![name];
      const base = within(route?.base ?? (own === undefined ? LOOK_REST[name] : own / 1000));
      const ownMods = mods
        .filter((mod) => mod.layer === at && mod.value === name)
        .map(({ source, amount, rise, fall }) => ({
          source,
          amount: amount / 1000,
          risePerSec: perSec(rise),
          fallPerSec: perSec(fall),
        }));
      const all = route ? [{ ...route, risePerSec: perSec(0), fallPerSec: perSec(0) }] : ownMods;
      const mostPerSec = MOST_PER_SEC[parameter]!;
      const knobs = all
        .filter(({ source }) => knobOf(source) >= 0)
        .map(({ source, amount }) => ({ knob: knobOf(source), amount }));
      const cells = this.solveOne(base, all, mostPerSec);
      this.targets.push({
        base,
        cells,
        knobs: knobs.length > 0 ? new KnobSlide(knobs, mostPerSec) : null,
      });
      if (cells) return true;
    }
    return false;
  }

  /** @returns the parameter cell by cell, or null where it stays at its base */
  private solveOne(base: number, moved: readonly Moved[], mostPerSec: number): Float32Array | null {
    const heard = moved.filter(({ source }) => source !== 'rest' && knobOf(source) < 0);
    if (heard.length === 0) return null;
    const wanted = new Float32Array(CELLS).fill(base);
    for (const { source, amount, risePerSec, fallPerSec } of heard) {
      const level = this.lag(this.sources.get(source), risePerSec, fallPerSec);
      for (let cell = 0; cell < CELLS; cell++) wanted[cell]! += amount * level[cell]!;
    }
    const cells = new Float32Array(CELLS);
    const share = calmShare(this.cellSec);
    let value = within(base);
    let calm = value;
    for (let step = 0; step < LAPS * CELLS; step++) {
      const cell = step % CELLS;
      value = slowly(value, within(wanted[cell]!), mostPerSec, this.cellSec);
      calm += share * (value - calm);
      cells[cell] = calm;
    }
    return cells;
  }

  private lag(cells: Float32Array, risePerSec: number, fallPerSec: number): Float32Array {
    if (risePerSec === fallPerSec && risePerSec === Number.POSITIVE_INFINITY) return cells;
    const lagging = new Float32Array(CELLS);
    let value = cells[0]!;
    for (let step = 0; step < LAPS * CELLS; step++) {
      const cell = step % CELLS;
      const to = cells[cell]!;
      const reach = this.cellSec * (to > value ? risePerSec : fallPerSec);
      value += Math.min(reach, Math.max(-reach, to - value));
      lagging[cell] = value;
    }
    return lagging;
  }

  /** A parameter at a moment, without knobs. @param phase 0–1 of the turn */
  at(target: number, phase: number): number {
    const { cells, base } = this.targets[target]!;
    if (!cells) return base;
    const place = (phase - Math.floor(phase)) * CELLS - 0.5;
    const cell = Math.floor(place);
    const before = cells[(cell + CELLS) % CELLS]!;
    const after = cells[(cell + 1) % CELLS]!;
    return before + (after - before) * (place - cell);
  }

  /** The parameters where nothing moves them. */
  rest(): LookValues {
    return Float64Array.from(this.targets, ({ base }) => base);
  }
}

/** A moment that the parameters are wanted for. */
export interface LookMoment {
  /** Moves of the knobs, and the moment by their clock, in ms. */
  turns: KnobTurns;
  turnsMs: number;
  /** Of the turn, or −1 where nothing plays. */
  phase: number;
  /** Seconds since the moment before; not a number where there was none. */
  stepSec: number;
  /** Less motion is asked for: parameters stay at their bases. */
  isReduced: boolean;
}

/** The parameters of a look as they move. */
export class LookFollower {
  readonly values: LookValues;

  constructor(track: LookTrack) {
    this.values = track.rest();
  }

  /**
   * Moves on to a moment: at once where there was none before, else as slowly as is safe.
   *
   * @param track of the same look
   * @returns whether values are still on their way
   */
  follow(track: LookTrack, moment: LookMoment): boolean {
    const { values } = this;
    const { turns, turnsMs, phase, stepSec, isReduced } = moment;
    let isMoving = false;
    for (let at = 0; at < track.targets.length; at++) {
      const { base, knobs } = track.targets[at]!;
      const added = knobs && !isReduced ? knobs.at(turns, turnsMs) : 0;
      if (knobs?.isMoving && !isReduced) isMoving = true;
      const heard = phase >= 0 && !isReduced ? track.at(at, phase) : base;
      const to = within(heard + added);
      // The track and the knobs move at most so fast: what follows one of them must not fall behind by a rounding.
      const most = 1.001 * MOST_PER_SEC[at % PARAMETERS]!;
      values[at] = Number.isNaN(stepSec) ? to : slowly(values[at]!, to, most, stepSec);
      if (values[at] !== to) isMoving = true;
    }
    return isMoving;
  }
}

/**
 * What a choice of a look is at a moment. All choices of a rifff change on the same grid of whole bars, of which none
 * passes faster than is safe to see; where a turn is too short for that, and where nothing plays, they stay at their first.
 *
 * @param everyBars bars after which the next one comes, at least 1
 * @param of what is chosen from, in order
 * @param phase 0–1 of the turn, or −1
 */
export function chosenAt<T>(
  model: RifffModel,
  everyBars: number,
  of: readonly T[],
  phase: number,
): T {
  const { bars = 0 } = model;
  const sec = turnSec(model);
  const first = of[0]!;
  if (phase < 0 || bars === 0 || sec < 2 * CHOICE_SEC) return first;
  const safeBars = Math.ceil((CHOICE_SEC * bars) / sec);
  const every = safeBars * Math.ceil(everyBars / safeBars);
  // The last piece of a turn may be shorter than the others: it belongs to the one before it.
  const pieces = Math.max(1, Math.floor(bars / every));
  const piece = Math.min(pieces - 1, Math.floor((phase * bars) / every));
  return of[piece % of.length] ?? first;
}

/** When something may change at once, as a look or rings that fall silent: at most twice a second, which is one flash. */
export class ChangeClock {
  private changedMs = Number.NEGATIVE_INFINITY;

  isDue(nowMs: number): boolean {
    return nowMs - this.changedMs >= 1000 * CHOICE_SEC;
  }

  changed(nowMs: number): void {
    this.changedMs = nowMs;
  }
}
