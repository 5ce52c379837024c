/** How a slot sounds besides gain, pitch and speed: stretch, match of the key, pan, cuts and sends. Pure. */
import type { PlayingSlot, Rifff, SlotEffects } from '../../contract/rifff.ts';
import { SCALES } from '../arranging/scales.ts';
import { editSlot, playingSlot } from './draft.ts';

export const MAX_KEY_RANGE = 12;
/** Corners of the cuts, in Hz; at the open end a cut is off. */
export const MIN_CUT_HZ = 20;
export const MAX_CUT_HZ = 20_000;

export type SlotEffect = 'pan' | 'lowCutHz' | 'highCutHz' | 'reverb' | 'delay';

/** The effects in the order of the sound, with the value that does nothing. */
export const EFFECT_OFF: Readonly<Record<SlotEffect, number>> = {
  pan: 0,
  lowCutHz: MIN_CUT_HZ,
  highCutHz: MAX_CUT_HZ,
  reverb: 0,
  delay: 0,
};

const LIMITS: Readonly<Record<SlotEffect, readonly [number, number]>> = {
  pan: [-1, 1],
  lowCutHz: [MIN_CUT_HZ, MAX_CUT_HZ],
  highCutHz: [MIN_CUT_HZ, MAX_CUT_HZ],
  reverb: [0, 1],
  delay: [0, 1],
};

/** Value of an effect of a slot; what does nothing where it has none. */
export function slotEffect(slot: PlayingSlot, effect: SlotEffect): number {
  return slot.effects?.[effect] ?? EFFECT_OFF[effect];
}

/** How many effects of a slot do something. */
export function effectsInUse(slot: PlayingSlot): number {
  const all = Object.keys(EFFECT_OFF) as SlotEffect[];
  return all.filter((effect) => slotEffect(slot, effect) !== EFFECT_OFF[effect]).length;
}

/** Sets an effect, held to its range. What does nothing is not stored. */
export function setSlotEffect(
  rifff: Rifff,
  index: number,
  effect: SlotEffect,
  value: number,
): Rifff {
  const current = playingSlot(rifff, index);
  if (!current || !Number.isFinite(value)) return rifff;
  const [least, most] = LIMITS[effect];
  const held = Math.min(most, Math.max(least, value));
  if (held === slotEffect(current, effect)) return rifff;
  const { [effect]: _before, ...others } = current.effects ?? {};
  const effects: SlotEffects = held === EFFECT_OFF[effect] ? others : { ...others, [effect]: held };
  return editSlot(rifff, index, {
    effects: Object.keys(effects).length > 0 ? effects : undefined,
  });
}

/** Takes every effect of a slot away. */
export function clearSlotEffects(rifff: Rifff, index: number): Rifff {
  return editSlot(rifff, index, { effects: undefined });
}

function editPitch(
  rifff: Rifff,
  index: number,
  change: Partial<PlayingSlot['pitchShiftSettings']>,
): Rifff {
  const current = playingSlot(rifff, index);
  if (!current) return rifff;
  const before = current.pitchShiftSettings;
  const keys = Object.keys(change) as (keyof typeof change)[];
  if (keys.every((key) => before[key] === change[key])) return rifff;
  return editSlot(rifff, index, { pitchShiftSettings: { ...before, ...change } });
}

/** Does a slot keep its pitch at other speeds? */
export function setSlotStretch(rifff: Rifff, index: number, timeStretch: boolean): Rifff {
  return editPitch(rifff, index, { timeStretch });
}

/** Semitones that a slot may be moved to fit the rifff's key, held to 0–12; 0 leaves it where it is. */
export function setSlotKeyRange(rifff: Rifff, index: number, range: number): Rifff {
  if (!Number.isFinite(range)) return rifff;
  const held = Math.min(MAX_KEY_RANGE, Math.max(0, Math.round(range)));
  const before = playingSlot(rifff, index)?.pitchShiftSettings.autoKeyMatchRange ?? 0;
  return held === before ? rifff : editPitch(rifff, index, { autoKeyMatchRange: held });
}

/** Sets the key of the rifff: root 0–11, scale 0–17; anything else changes nothing. */
export function setKey(rifff: Rifff, root: number, scale: number): Rifff {
  const isRoot = Number.isInteger(root) && root >= 0 && root < 12;
  if (!isRoot || !SCALES[scale]) return rifff;
  return root === rifff.root && scale === rifff.scale ? rifff : { ...rifff, root, scale };
}
