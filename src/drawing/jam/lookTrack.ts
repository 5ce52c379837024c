/**
 * What moves a look: the sound of the rifff as it is stored, its beats and bars, and the knobs of a MIDI controller. What
 * does not come from knobs is solved for a rifff once, and what does from the moves of the knobs, so it is the same for
 * every viewer and after a seek. Every number moves so slowly that no sound and no knob makes the picture flash (see `slowly`).
 */
import type { KnobTurns } from '../../data/contract/live.ts';
import type { LookDocument, LookMod } from '../../data/contract/looks.ts';
import {
  type FinishMove,
  isLayerMod,
  LOOK_PARAMETERS,
  LOOK_REST,
  LOOK_SOURCES,
  type LookRoutes,
  type LookSource,
} from '../../data/contract/stageLooks.ts';
import type { RifffModel } from '../model.ts';
import { CALM_SEC, KnobSlide } from './knobSlide.ts';
import { CELLS, LookSources, turnSec } from './lookSources.ts';

/** Values of the parameters of all layers, layer after layer, in their order, 0–1; then those of all finishes. */
export type LookValues = Float64Array;
export const [TURN, CUT, SPREAD, DENSITY, LIFT] = [0, 1, 2, 3, 4] as const;
/** Values of one layer. */
export const PARAMETERS = LOOK_PARAMETERS.length;

/** Farthest that each may move in a second, in their order. A flash needs to and fro of a tenth of all light. */
const MOST_PER_SEC = [0.3, 0.8, 0.45, 0.35, 0.5] as const;

/** Values of a finish: its distance or its width, 0–1, and its turn, in turns, where 1.2 is 0.2. */
export const [AMOUNT, AROUND] = [0, 1] as const;
const FINISH_VALUES = 2;
const FINISH_PER_SEC = [0.35, 0.12] as const;
/** Place of the first value of a finish. */
export const finishPlace = ({ layers }: LookDocument, at: number): number =>
  layers.length * PARAMETERS + at * FINISH_VALUES;
/** Nearer than this a value has arrived. */
const ARRIVED = 1e-6;

/** Laps after which what moves by a turn is where it was a turn before, or as near as it comes. */
const LAPS = 3;

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

const within = (value: number, least = 0, most = 1) => Math.min(most, Math.max(least, value));

/** What moves one parameter: shares of sources, none of them a knob. */
interface Moved {
  readonly source: LookSource;
  readonly amount: number;
  /** Farthest that the source may rise and fall in a second. */
  readonly risePerSec: number;
  readonly fallPerSec: number;
}

/** A parameter of a layer or a value of a finish, before it is solved. */
interface Wanted {
  readonly base: number;
  readonly moved: readonly Moved[];
  /** Farthest that it may go in a second. */
  readonly mostPerSec: number;
  /** Is 1 where 0 is? Then it may go on, a whole turn to each side, and goes the shorter way to another look's. */
  readonly isRound: boolean;
}

/** The same, and what it follows. */
interface Target extends Wanted {
  readonly cells: Float32Array | null;
  /** What knobs add to it; null where none does. */
  readonly knobs: KnobSlide | null;
}

/** Keeps a value in its range. */
const inRange = ({ base, isRound }: Wanted, value: number) =>
  isRound ? within(value, base - 1, base + 1) : within(value);

const perSec = (ms: number) => (ms > 0 ? 1000 / ms : Number.POSITIVE_INFINITY);

const movedBy = (mods: readonly LookMod[]): Moved[] =>
  mods.map(({ source, amount, rise, fall }) => ({
    source,
    amount: amount / 1000,
    risePerSec: perSec(rise),
    fallPerSec: perSec(fall),
  }));

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
    const { look, targets } = this;
    const layered = finishPlace(look, 0);
    const all = finishPlace(look, look.finish?.length ?? 0);
    while (targets.length < all) {
      const at = targets.length;
      const wanted = at < layered ? this.parameter(at) : this.finishValue(at - layered);
      const { moved, mostPerSec } = wanted;
      const turned = moved
        .filter(({ source }) => knobOf(source) >= 0)
        .map(({ source, amount }) => ({ knob: knobOf(source), amount }));
      const knobs = turned.length > 0 ? new KnobSlide(turned, mostPerSec) : null;
      const cells = this.solveOne(wanted);
      targets.push({ ...wanted, cells, knobs });
      if (cells) return true;
    }
    return false;
  }

  private parameter(at: number): Wanted {
    const { layers, mods } = this.look;
    const layer = Math.floor(at / PARAMETERS);
    const name = LOOK_PARAMETERS[at % PARAMETERS]!;
    const route = this.routes[name];
    const own = layers[layer]![name];
    const ownMods = mods.filter(
      (mod) => isLayerMod(mod) && mod.layer === layer && mod.value === name,
    );
    return {
      base: within(route?.base ?? (own === undefined ? LOOK_REST[name] : own / 1000)),
      moved: route
        ? [{ ...route, risePerSec: perSec(0), fallPerSec: perSec(0) }]
        : movedBy(ownMods),
      mostPerSec: MOST_PER_SEC[at % PARAMETERS]!,
      isRound: false,
    };
  }

  private finishValue(at: number): Wanted {
    const { finish = [], mods } = this.look;
    const which = Math.floor(at / FINISH_VALUES);
    const one = finish[which]!;
    const isRound = at % FINISH_VALUES === AROUND;
    const name: FinishMove = isRound ? 'turn' : 'width' in one ? 'width' : 'distance';
    const own = isRound ? one.turn : 'width' in one ? one.width : one.distance;
    const ownMods = mods.filter(
      (mod) => !isLayerMod(mod) && mod.finish === which && mod.value === name,
    );
    return {
      base: own / 1000,
      moved: movedBy(ownMods),
      mostPerSec: FINISH_PER_SEC[at % FINISH_VALUES]!,
      isRound,
    };
  }

  /** @returns the parameter cell by cell, or null where it stays at its base */
  private solveOne(of: Wanted): Float32Array | null {
    const { base, mostPerSec } = of;
    const heard = of.moved.filter(({ source }) => source !== 'rest' && knobOf(source) < 0);
    if (heard.length === 0) return null;
    const wanted = new Float32Array(CELLS).fill(base);
    for (const { source, amount, risePerSec, fallPerSec } of heard) {
      const level = this.lag(this.sources.get(source), risePerSec, fallPerSec);
      for (let cell = 0; cell < CELLS; cell++) wanted[cell]! += amount * level[cell]!;
    }
    const cells = new Float32Array(CELLS);
    const share = calmShare(this.cellSec);
    let value = inRange(of, base);
    let calm = value;
    for (let step = 0; step < LAPS * CELLS; step++) {
      const cell = step % CELLS;
      value = slowly(value, inRange(of, wanted[cell]!), mostPerSec, this.cellSec);
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
      const target = track.targets[at]!;
      const { base, knobs, mostPerSec, isRound } = target;
      const added = knobs && !isReduced ? knobs.at(turns, turnsMs) : 0;
      if (knobs?.isMoving && !isReduced) isMoving = true;
      const heard = phase >= 0 && !isReduced ? track.at(at, phase) : base;
      const value = values[at]!;
      let to = inRange(target, heard + added);
      // The shorter way round.
      if (isRound && !Number.isNaN(stepSec)) to += Math.round(value - to);
      // The track and the knobs move at most so fast: what follows one of them must not fall behind by a rounding.
      values[at] = Number.isNaN(stepSec) ? to : slowly(value, to, 1.001 * mostPerSec, stepSec);
      if (Math.abs(to - values[at]!) > ARRIVED) isMoving = true;
    }
    return isMoving;
  }
}
