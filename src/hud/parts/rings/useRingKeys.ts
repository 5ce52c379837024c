import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { playingSlot, setSlotSemitones } from '../../../data/rules/draft/draft.ts';
import { slotStep } from '../../../data/rules/draft/history.ts';
import { type KeyPress, matchesKeys } from '../commands/keys.ts';
import { muteRing, type RingContext, setRingGain, soloRing } from './ringActions.ts';
import { dbGain, GAIN_PAGE_DB, GAIN_STEP_DB, MAX_DB, stepGain } from './ringGain.ts';
import { RING_KEYS, type RingKeyAction } from './ringKeys.ts';

/** What a key press means on a ring, or undefined. */
function ringKeyAction(press: KeyPress): RingKeyAction | undefined {
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
  context.actions.edit(
    (rifff) => {
      const now = playingSlot(rifff, slot)?.pitchShiftSettings.shiftSemitones ?? 0;
      return setSlotSemitones(rifff, slot, now + by);
    },
    slotStep(slot, 'pitch'),
  );
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
function pressRingKey(
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

interface RingFocusOptions {
  group: RefObject<HTMLElement | null>;
  context(): RingContext;
  /** Slots of the rings, innermost first. */
  slots: readonly number[];
  selected: number;
}

const slotOf = (target: EventTarget | null): number =>
  target instanceof HTMLElement && target.dataset.slot !== undefined
    ? Number(target.dataset.slot)
    : -1;

function middleOf(target: EventTarget | null): { x: number; y: number } {
  if (!(target instanceof Element)) return { x: 0, y: 0 };
  const box = target.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * The keyboard on a rifff's rings: one tab stop that roves, arrows from ring to ring, keys on the focused
 * one. A ring touched by a mouse takes the focus without showing it, so that keys go on where the hand was.
 */
export function useRingFocus({ group, context, slots, selected }: RingFocusOptions) {
  const [roving, setRoving] = useState(-1);
  const [visibleSlot, setVisibleSlot] = useState(-1);
  /** Is the focus being moved by a pointer? And on which ring is it, −1 for none? */
  const byPointer = useRef(false);
  const focusedSlot = useRef(-1);
  /** Ring that a key has just removed, −1 for none. */
  const removed = useRef(-1);
  const known = slots.includes(roving) ? roving : slots.includes(selected) ? selected : slots[0];

  const show = useCallback(
    (slot: number) => {
      setVisibleSlot(slot);
      context().actions.focus?.(slot);
    },
    [context],
  );

  const moveTo = useCallback(
    (slot: number) => {
      const ring = group.current?.querySelector<HTMLElement>(`[data-slot="${slot}"]`);
      ring?.focus({ preventScroll: true });
    },
    [group],
  );

  const onTouched = useCallback(
    (slot: number, isMouse: boolean) => {
      setRoving(slot);
      if (!isMouse) return;
      byPointer.current = true;
      moveTo(slot);
      byPointer.current = false;
    },
    [moveTo],
  );

  const onFocus = (event: FocusEvent) => {
    const slot = slotOf(event.target);
    if (slot < 0) return;
    focusedSlot.current = slot;
    setRoving(slot);
    show(byPointer.current ? -1 : slot);
  };

  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && group.current?.contains(event.relatedTarget)) return;
    focusedSlot.current = -1;
    show(-1);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const slot = slotOf(event.target);
    const action = ringKeyAction(event.nativeEvent);
    if (slot < 0 || !action) return;
    const at = slots.indexOf(slot);
    let isUsed = true;
    if (action === 'outwards') moveTo(slots[(at + 1) % slots.length]!);
    else if (action === 'inwards') moveTo(slots[(at - 1 + slots.length) % slots.length]!);
    else {
      show(slot);
      if (action === 'remove') removed.current = slot;
      isUsed = pressRingKey(context(), slot, action, middleOf(event.target), event.repeat);
    }
    if (isUsed) event.preventDefault();
  };

  /** The menu key: pointers never reach a slider. */
  const onContextMenu = (event: MouseEvent) => {
    const slot = slotOf(event.target);
    const { actions } = context();
    if (slot < 0 || !actions.open) return;
    event.preventDefault();
    const { x, y } = middleOf(event.target);
    actions.open(slot, x, y);
  };

  // When the focused ring goes, the nearest one that is left takes the focus.
  const last = slots.at(-1) ?? -1;
  useEffect(() => {
    const lost = removed.current >= 0 ? removed.current : focusedSlot.current;
    removed.current = -1;
    if (lost < 0 || document.activeElement !== document.body || last < 0) return;
    moveTo(Math.min(lost, last));
  }, [last, moveTo]);

  // The page is told that no ring has the keyboard when the rings leave it.
  useEffect(() => () => context().actions.focus?.(-1), [context]);

  return {
    tabStop: known,
    visibleSlot: slots.includes(visibleSlot) ? visibleSlot : -1,
    onTouched,
    onFocus,
    onBlur,
    onKeyDown,
    onContextMenu,
  };
}
