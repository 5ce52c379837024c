/**
 * What hands and keys do to the rings of one rifff: what a page lets them do, what is known at that moment, and what
 * each gesture means for the document, the sound and the drawing.
 */
import type { Rifff } from '../../../data/contract/rifff.ts';
import {
  loopInSlot,
  playingSlot,
  setSlotGain,
  setSlotOn,
  setSlotSemitones,
  toggleMute,
} from '../../../data/rules/draft/draft.ts';
import { type StepKey, slotStep } from '../../../data/rules/draft/history.ts';
import type { GestureIntent } from '../../../data/rules/gesture/gestureModel.ts';
import { type RingTouch, setTouch, touch } from '../../../data/stores/touch.ts';
import { pickRing, type RingLayout } from '../../../drawing/layout.ts';
import { findPlace, placeCentre } from './placeGeometry.ts';
import { GAIN_STEP_DB, stepGain } from './ringGain.ts';
import { gainText, ringName, semitonesText } from './ringText.ts';

/** What a page lets its rings do. A missing action is a gesture and a key that do nothing there. */
export interface RingActions {
  /** Changes the document; changes with one key are one undo step. */
  edit(change: (rifff: Rifff) => Rifff, key: StepKey | null): void;
  /** Linear gain while a ring is dragged: for the sound only, ahead of the document. */
  gain(slot: number, gain: number): void;
  /** Only this slot sounds; −1 ends the solo. */
  solo(slot: number): void;
  select?(slot: number): void;
  /** Ring that the keyboard is on, −1 for none. */
  focus?(slot: number): void;
  /** Opens the controls of a slot; x and y are CSS pixels of the viewport. */
  open?(slot: number, x: number, y: number): void;
  /** Swaps the loop of a slot for another of its category, on the beat. */
  swap?(slot: number, how: 'next' | 'random'): void;
  /** Removes a slot, and offers to take that back. */
  remove?(slot: number): void;
  /** The first touch or key on these rings. */
  firstTouch?(): void;
}

export interface RingContext {
  readonly placeId: string;
  readonly rifff: Rifff;
  readonly layout: RingLayout;
  /** Full radius of the rifff, in CSS pixels. */
  readonly radiusPx: number;
  /** Slot that alone sounds, or −1. */
  readonly solo: number;
  readonly canPitch: boolean;
  readonly actions: RingActions;
  /** Tells the page of the first touch or key; later calls do nothing. */
  firstTouch(): void;
}

/** Mutes or unmutes a ring. A mute and the second tap that takes it back are one undo step. */
export function muteRing({ actions }: RingContext, slot: number): void {
  actions.edit((rifff) => toggleMute(rifff, slot), slotStep(slot, 'on'));
}

/** Lets a ring alone sound, or ends its solo; either way it is on. */
export function soloRing({ actions, solo }: RingContext, slot: number): void {
  actions.edit((rifff) => setSlotOn(rifff, slot, true), slotStep(slot, 'on'));
  actions.solo(solo === slot ? -1 : slot);
}

/** Is there a ring in this slot: a used one whose loop is known? */
function hasRing(rifff: Rifff, slot: number): boolean {
  return playingSlot(rifff, slot) !== null && loopInSlot(rifff, slot) !== undefined;
}

/** Centre of the rifff in CSS pixels of the viewport. */
export function placeCentreOf({ placeId }: RingContext): { x: number; y: number } {
  const place = findPlace(placeId);
  return place ? placeCentre(place) : { x: 0, y: 0 };
}

/** Slot of the ring nearest to a point of the viewport, −1 in the hole, outside or without rings. */
export function pickSlot(context: RingContext, clientX: number, clientY: number): number {
  const centre = placeCentreOf(context);
  const slot = pickRing(context.layout, clientX - centre.x, clientY - centre.y);
  return hasRing(context.rifff, slot) ? slot : -1;
}

/** A finger this far from the bin still finds it. */
const BIN_REACH_PX = 16;

/** Is a point of the viewport over what takes rings off, or close to it? */
export function isOverBin(x: number, y: number): boolean {
  return [...document.querySelectorAll('[data-bin]')].some((bin) => {
    const box = bin.getBoundingClientRect();
    return (
      box.width > 0 &&
      x >= box.left - BIN_REACH_PX &&
      x <= box.right + BIN_REACH_PX &&
      y >= box.top - BIN_REACH_PX &&
      y <= box.bottom + BIN_REACH_PX
    );
  });
}

/** Sets a gain step by step, from keys or the wheel: at once for the sound, joined to one undo step. */
export function setRingGain(context: RingContext, slot: number, gain: number): void {
  const { actions, firstTouch } = context;
  firstTouch();
  actions.gain(slot, gain);
  actions.edit((rifff) => setSlotGain(rifff, slot, gain), slotStep(slot, 'gain'));
}

export interface RingPointerOptions {
  /** Everything as it is now. */
  context(): RingContext;
  /** Shows a word beside the finger, at CSS pixels of the viewport; null hides it, and so does `forMs`. */
  label(text: string | null, x: number, y: number, forMs?: number): void;
  /** A gesture on a ring has ended; `isMouse` also for a pen. */
  onTouched(slot: number, isMouse: boolean): void;
}

/** The pointer that moved last, in CSS pixels of the viewport. */
export interface Finger {
  x: number;
  y: number;
  isMouse: boolean;
}

function press({ placeId, rifff, firstTouch }: RingContext, slot: number, finger: Finger): void {
  const { x, y, isMouse } = finger;
  // A finger lets sound begin only when it is lifted; `ringPointer` tells the page then.
  if (isMouse) firstTouch();
  const current = playingSlot(rifff, slot);
  // A second finger that taps leaves the drawing to the one that drags.
  const isTaken = touch.placeId === placeId && touch.mode !== 'none' && touch.mode !== 'hover';
  if (!current || isTaken) return;
  const { gain } = current;
  setTouch({
    placeId,
    slot,
    mode: 'press',
    gain,
    startGain: gain,
    turn: 0,
    offsetX: 0,
    offsetY: 0,
    x,
    y,
    isOverBin: false,
  });
}

function open(
  intent: GestureIntent & { type: 'open' },
  { context, onTouched }: RingPointerOptions,
  finger: Finger,
): void {
  const now = context();
  const centre = placeCentreOf(now);
  if (finger.isMouse) now.firstTouch();
  now.actions.select?.(intent.slot);
  // First, so that what opens may take the focus and give it back.
  onTouched(intent.slot, finger.isMouse);
  now.actions.open?.(intent.slot, intent.x + centre.x, intent.y + centre.y);
}

/** Settles a gesture in the document. */
function settle(intent: GestureIntent, context: RingContext): void {
  const { actions } = context;
  const { slot } = intent;
  if (intent.type === 'tap') muteRing(context, slot);
  else if (intent.type === 'solo') soloRing(context, slot);
  else if (intent.type === 'setGain') {
    actions.edit((rifff) => setSlotGain(rifff, slot, intent.gain), slotStep(slot, 'gain'));
  } else if (intent.type === 'setPitch') {
    actions.edit(
      (rifff) => setSlotSemitones(rifff, slot, intent.semitones),
      slotStep(slot, 'pitch'),
    );
  } else if (intent.type === 'swap') actions.swap?.(slot, intent.how);
}

/** Does what the gesture machine says. */
export function performIntent(
  intent: GestureIntent,
  options: RingPointerOptions,
  finger: Finger,
): void {
  const context = options.context();
  const { actions, rifff } = context;
  const { slot } = intent;
  const show = (change: Partial<RingTouch>, text: string) => {
    setTouch({ ...change, slot, x: finger.x, y: finger.y });
    options.label(text, finger.x, finger.y);
  };
  switch (intent.type) {
    case 'press':
      press(context, slot, finger);
      return;
    case 'gain':
      actions.gain(slot, intent.gain);
      show({ mode: 'gain', gain: intent.gain }, gainText(intent.gain));
      return;
    case 'turn':
      show({ mode: 'pitch', turn: intent.turn }, semitonesText(intent.semitones));
      return;
    case 'pull': {
      const { offsetX, offsetY, isLeaving } = intent;
      const text = isLeaving ? 'Let go to remove' : ringName(rifff, slot);
      show({ mode: 'pull', offsetX, offsetY, turn: 0, isOverBin: isLeaving }, text);
      return;
    }
    case 'restore':
      actions.gain(slot, intent.gain);
      return;
    case 'remove':
      actions.remove?.(slot);
      return;
    case 'open':
      open(intent, options, finger);
      return;
    default:
      settle(intent, context);
      actions.select?.(slot);
      options.onTouched(slot, finger.isMouse);
  }
}

/** Travel of the wheel for one step of gain, and how long the gain stays beside the pointer after it. */
const WHEEL_STEP_PX = 40;
const WHEEL_WORD_MS = 900;

/** The wheel over a ring: with Shift it is its gain, alone it scrolls the page. @returns what stops it */
export function followWheel(disc: SVGElement, { context, label }: RingPointerOptions): () => void {
  let travelPx = 0;
  const onWheel = (event: WheelEvent): void => {
    if (!event.shiftKey || event.ctrlKey || event.metaKey) return;
    const now = context();
    const slot = pickSlot(now, event.clientX, event.clientY);
    const current = playingSlot(now.rifff, slot);
    if (!current) return;
    event.preventDefault();
    const unitPx = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL_STEP_PX;
    // Some systems turn the wheel sideways while Shift is held.
    travelPx -= (event.deltaY || event.deltaX) * unitPx;
    if (Math.abs(travelPx) < WHEEL_STEP_PX) return;
    const gain = stepGain(current.gain, Math.sign(travelPx) * GAIN_STEP_DB);
    travelPx = 0;
    setRingGain(now, slot, gain);
    label(gainText(gain), event.clientX, event.clientY, WHEEL_WORD_MS);
  };
  disc.addEventListener('wheel', onWheel, { passive: false });
  return () => disc.removeEventListener('wheel', onWheel);
}
