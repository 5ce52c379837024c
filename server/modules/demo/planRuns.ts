/** Runs of demo accounts in the arcade: moves that hands could make, better and worse ones. Pure and repeatable. */
import type { ArcadeField, Move } from '../../../src/data/contract/arcade.ts';
import { type FieldIndex, indexField } from '../../../src/data/rules/arcade/field.ts';
import {
  answerStamps,
  type MadeMission,
  makeMission,
} from '../../../src/data/rules/arcade/mission.ts';
import { Run } from '../../../src/data/rules/arcade/run.ts';
import { chanceOf } from '../../../src/data/rules/arcade/seeds.ts';
import { DEMO_PEOPLE } from '../../../src/data/rules/demo/people.ts';
import { type Chance, pickOne, shuffled } from '../../../src/data/rules/draft/loopChoice.ts';

/** People who play on a day. */
const PLAYERS = { least: 5, most: 8 } as const;
/** How far from the beat a hand without any skill places, in ms. */
const FURTHEST_MS = 160;
/** From taking a loop to placing it, in ms. */
const HELD_MS = 600;
/** How often a hand without any skill leaves a loop out, and how often it takes another one. */
const LEAVES_OUT = 0.35;
const MISTAKES = 0.5;

export interface PlannedRun {
  readonly userId: string;
  readonly moves: readonly Move[];
  /** Where in the time of the day in which it can be it begins, 0 to 1. */
  readonly at: number;
}

/** Plays a mission by its answer. @param skill 0 to 1 */
function movesOf(
  { mission, answer }: MadeMission,
  index: FieldIndex,
  skill: number,
  chance: Chance,
): Move[] {
  const stamps = answerStamps(mission, answer.length);
  const run = new Run(mission, index, 'mission');
  answer.forEach((wanted, at) => {
    const isLeftOut = at > 1 && chance() < LEAVES_OUT * (1 - skill);
    if (isLeftOut) return;
    const isMistake = chance() < MISTAKES * (1 - skill);
    const pick = isMistake ? (pickOne(index.picks, chance) ?? wanted) : wanted;
    const t = stamps[at]! + (2 * chance() - 1) * FURTHEST_MS * (1 - skill);
    run.wish({ do: 'grab', rifff: pick.rifff.id, loop: pick.loop.id }, t - HELD_MS);
    run.wish({ do: 'place' }, t);
  });
  return run.state.placed.length > 0 ? [...run.moves] : [];
}

/** Who plays the mission of a day, and how. Empty on a field without loops. @param salt of the field */
export function planRuns(field: ArcadeField, salt: string): PlannedRun[] {
  const index = indexField(field);
  const made = makeMission(field.day, index, salt);
  const chance = chanceOf(`rondo demo runs ${field.day}`);
  const count = PLAYERS.least + Math.floor(chance() * (PLAYERS.most - PLAYERS.least + 1));
  return shuffled(DEMO_PEOPLE, chance)
    .slice(0, count)
    .map(({ userId }) => {
      const skill = 0.9 * chance();
      return { userId, moves: movesOf(made, index, skill, chance), at: chance() };
    })
    .filter(({ moves }) => moves.length > 0);
}
