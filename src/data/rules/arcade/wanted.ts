/** What would help now: which rifffs of the field stand in full ink, and which loop the button offers. */
import { progressOf } from './conditions.ts';
import type { FieldIndex, FieldPick } from './field.ts';
import type { ArcadeState } from './game.ts';
import { FITS, fitOf } from './music.ts';
import { neededLoops, progressOfAll } from './score.ts';

/** What placing a loop now, on the beat, would do. */
export interface Prospect {
  readonly pick: FieldPick;
  readonly fit: number;
  /** Places in the mission's conditions that it brings nearer. */
  readonly helps: readonly number[];
  /** Places of those that it would break. */
  readonly breaks: readonly number[];
  /** The larger, the better; comparable within one state. */
  readonly worth: number;
}

const HELPS = 100;
const BREAKS = 300;
const NEW_CATEGORY = 60;
const NEW_MAKER = 30;
const NEW_RIFFF = 40;

/**
 * What placing a loop would do; undefined for one that is placed already.
 * @param t time of the run in ms; left out: that of the last move
 */
export function prospectOf(
  state: ArcadeState,
  index: FieldIndex,
  pick: FieldPick,
  t: number = state.t,
): Prospect | undefined {
  const { mission, mode, placed } = state;
  if (placed.some(({ loop }) => loop.id === pick.loop.id)) return undefined;
  const others = placed.map(({ loop }) => loop);
  const fit = fitOf(mission, pick.loop, others);
  const helps: number[] = [];
  const breaks: number[] = [];
  if (mode === 'mission') {
    const needed = neededLoops(index);
    const before = progressOfAll(state, index);
    const after = [...placed, { ...pick, t, timing: 100 }];
    mission.conditions.forEach((condition, at) => {
      const { have, isMet, isBroken } = progressOf(condition, mission, after, needed);
      if (isBroken && !before[at]!.isBroken) breaks.push(at);
      else if (have > before[at]!.have && !(before[at]!.isMet && isMet)) helps.push(at);
    });
  }
  const isNew = (differs: (other: FieldPick) => boolean, worth: number) =>
    placed.every(differs) ? worth : 0;
  const worth =
    2 * fit +
    HELPS * helps.length -
    BREAKS * breaks.length +
    isNew(({ loop }) => loop.category !== pick.loop.category, NEW_CATEGORY) +
    isNew(({ rifff }) => rifff.maker !== pick.rifff.maker, NEW_MAKER) +
    isNew(({ rifff }) => rifff.id !== pick.rifff.id, NEW_RIFFF);
  return { pick, fit, helps, breaks, worth };
}

/** The loops of a rifff that could be placed now, the most helpful first. */
export function prospectsOf(
  state: ArcadeState,
  index: FieldIndex,
  rifffId: string,
  t: number = state.t,
): Prospect[] {
  const rifff = index.rifffs.get(rifffId);
  if (!rifff) return [];
  return rifff.loops
    .flatMap((id) => {
      const loop = index.loops.get(id);
      const found = loop && prospectOf(state, index, { rifff, loop }, t);
      return found ?? [];
    })
    .sort((a, b) => b.worth - a.worth);
}

/**
 * Does a rifff hold what is asked: a loop that fits, breaks nothing, and helps where anything is left to help? Such
 * rifffs stand in full ink, the others step back.
 */
export function isWanted(
  state: ArcadeState,
  index: FieldIndex,
  rifffId: string,
  t: number = state.t,
): boolean {
  const isDone = state.mode === 'explorer' || progressOfAll(state, index).every((one) => one.isMet);
  return prospectsOf(state, index, rifffId, t).some(
    ({ fit, helps, breaks }) => fit >= FITS && breaks.length === 0 && (isDone || helps.length > 0),
  );
}
