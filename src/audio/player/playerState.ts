/**
 * The player as a state machine: what plays, what comes next, what is held back. Everything here is pure; `player.ts`
 * lets the looper sound what a state says.
 *
 * rest ──start──▶ playing ──halt──▶ rest
 * playing: `replace` puts a rifff into `next`; on its boundary `reached` makes it what plays, `stay` takes it back.
 * playing: `edit` changes what was declared last; an edit that regroups rings is `held` until `admit`.
 */
import type { Loop } from '../../data/contract/loop.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { AUDITION_SLOT, isRegrouped, planAudition, planSlots, type SlotPlan } from './slotPlans.ts';

/** A rifff as the slots are set to it: its plans, and the levels that a listener may have turned since. */
export interface Setting {
  readonly rifff: Rifff | null;
  /** Per slot of the looper, the audition included; null for a free one. */
  readonly plans: readonly (SlotPlan | null)[];
  /** Slots whose loop the document lacks. */
  readonly missing: readonly number[];
  /** Linear gain of each slot, ahead of the document. */
  readonly gains: readonly number[];
  /** Slot that alone sounds, or −1. */
  readonly solo: number;
}

/** How a rifff that is not looping ends: the next of the list or silence takes over on a frame of the context. */
export interface Ending {
  readonly by: 'next' | 'silence';
  readonly atFrame: number;
}

export interface PlayerState {
  readonly phase: 'rest' | 'playing';
  /** Musical position at which the music rests, in bars. */
  readonly restBars: number;
  /** What is heard; at rest what `start` begins with. */
  readonly plays: Setting;
  /** What waits for its boundary. Only while playing. */
  readonly next: Setting | null;
  /** An edit of which nothing is heard until all of it can be. Only while playing. */
  readonly held: Rifff | null;
  /** Loop that is tried out beside the rifff. */
  readonly audition: Loop | null;
  /** Null while it is open how it ends. */
  readonly ending: Ending | null;
}

export type PlayerEvent =
  /** Another rifff is declared. */
  | { readonly type: 'replace'; readonly rifff: Rifff | null }
  /** A new document of the rifff that was declared last. */
  | { readonly type: 'edit'; readonly rifff: Rifff }
  /** Levels and mutes of what is heard, while another one waits. */
  | { readonly type: 'touch'; readonly rifff: Rifff }
  /** All of the edit that was held back is loaded: it waits for its boundary. */
  | { readonly type: 'admit' }
  /** The boundary has gone by. */
  | { readonly type: 'reached' }
  /** What waits is taken back. */
  | { readonly type: 'stay' }
  | { readonly type: 'gain'; readonly slot: number; readonly gain: number }
  | { readonly type: 'solo'; readonly slot: number }
  /** The slots of what was declared last have been put in another order. */
  | { readonly type: 'soloMoves'; readonly slot: number }
  | { readonly type: 'audition'; readonly loop: Loop | null; readonly plan: SlotPlan | null }
  | { readonly type: 'ends'; readonly ending: Ending | null }
  | { readonly type: 'start' }
  | { readonly type: 'halt'; readonly restBars: number };

const noSetting: Setting = {
  rifff: null,
  ...planSlots(null),
  gains: new Array<number>(AUDITION_SLOT + 1).fill(1),
  solo: -1,
};

export const FIRST_STATE: PlayerState = {
  phase: 'rest',
  restBars: 0,
  plays: noSetting,
  next: null,
  held: null,
  audition: null,
  ending: null,
};

/** What was declared last: it waits, or it is what plays. */
export function declared({ next, plays }: PlayerState): Setting {
  return next ?? plays;
}

/** Do the slots hold other patterns? */
export function isStructural(before: Setting, after: Setting): boolean {
  return after.plans.some((plan, slot) => plan?.pattern.key !== before.plans[slot]?.pattern.key);
}

/** Level that a slot shall have: its gain if it is on and not silenced by a solo. */
export function levelOf({ plans, gains, solo }: Setting, slot: number): number {
  const plan = plans[slot];
  if (!plan) return 0;
  if (slot === AUDITION_SLOT) return 1;
  return plan.isOn && (solo < 0 || solo === slot) ? gains[slot]! : 0;
}

/** Is a document the one that is heard, with nothing but other levels? */
export function isTouchOf({ plays }: PlayerState, rifff: Rifff): boolean {
  if (plays.rifff?._id !== rifff._id) return false;
  const { plans } = planSlots(rifff);
  const known = planSlots(plays.rifff).plans;
  return plans.every((plan, slot) => plan?.pattern.key === known[slot]?.pattern.key);
}

/** A document in the place of another one; gains that a listener turned stay where the document says nothing new. */
function adopt(before: Setting, rifff: Rifff | null, audition: Loop | null): Setting {
  const { plans, missing } = planSlots(rifff);
  if (audition) plans[AUDITION_SLOT] = planAudition(audition, rifff);
  const after = { rifff, plans, missing, gains: before.gains, solo: before.solo };
  const isOther = isStructural(before, after);
  const gains = before.gains.map((gain, slot) => {
    const plan = plans[slot];
    return plan && (isOther || plan.gain !== before.plans[slot]?.gain) ? plan.gain : gain;
  });
  return { ...after, gains };
}

/** Levels of a document over a setting that differs in nothing else. */
function touched(before: Setting, rifff: Rifff): Setting {
  const { plans } = planSlots(rifff);
  const gains = before.gains.map((gain, slot) => {
    const plan = plans[slot];
    return plan && plan.gain !== before.plans[slot]?.gain ? plan.gain : gain;
  });
  return { ...before, rifff, plans, gains };
}

/** Puts `setting` where the one that was declared last stands. */
function declare(state: PlayerState, setting: Setting): PlayerState {
  return state.next ? { ...state, next: setting } : { ...state, plays: setting };
}

function replace(state: PlayerState, rifff: Rifff | null): PlayerState {
  const setting = { ...adopt(declared(state), rifff, state.audition), solo: -1 };
  const rest = { ...state, held: null, ending: null };
  if (state.phase === 'rest') return { ...rest, plays: setting, next: null, restBars: 0 };
  return state.plays.rifff ? { ...rest, next: setting } : { ...rest, plays: setting };
}

function edit(state: PlayerState, rifff: Rifff): PlayerState {
  const before = declared(state);
  const isHeld =
    state.phase === 'playing' && before.rifff !== null && isRegrouped(before.rifff, rifff);
  const rest = { ...state, ending: null };
  if (isHeld) return { ...rest, held: rifff };
  return declare({ ...rest, held: null }, adopt(before, rifff, state.audition));
}

/** What was held comes next; the loop that alone sounded goes on doing so wherever it is now. */
function admit(state: PlayerState): PlayerState {
  if (!state.held) return state;
  const { plans, solo } = declared(state);
  const alone = plans[solo]?.pattern.loop._id;
  const after = replace(state, state.held);
  const setting = declared(after);
  const slot = setting.plans.findIndex((plan) => plan && plan.pattern.loop._id === alone);
  return declare(after, { ...setting, solo: slot });
}

function halt(state: PlayerState, restBars: number): PlayerState {
  const plays = declared(state);
  const rest = { ...state, phase: 'rest', restBars, next: null, held: null, ending: null } as const;
  return { ...rest, plays: state.held ? adopt(plays, state.held, state.audition) : plays };
}

/** The state after an event. */
export function step(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'replace':
      return replace(state, event.rifff);
    case 'edit':
      return edit(state, event.rifff);
    case 'touch':
      return { ...state, plays: touched(state.plays, event.rifff) };
    case 'admit':
      return admit(state);
    case 'reached':
      return state.next ? { ...state, plays: state.next, next: null } : state;
    case 'stay':
      return { ...state, next: null, ending: null };
    case 'gain': {
      const gains = state.plays.gains.with(event.slot, event.gain);
      return { ...state, plays: { ...state.plays, gains } };
    }
    case 'solo':
      return { ...state, plays: { ...state.plays, solo: event.slot } };
    case 'soloMoves':
      return declare(state, { ...declared(state), solo: event.slot });
    case 'audition': {
      const setting = declared(state);
      const plans = setting.plans.with(AUDITION_SLOT, event.plan);
      return declare({ ...state, audition: event.loop }, { ...setting, plans });
    }
    case 'ends':
      return { ...state, ending: event.ending };
    case 'start':
      return { ...state, phase: 'playing', ending: null };
    case 'halt':
      return halt(state, event.restBars);
  }
}
