/**
 * The finger on a ring, written by the hud's gestures and read by the drawing every frame. Plain numbers:
 * a pointer moves far more often than a store may.
 */
import { createListeners } from './listeners.ts';

type TouchMode = 'none' | 'hover' | 'press' | 'gain' | 'pitch' | 'pull';

export interface RingTouch {
  /** Place that is touched, or ''. */
  placeId: string;
  slot: number;
  mode: TouchMode;
  /** Linear gain under the finger. */
  gain: number;
  /** Gain when the drag began: the old edge stays as a dashed line. */
  startGain: number;
  /** Turn of the ring under the finger, in radians clockwise (15° a semitone). */
  turn: number;
  /** Displacement of a ring being pulled off, in CSS pixels. */
  offsetX: number;
  offsetY: number;
  /** Pointer in CSS pixels of the viewport. */
  x: number;
  y: number;
  /** Is the pulled ring over the bin? */
  isOverBin: boolean;
}

const NO_TOUCH: Readonly<RingTouch> = {
  placeId: '',
  slot: -1,
  mode: 'none',
  gain: 1,
  startGain: 1,
  turn: 0,
  offsetX: 0,
  offsetY: 0,
  x: 0,
  y: 0,
  isOverBin: false,
};

/** The one touch that the drawing follows. */
export const touch: RingTouch = { ...NO_TOUCH };

const listeners = createListeners();

/** Changes the touch and tells the scene to draw. */
export function setTouch(change: Partial<RingTouch>): void {
  Object.assign(touch, change);
  listeners.tell();
}

/** Ends the touch. */
export function clearTouch(): void {
  setTouch(NO_TOUCH);
}

/** @returns what stops it */
export const onTouch = listeners.add;
