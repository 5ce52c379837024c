/** The rifff that is being made in a run, as it is drawn and heard meanwhile. */
import type { Loop } from '../../contract/loop.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { editSlot } from '../draft/draft.ts';
import type { ArcadeState, Placed } from './game.ts';
import { type ResultOptions, rifffOf } from './result.ts';

/** Gain of the loop in the hand: heard, and told from what is placed. */
const HAND_GAIN = 0.5;

export interface MadeRifff {
  /** What is placed; null for nothing. */
  readonly placed: Rifff | null;
  /** With the loop in the hand as a muted ring, for the picture. */
  readonly seen: Rifff | null;
  /** With the loop in the hand at a lower gain, for the sound. */
  readonly heard: Rifff | null;
}

/** A loop of the hand in the first place that is free. */
function withHand(state: ArcadeState): ArcadeState {
  const { hand, placed, t } = state;
  if (!hand || placed.some(({ loop }) => loop.id === hand.loop.id)) return state;
  const used = new Set(placed.map(({ slot }) => slot));
  let slot = 0;
  while (used.has(slot)) slot += 1;
  const held: Placed = { ...hand, slot, t, timing: 0, fit: 0, streak: 0 };
  return { ...state, placed: [...placed, held] };
}

const slotOf = ({ state }: Rifff, loop: string) =>
  state.playback.findIndex(({ slot }) => slot.current?.currentLoop === loop);

/** The rifff of a state, in the middle of a run too. */
export function madeOf(state: ArcadeState, options: ResultOptions): MadeRifff {
  const placed = rifffOf(state, options);
  const held = withHand(state);
  const both = held === state ? placed : rifffOf(held, options);
  const at = state.hand && both ? slotOf(both, state.hand.loop.id) : -1;
  if (!both || at < 0 || both === placed) return { placed, seen: placed, heard: placed };
  return {
    placed,
    seen: editSlot(both, at, { on: false }),
    heard: editSlot(both, at, { gain: HAND_GAIN }),
  };
}

/** Loops of some rifffs by their id. */
export function loopsOf(rifffs: readonly Rifff[]): ReadonlyMap<string, Loop> {
  return new Map(rifffs.flatMap(({ loops }) => loops.map((loop) => [loop._id, loop] as const)));
}
