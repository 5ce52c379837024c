/**
 * The words of `gesture.ts`: what it is told, what it answers, and its measures. Places are CSS pixels from
 * the centre of the rifff, x to the right and y down; times are milliseconds of one clock.
 */

/** A press becomes a drag beyond this distance. */
export const DRAG_SLOP_PX = 6;
/** A second tap counts as one within this time and distance of the first. */
export const DOUBLE_TAP = { ms: 250, px: 24 };
export const LONG_PRESS_MS = 500;
/** Turn of a ring for one semitone, in radians: 15°. */
export const SEMITONE_TURN = Math.PI / 12;
/** Shares of the rifff's radius at which a ring lifts off, and at which its release removes it. */
export const RADII = { lift: 1.25, discard: 1.6 };
/** A flick round the rifff is over within this time, at least this long, and still fast at its end. */
export const FLICK = { ms: 220, px: 36, endMs: 60 };

/** The ring under a finger and what can be done to it; fixed for the length of a gesture. */
export interface GestureTarget {
  readonly slot: number;
  /** Linear gain and semitones before the gesture. */
  readonly gain: number;
  readonly semitones: number;
  /** Full radius of the rifff, in CSS pixels. */
  readonly radiusPx: number;
  readonly canPitch: boolean;
  readonly canSwap: boolean;
  readonly canRemove: boolean;
  /** Does a long press open something? Else a held finger may still tap or drag. */
  readonly canOpen: boolean;
  /** Linear gain, not yet held to 0–2, after the finger has moved this far outwards. */
  gainAt(outwardPx: number): number;
}

interface At {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly timeMs: number;
}

export type GestureEvent =
  | (At & { readonly type: 'down'; readonly target: GestureTarget })
  | (At & { readonly type: 'move'; readonly isOverBin?: boolean })
  | (At & { readonly type: 'up'; readonly isOverBin?: boolean })
  /** The browser took the pointer away. */
  | { readonly type: 'cancel'; readonly pointer: number }
  /** Escape, a lost window, a rifff that changed under the finger. */
  | { readonly type: 'abort' }
  /** The menu of the system was asked for: right button, or its own long press. */
  | {
      readonly type: 'menu';
      readonly slot: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly type: 'time'; readonly timeMs: number };

export type GestureIntent =
  | { readonly type: 'press'; readonly slot: number }
  /** Mute or unmute at once. */
  | { readonly type: 'tap'; readonly slot: number }
  /** The tap before is taken back: the ring is on, and solo changes. */
  | { readonly type: 'solo'; readonly slot: number }
  | { readonly type: 'open'; readonly slot: number; readonly x: number; readonly y: number }
  | { readonly type: 'gain'; readonly slot: number; readonly gain: number }
  | { readonly type: 'setGain'; readonly slot: number; readonly gain: number }
  /** Turn of the ring in radians clockwise, and the whole semitones, −12 to 12, that it would have. */
  | {
      readonly type: 'turn';
      readonly slot: number;
      readonly turn: number;
      readonly semitones: number;
    }
  | { readonly type: 'setPitch'; readonly slot: number; readonly semitones: number }
  | { readonly type: 'swap'; readonly slot: number; readonly how: 'next' | 'random' }
  /** How far the ring is off, and whether a release here removes it. */
  | {
      readonly type: 'pull';
      readonly slot: number;
      readonly offsetX: number;
      readonly offsetY: number;
      readonly isLeaving: boolean;
    }
  | { readonly type: 'remove'; readonly slot: number }
  /** A drag is over and nothing changed: gain and place are as before. */
  | { readonly type: 'restore'; readonly slot: number; readonly gain: number };

/** `round` is a finger that goes round: a flick, or pitch; `spent` has done what it could. */
export type Mode = 'press' | 'gain' | 'round' | 'pull' | 'spent';

export interface Press {
  readonly pointer: number;
  readonly target: GestureTarget;
  readonly mode: Mode;
  readonly startX: number;
  readonly startY: number;
  readonly startMs: number;
  /** Angle of the last move, and the whole turn since the press, in radians clockwise. */
  readonly angle: number;
  readonly turn: number;
  readonly lastMs: number;
  readonly gain: number;
  readonly semitones: number;
  /** Slot of the tap that this press follows at once, else null. */
  readonly secondOf: number | null;
}

export interface Tap {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  readonly timeMs: number;
}

export interface GestureState {
  readonly presses: readonly Press[];
  readonly lastTap: Tap | null;
}

export interface GestureStep {
  readonly state: GestureState;
  readonly intents: readonly GestureIntent[];
}

export const IDLE_GESTURE: GestureState = { presses: [], lastTap: null };
