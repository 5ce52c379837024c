/** What a rifff asks of the looper, slot by slot. */
import { MAX_LOOPS_PER_RIFFF } from '../../data/contract/constants.ts';
import type { Loop } from '../../data/contract/loop.ts';
import type { PlayingSlot, Rifff, SlotEffects } from '../../data/contract/rifff.ts';
import { slotSemitones } from '../../data/rules/arranging/scales.ts';
import { compareLoad } from '../../data/rules/listening/loadOrder.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import { matchGain } from '../../dsp/levels.ts';
import { type PatternPlan, planPattern } from '../loading/patternPlan.ts';
import type { Grid } from '../looper/gridClock.ts';
import type { Pattern } from '../looper/pattern.ts';

/** Slots of the looper: eight of the rifff, then the audition. */
export const AUDITION_SLOT = MAX_LOOPS_PER_RIFFF;
export const LOOPER_SLOTS = MAX_LOOPS_PER_RIFFF + 1;

export interface SlotPlan {
  readonly pattern: PatternPlan;
  /** Category that its level is matched for. */
  readonly category: string;
  /** Linear gain of the document. */
  readonly gain: number;
  readonly isOn: boolean;
  readonly effects: SlotEffects | undefined;
}

/** The plans in the order in which their loops shall be fetched. */
export function inLoadOrder(plans: readonly (SlotPlan | null)[]): SlotPlan[] {
  const used = plans.filter((plan) => plan !== null);
  return used.sort((a, b) => compareLoad(a.pattern.loop, b.pattern.loop));
}

/** Linear gain that matches the level of a plan's loop, by its declared or measured loudness. */
export function trimOf(plan: SlotPlan, pattern: Pattern): number {
  return matchGain(plan.pattern.loop.loudnessLufs ?? pattern.loudnessLufs, plan.category);
}

/** The grid of a rifff with its first frame on a frame of the context. */
export function gridOf(rifff: Rifff, originFrame: number): Grid {
  const { bps, barLength } = rifff.state;
  return { originFrame, bps, barLength, bars: rifffBars(rifff) };
}

function planSlot(loop: Loop, slot: PlayingSlot, rifff: Rifff): SlotPlan {
  const { barLength, bps } = rifff.state;
  return {
    pattern: planPattern(loop, slot, barLength, bps, slotSemitones(rifff, slot, loop)),
    category: slot.category ?? loop.category,
    gain: slot.gain,
    isOn: slot.on,
    effects: slot.effects,
  };
}

/** The plan of each slot; null for a free one. A slot whose loop the document lacks is in `missing`. */
export function planSlots(rifff: Rifff | null): { plans: (SlotPlan | null)[]; missing: number[] } {
  const plans: (SlotPlan | null)[] = new Array(LOOPER_SLOTS).fill(null);
  const missing: number[] = [];
  rifff?.state.playback.slice(0, MAX_LOOPS_PER_RIFFF).forEach(({ slot }, index) => {
    if (!slot.current) return;
    const loop = rifff.loops.find((one) => one._id === slot.current?.currentLoop);
    if (loop) plans[index] = planSlot(loop, slot.current, rifff);
    else missing.push(index);
  });
  return { plans, missing };
}

/**
 * Does an edit put loops in the place of more or fewer others, as a merge and its undo do? Rings that stand for each
 * other then change over at once: none is missing and none is heard twice.
 */
export function isRegrouped(before: Rifff, after: Rifff): boolean {
  const idsOf = (rifff: Rifff) =>
    new Set(rifff.state.playback.flatMap(({ slot }) => slot.current?.currentLoop ?? []));
  const [were, are] = [idsOf(before), idsOf(after)];
  const gone = [...were].filter((id) => !are.has(id)).length;
  const come = [...are].filter((id) => !were.has(id)).length;
  return gone > 0 && come > 0 && gone !== come;
}

/** The plan of a loop that is tried out: on the grid of `rifff`, or at its own tempo when that is null. */
export function planAudition(loop: Loop, rifff: Rifff | null): SlotPlan {
  const { bps, barLength } = rifff?.state ?? loop;
  const slot: PlayingSlot = {
    currentLoop: loop._id,
    gain: 1,
    on: true,
    type: 'Looper',
    playbackRate: 1,
    // As it will sound once it is added.
    pitchShiftSettings: { shiftSemitones: 0, timeStretch: bps !== loop.bps },
  };
  return {
    pattern: planPattern(loop, slot, barLength, bps),
    category: loop.category,
    gain: 1,
    isOn: true,
    effects: undefined,
  };
}

/**
 * Where the voice of each slot comes from when the slots of a sounding rifff have changed: from itself where it holds
 * the slot's loop already, else from any other that does. A slot whose loop or tempo changed goes on with what it has
 * until the new pattern is ready. No voice goes to two slots.
 * @param isPlanned per slot: shall something sound in it?
 * @param hasVoice per slot: does something sound in it?
 * @param isOf does the voice at `at` play what `slot` is to hold?
 * @returns per slot the slot whose voice it takes over, −1 for none
 */
export function slotMoves(
  isPlanned: readonly boolean[],
  hasVoice: readonly boolean[],
  isOf: (at: number, slot: number) => boolean,
): number[] {
  const free = new Set(hasVoice.flatMap((has, slot) => (has ? [slot] : [])));
  const from = new Array<number>(isPlanned.length).fill(-1);
  const take = (slot: number, at: number | undefined) => {
    if (!isPlanned[slot] || from[slot] !== -1 || at === undefined || !free.delete(at)) return;
    from[slot] = at;
  };
  isPlanned.forEach((planned, slot) => {
    if (planned && hasVoice[slot] && isOf(slot, slot)) take(slot, slot);
  });
  isPlanned.forEach((planned, slot) => {
    if (planned && from[slot] === -1)
      take(
        slot,
        [...free].find((at) => isOf(at, slot)),
      );
  });
  isPlanned.forEach((_, slot) => {
    take(slot, slot);
  });
  return from;
}
