/**
 * The game: from one move to the next. Pure and the same on the page and on the server, so that moves alone tell a
 * score. Times are whole milliseconds since the run began.
 */
import type { ArcadeMode, Mission, Move } from '../../contract/arcade.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import { type FieldIndex, type FieldPick, findPick } from './field.ts';
import { CLASH, FITS, fitOf, timingOf } from './music.ts';

/** Between two moves of one hand at least. */
export const MOVE_GAP_MS = 60;
/** From one rifff to another at least: a player has to get there. */
export const REACH_MS = 250;
/** From taking a loop to placing it at least. */
export const PLACE_GAP_MS = 120;

/** Placed like this, a loop goes on with a streak: near the beat, and fitting. */
const STREAK_TIMING = 50;

/** A loop in its slot. */
export interface Placed extends FieldPick {
  readonly slot: number;
  readonly t: number;
  /** 0 to 100; 0 in the explorer mode, which places nothing in time. */
  readonly timing: number;
  /** 0 to 100, against what was there before it. */
  readonly fit: number;
  /** Placings in a row that were in time and fitted, this one counted; 0 where it did not. */
  readonly streak: number;
}

export interface ArcadeState {
  readonly mission: Mission;
  readonly mode: ArcadeMode;
  /** Time of the last move. */
  readonly t: number;
  readonly hand: FieldPick | null;
  /** In the order of placing. */
  readonly placed: readonly Placed[];
  readonly lifts: number;
  /** Placings in a row at present, and the longest row of the run. */
  readonly streak: number;
  readonly bestStreak: number;
  readonly isOver: boolean;
  /** The last rifff that a loop was taken from, and when. */
  readonly reached: { readonly rifff: string; readonly t: number } | null;
  /** What the last move came to. */
  readonly last: Move['do'] | null;
}

/** The state before the first move. */
export function startOf(mission: Mission, mode: ArcadeMode): ArcadeState {
  return {
    mission,
    mode,
    t: 0,
    hand: null,
    placed: [],
    lifts: 0,
    streak: 0,
    bestStreak: 0,
    isOver: false,
    reached: null,
    last: null,
  };
}

/** Why a move cannot be made; none of these can come from the page. */
export type MoveFault =
  | 'over'
  | 'out of time'
  | 'too fast'
  | 'not in the field'
  | 'placed already'
  | 'empty hand'
  | 'full'
  | 'empty slot'
  | 'not in this mode';

type Outcome = ArcadeState | MoveFault;

/** True for a state, false for the reason why there is none. */
export const isState = (outcome: Outcome): outcome is ArcadeState => typeof outcome !== 'string';

const firstFree = (placed: readonly Placed[]): number => {
  const used = new Set(placed.map(({ slot }) => slot));
  for (let slot = 0; slot < MAX_LOOPS_PER_RIFFF; slot++) if (!used.has(slot)) return slot;
  return -1;
};

/** Puts a loop in the first free slot. */
function placeIn(state: ArcadeState, pick: FieldPick, t: number): Outcome {
  const slot = firstFree(state.placed);
  if (slot < 0) return 'full';
  if (state.placed.some(({ loop }) => loop.id === pick.loop.id)) return 'placed already';
  const { mission, mode, placed } = state;
  const others = placed.map(({ loop }) => loop);
  const fit = fitOf(mission, pick.loop, others);
  const timing = mode === 'mission' ? timingOf(mission, t) : 0;
  const goesOn = fit >= FITS && (mode === 'explorer' || timing >= STREAK_TIMING);
  const streak = goesOn ? state.streak + 1 : 0;
  return {
    ...state,
    t,
    hand: null,
    placed: [...placed, { ...pick, slot, t, timing, fit, streak }],
    streak,
    bestStreak: Math.max(state.bestStreak, streak),
    last: 'place',
  };
}

function grab(state: ArcadeState, index: FieldIndex, move: Extract<Move, { do: 'grab' }>): Outcome {
  const { t } = move;
  const pick = findPick(index, move);
  if (!pick) return 'not in the field';
  const { reached } = state;
  const isElsewhere = reached !== null && reached.rifff !== move.rifff;
  if (isElsewhere && t - reached.t < REACH_MS) return 'too fast';
  if (state.placed.some(({ loop }) => loop.id === pick.loop.id)) return 'placed already';
  const next = { ...state, reached: { rifff: move.rifff, t } };
  if (state.mode === 'explorer') return placeIn(next, pick, t);
  return { ...next, t, hand: pick, last: 'grab' };
}

/** One move. A fault changes nothing. */
export function play(state: ArcadeState, index: FieldIndex, move: Move): Outcome {
  const { t } = move;
  if (state.isOver) return 'over';
  if (t > state.mission.durationMs[state.mode]) return 'out of time';
  if (t < state.t + (state.last === null ? 0 : MOVE_GAP_MS)) return 'too fast';
  switch (move.do) {
    case 'grab':
      return grab(state, index, move);
    case 'place': {
      if (state.mode === 'explorer') return 'not in this mode';
      if (!state.hand) return 'empty hand';
      if (state.last === 'grab' && t - state.t < PLACE_GAP_MS) return 'too fast';
      return placeIn(state, state.hand, t);
    }
    case 'drop':
      if (!state.hand) return 'empty hand';
      return { ...state, t, hand: null, last: 'drop' };
    case 'lift': {
      const placed = state.placed.filter(({ slot }) => slot !== move.slot);
      if (placed.length === state.placed.length) return 'empty slot';
      return { ...state, t, placed, lifts: state.lifts + 1, streak: 0, last: 'lift' };
    }
    case 'end':
      return { ...state, t, isOver: true, last: 'end' };
  }
}

/** A run that was played to its end, or the first move that cannot be and why. */
export type Replay =
  | { readonly state: ArcadeState }
  | { readonly fault: MoveFault; readonly at: number };

/** Plays moves from the beginning. The same moves come to the same state, to the bit. */
export function replay(
  mission: Mission,
  index: FieldIndex,
  mode: ArcadeMode,
  moves: readonly Move[],
): Replay {
  let state = startOf(mission, mode);
  for (const [at, move] of moves.entries()) {
    const next = play(state, index, move);
    if (!isState(next)) return { fault: next, at };
    state = next;
  }
  return { state };
}

/** How a placing went, for words, pictures and sounds. */
export type Verdict = 'clash' | 'rubs' | 'fits';
export const verdictOf = (fit: number): Verdict =>
  fit >= FITS ? 'fits' : fit >= CLASH ? 'rubs' : 'clash';
