/** Words in which the tests of `gesture.ts` tell it what fingers do. */
import { stepGesture } from '../../src/data/rules/gesture/gesture.ts';
import {
  type GestureEvent,
  type GestureIntent,
  type GestureState,
  type GestureTarget,
  IDLE_GESTURE,
} from '../../src/data/rules/gesture/gestureModel.ts';

/** A ring of a rifff with a radius of 200 px, with 50 px for a gain of 1. */
export function target(change: Partial<GestureTarget> = {}): GestureTarget {
  const gain = change.gain ?? 1;
  return {
    slot: 2,
    gain,
    semitones: 0,
    radiusPx: 200,
    canPitch: true,
    canSwap: true,
    canRemove: true,
    canOpen: true,
    gainAt: (outwardPx) => gain + outwardPx / 50,
    ...change,
  };
}

/** Runs events through the machine. */
export function play(events: readonly GestureEvent[]): {
  state: GestureState;
  intents: GestureIntent[];
} {
  let state = IDLE_GESTURE;
  const intents: GestureIntent[] = [];
  for (const event of events) {
    const step = stepGesture(state, event);
    state = step.state;
    intents.push(...step.intents);
  }
  return { state, intents };
}

/** A finger comes down on a ring. */
export const down = (
  x: number,
  y: number,
  timeMs: number,
  on = target(),
  pointer = 1,
): GestureEvent => ({
  type: 'down',
  pointer,
  x,
  y,
  timeMs,
  target: on,
});
/** It moves. */
export const move = (x: number, y: number, timeMs: number, pointer = 1): GestureEvent => ({
  type: 'move',
  pointer,
  x,
  y,
  timeMs,
});
/** It is lifted. */
export const up = (x: number, y: number, timeMs: number, pointer = 1): GestureEvent => ({
  type: 'up',
  pointer,
  x,
  y,
  timeMs,
});
