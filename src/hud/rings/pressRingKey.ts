/** Keys on the ring that has the keyboard. */
import { playingSlot, setSlotSemitones } from '../../data/rules/draft.ts';
import { type KeyPress, matchesKeys } from '../parts/commands/keys.ts';
import { muteRing, type RingContext, setRingGain, soloRing } from './ringContext.ts';
import { dbGain, GAIN_PAGE_DB, GAIN_STEP_DB, MAX_DB, stepGain } from './ringGain.ts';
import { RING_KEYS, type RingKeyAction } from './ringKeys.ts';

/** What a key press means on a ring, or undefined. */
export function ringKeyAction(press: KeyPress): RingKeyAction | undefined {
  return RING_KEYS.find(({ keys }) => keys.some((one) => matchesKeys(press, one)))?.action;
}

const GAIN_STEPS_DB: Partial<Record<RingKeyAction, number>> = {
  louder: GAIN_STEP_DB,
  quieter: -GAIN_STEP_DB,
  muchLouder: GAIN_PAGE_DB,
  muchQuieter: -GAIN_PAGE_DB,
};
const GAINS: Partial<Record<RingKeyAction, number>> = {
  loudest: dbGain(MAX_DB),
  silent: 0,
  unity: 1,
};

/** May this go on while the key is held? */
const isRepeating = (action: RingKeyAction) =>
  action in GAIN_STEPS_DB || action.startsWith('pitch') || action.endsWith('wards');

function shiftPitch(context: RingContext, slot: number, by: number): boolean {
  if (!context.canPitch) return false;
  context.actions.edit((rifff) => {
    const now = playingSlot(rifff, slot)?.pitchShiftSettings.shiftSemitones ?? 0;
    return setSlotSemitones(rifff, slot, now + by);
  }, `pitch:${slot}`);
  return true;
}

/** Runs an action that is not a matter of gain. @returns whether the page knows it */
function runAction(
  context: RingContext,
  slot: number,
  action: RingKeyAction,
  at: { x: number; y: number },
): boolean {
  const { actions } = context;
  switch (action) {
    case 'mute':
      muteRing(context, slot);
      return true;
    case 'solo':
      soloRing(context, slot);
      return true;
    case 'pitchUp':
      return shiftPitch(context, slot, 1);
    case 'pitchDown':
      return shiftPitch(context, slot, -1);
    case 'swapNext':
    case 'swapRandom':
      actions.swap?.(slot, action === 'swapNext' ? 'next' : 'random');
      return actions.swap !== undefined;
    case 'remove':
      actions.remove?.(slot);
      return actions.remove !== undefined;
    case 'open':
      actions.select?.(slot);
      actions.open?.(slot, at.x, at.y);
      return actions.open !== undefined || actions.select !== undefined;
    default:
      return false;
  }
}

/**
 * Does what a key means on a ring; moving to another ring is the caller's.
 *
 * @param at where the ring is, in CSS pixels of the viewport
 * @returns whether the key was used
 */
export function pressRingKey(
  context: RingContext,
  slot: number,
  action: RingKeyAction,
  at: { x: number; y: number },
  isRepeat: boolean,
): boolean {
  const current = playingSlot(context.rifff, slot);
  if (!current) return false;
  if (isRepeat && !isRepeating(action)) return true;
  const stepDb = GAIN_STEPS_DB[action];
  const gain = stepDb === undefined ? GAINS[action] : stepGain(current.gain, stepDb);
  if (gain !== undefined) {
    setRingGain(context, slot, gain);
    return true;
  }
  context.firstTouch();
  return runAction(context, slot, action, at);
}
