/** What a gesture means for the page, the sound and the drawing. */
import { playingSlot, setSlotGain, setSlotSemitones } from '../../data/rules/draft/draft.ts';
import type { GestureIntent } from '../../data/rules/gesture/gestureModel.ts';
import { type RingTouch, setTouch, touch } from '../../data/stores/touch.ts';
import { muteRing, placeCentreOf, type RingContext, soloRing } from './ringContext.ts';
import { gainText, ringName, semitonesText } from './ringText.ts';

export interface RingPointerOptions {
  /** Everything as it is now. */
  context(): RingContext;
  /** Shows a word beside the finger, at CSS pixels of the viewport; null hides it. */
  label(text: string | null, x: number, y: number): void;
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
    ...{ placeId, slot, mode: 'press', gain, startGain: gain, turn: 0, offsetX: 0, offsetY: 0 },
    ...{ x, y, isOverBin: false },
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
    actions.edit((rifff) => setSlotGain(rifff, slot, intent.gain), null);
  } else if (intent.type === 'setPitch') {
    actions.edit((rifff) => setSlotSemitones(rifff, slot, intent.semitones), null);
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
