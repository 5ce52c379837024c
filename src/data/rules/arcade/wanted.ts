/** What would help now: which rifffs of the field stand in full ink, and which loop the button offers. */
import { type Progress, progressOf } from './conditions.ts';
import type { FieldIndex, FieldPick } from './field.ts';
import type { ArcadeState } from './game.ts';
import { CLASH, FITS, fitOf } from './music.ts';
import { neededLoops, progressOfAll } from './score.ts';

/** What placing a loop, on the beat, would do. */
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

/** What of a placing is worth how much. */
const WORTH = { fit: 2, help: 100, break: -300, newCategory: 60, newMaker: 30, newRifff: 40 };

/** A state that is looked at, with how far its conditions are met. */
interface View {
  readonly state: ArcadeState;
  readonly index: FieldIndex;
  readonly t: number;
  readonly progress: readonly Progress[];
}

function viewOf(state: ArcadeState, index: FieldIndex, t: number): View {
  return { state, index, t, progress: state.mode === 'mission' ? progressOfAll(state, index) : [] };
}

function prospectIn({ state, index, t, progress }: View, pick: FieldPick): Prospect | undefined {
  const { mission, placed } = state;
  if (placed.some(({ loop }) => loop.id === pick.loop.id)) return undefined;
  const others = placed.map(({ loop }) => loop);
  const fit = fitOf(mission, pick.loop, others);
  const helps: number[] = [];
  const breaks: number[] = [];
  const needed = neededLoops(index);
  const after = [...placed, { ...pick, t, timing: 100 }];
  progress.forEach((before, at) => {
    const now = progressOf(mission.conditions[at]!, mission, after, needed);
    if (now.isBroken && !before.isBroken) breaks.push(at);
    else if (now.have > before.have && !(before.isMet && now.isMet)) helps.push(at);
  });
  const isNew = (differs: (other: FieldPick) => boolean, worth: number) =>
    placed.every(differs) ? worth : 0;
  const worth =
    WORTH.fit * fit +
    WORTH.help * helps.length +
    WORTH.break * breaks.length +
    isNew(({ loop }) => loop.category !== pick.loop.category, WORTH.newCategory) +
    isNew(({ rifff }) => rifff.maker !== pick.rifff.maker, WORTH.newMaker) +
    isNew(({ rifff }) => rifff.id !== pick.rifff.id, WORTH.newRifff);
  return { pick, fit, helps, breaks, worth };
}

function prospectsIn(view: View, rifffId: string): Prospect[] {
  const { index } = view;
  const rifff = index.rifffs.get(rifffId);
  if (!rifff) return [];
  return rifff.loops
    .flatMap((id) => {
      const loop = index.loops.get(id);
      return (loop && prospectIn(view, { rifff, loop })) ?? [];
    })
    .sort((a, b) => b.worth - a.worth);
}

/**
 * Would a loop be asked for: it fits, breaks nothing, and helps where anything is left to help? The one loop that a
 * brief names is asked for as long as it does not clash: there is no other.
 */
function isAskedFor({ state, progress }: View, { fit, helps, breaks }: Prospect): boolean {
  const isDone = state.mode === 'explorer' || progress.every(({ isMet }) => isMet);
  const { conditions } = state.mission;
  const isNamed = helps.some((at) => conditions[at]?.kind === 'use');
  return fit >= (isNamed ? CLASH : FITS) && breaks.length === 0 && (isDone || helps.length > 0);
}

/**
 * What placing a loop would do; undefined for one that is placed already.
 * @param t time of the run in ms; left out: that of the last move
 */
export const prospectOf = (
  state: ArcadeState,
  index: FieldIndex,
  pick: FieldPick,
  t: number = state.t,
): Prospect | undefined => prospectIn(viewOf(state, index, t), pick);

/** The loops of a rifff that could be placed, the most helpful first. */
export const prospectsOf = (
  state: ArcadeState,
  index: FieldIndex,
  rifffId: string,
  t: number = state.t,
): Prospect[] => prospectsIn(viewOf(state, index, t), rifffId);

/** Does a rifff hold a loop that is asked for? Such rifffs stand in full ink, the others step back. */
export function isWanted(
  state: ArcadeState,
  index: FieldIndex,
  rifffId: string,
  t: number = state.t,
): boolean {
  const view = viewOf(state, index, t);
  return prospectsIn(view, rifffId).some((one) => isAskedFor(view, one));
}

/** A rifff of the field, and the loop of it that helps most. */
export interface Offer {
  readonly rifff: string;
  readonly isWanted: boolean;
  /** Undefined where all of it is placed. */
  readonly best: Prospect | undefined;
}

/**
 * Every rifff of the field in its order: for the picture of all of them, and for a player who goes from one that helps
 * to the next by keys. Worked out once after each move, not in a frame.
 */
export function offersOf(state: ArcadeState, index: FieldIndex, t: number = state.t): Offer[] {
  const view = viewOf(state, index, t);
  return index.field.rifffs.map(({ id }) => {
    const prospects = prospectsIn(view, id);
    const wanted = prospects.find((one) => isAskedFor(view, one));
    return { rifff: id, isWanted: wanted !== undefined, best: wanted ?? prospects[0] };
  });
}

/** A loop of the rifff that one stands before. */
export interface Take {
  readonly pick: FieldPick;
  /** What placing it would do; undefined for one that is placed already. */
  readonly prospect: Prospect | undefined;
  readonly isAskedFor: boolean;
}

/** The loops of a rifff in the order of its slots, each with what taking it would come to. */
export function takesOf(
  state: ArcadeState,
  index: FieldIndex,
  rifffId: string,
  t: number = state.t,
): Take[] {
  const view = viewOf(state, index, t);
  const rifff = index.rifffs.get(rifffId);
  return (rifff?.loops ?? []).flatMap((id): Take[] => {
    const loop = index.loops.get(id);
    if (!rifff || !loop) return [];
    const pick = { rifff, loop };
    const prospect = prospectIn(view, pick);
    return [{ pick, prospect, isAskedFor: prospect !== undefined && isAskedFor(view, prospect) }];
  });
}
