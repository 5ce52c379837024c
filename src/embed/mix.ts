/** A listener's mix: rings muted and one soloed, on a rifff that stays as its makers left it. */
import type { Rifff } from '../data/contract/rifff.ts';
import { playingSlot, setSlotOn, toggleMute } from '../data/rules/draft/draft.ts';
import { DOUBLE_TAP } from '../data/rules/gesture/gestureModel.ts';

export interface Mix {
  readonly rifff: Rifff;
  /** Slot that alone sounds, or −1. */
  readonly solo: number;
}

/** A tap that a second one may still turn into a solo. */
export interface LastTap {
  readonly slot: number;
  readonly atMs: number;
}

/** Used slots, innermost first. */
export function ringSlots(rifff: Rifff): number[] {
  return rifff.state.playback.flatMap((_, slot) => (playingSlot(rifff, slot) ? [slot] : []));
}

/** Mutes a ring or brings it back. */
export function mute(mix: Mix, slot: number): Mix {
  return { ...mix, rifff: toggleMute(mix.rifff, slot) };
}

/** Lets one ring sound alone, whatever it was, or all of them again. */
export function solo(mix: Mix, slot: number): Mix {
  if (mix.solo === slot) return { ...mix, solo: -1 };
  return { rifff: setSlotOn(mix.rifff, slot, true), solo: slot };
}

/** A tap mutes at once; a second one on the same ring soon after takes that back and solos. */
export function tap(mix: Mix, slot: number, atMs: number, last: LastTap | null): Mix {
  const isSecond = last !== null && last.slot === slot && atMs - last.atMs <= DOUBLE_TAP.ms;
  return isSecond ? solo(mute(mix, slot), slot) : mute(mix, slot);
}
