/** What a run is worth. Every part is whole, so that the sum is the same everywhere. */
import type { ScoreParts } from '../../contract/arcade.ts';
import { ANSWER_LOOPS, type Progress, progressOf } from './conditions.ts';
import type { FieldIndex } from './field.ts';
import type { ArcadeState, Placed } from './game.ts';
import { CLASH } from './music.ts';

/** A category, and a maker, that was not there before. */
const NEW_CATEGORY = 60;
const NEW_MAKER = 30;
/** For each placing of a streak after the first, up to so many. */
const COMBO_STEP = 15;
const COMBO_STEPS_MOST = 5;
const CONDITION = 150;
const BRIEF = 350;
/** What a wrong note costs, and taking a loop out again. */
const CLASH_COST = 80;
const LIFT_COST = 50;

/** Loops that a rule which forbids needs in this field. */
export const neededLoops = ({ field }: FieldIndex): number =>
  Math.min(ANSWER_LOOPS, field.loops.length);

/** How far each condition of the mission is met by what is placed. */
export function progressOfAll({ mission, placed }: ArcadeState, index: FieldIndex): Progress[] {
  const needed = neededLoops(index);
  return mission.conditions.map((one) => progressOf(one, mission, placed, needed));
}

/** What one placing is worth among those before it. */
export function placingParts(placed: readonly Placed[], at: number) {
  const { loop, rifff, timing, fit, streak } = placed[at]!;
  const before = placed.slice(0, at);
  if (fit < CLASH) return { timing: 0, fit: 0, variety: 0, combo: 0, penalty: -CLASH_COST };
  // One rifff's loops fit each other because their maker saw to it: the second counts half.
  const share = before.some((other) => other.rifff.id === rifff.id) ? 0.5 : 1;
  const isNewCategory = !before.some((other) => other.loop.category === loop.category);
  const isNewMaker = !before.some((other) => other.rifff.maker === rifff.maker);
  const variety = (isNewCategory ? NEW_CATEGORY : 0) + (isNewMaker ? NEW_MAKER : 0);
  // To be in time with what does not fit is worth as little as the other way round.
  return {
    timing: Math.round((timing * fit * share) / 100),
    fit: Math.round(fit * share),
    variety: Math.round(variety * share),
    combo: Math.round(share * COMBO_STEP * Math.min(COMBO_STEPS_MOST, Math.max(0, streak - 1))),
    penalty: 0,
  };
}

/** The parts of the score of a state, also in the middle of a run. */
export function scorePartsOf(state: ArcadeState, index: FieldIndex): ScoreParts {
  const sum = { timing: 0, fit: 0, variety: 0, combo: 0, penalty: 0 - LIFT_COST * state.lifts };
  for (let at = 0; at < state.placed.length; at++) {
    const parts = placingParts(state.placed, at);
    for (const key of ['timing', 'fit', 'variety', 'combo', 'penalty'] as const) {
      sum[key] += parts[key];
    }
  }
  if (state.mode === 'explorer') return { ...sum, timing: 0, conditions: 0, brief: 0 };
  const met = progressOfAll(state, index).filter(({ isMet }) => isMet).length;
  const isWhole = met > 0 && met === state.mission.conditions.length;
  return { ...sum, conditions: CONDITION * met, brief: isWhole ? BRIEF : 0 };
}

/** The sum of the parts, not below 0. */
export function totalOf(parts: ScoreParts): number {
  const { timing, fit, variety, combo, conditions, brief, penalty } = parts;
  return Math.max(0, timing + fit + variety + combo + conditions + brief + penalty);
}

/** The score of a state. */
export const scoreOf = (state: ArcadeState, index: FieldIndex): number =>
  totalOf(scorePartsOf(state, index));
