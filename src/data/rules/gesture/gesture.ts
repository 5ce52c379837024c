/**
 * What fingers and mice mean on the rings of a rifff: a pure machine from pointer events and time to
 * intents. Places are CSS pixels from the centre of the rifff, x to the right and y down; times are
 * milliseconds of one clock. Nothing here touches the page, so every sequence can be tried.
 *
 * Several fingers may press at once and each may tap; only one ring is dragged at a time.
 */
import { MAX_GAIN, MAX_SHIFT_SEMITONES } from '../../contract/constants.ts';
import {
  DOUBLE_TAP,
  DRAG_SLOP_PX,
  FLICK,
  type GestureEvent,
  type GestureIntent,
  type GestureState,
  type GestureStep,
  IDLE_GESTURE,
  LONG_PRESS_MS,
  type Mode,
  type Press,
  RADII,
  SEMITONE_TURN,
  type Tap,
} from './gestureModel.ts';

/** Within this of the centre, angles are not read. */
const BLIND_PX = 12;
const NOTHING: readonly GestureIntent[] = [];
const hold = (gain: number) => Math.min(MAX_GAIN, Math.max(0, Number.isFinite(gain) ? gain : 0));

/** Is any finger down? */
export function isGestureActive(state: GestureState): boolean {
  return state.presses.length > 0;
}

/** When a `time` event is due for a long press, in ms of the events' clock; null when none is. */
export function gestureDeadlineMs(state: GestureState): number | null {
  let due = Number.POSITIVE_INFINITY;
  for (const press of state.presses) {
    if (press.mode === 'press' && press.target.canOpen)
      due = Math.min(due, press.startMs + LONG_PRESS_MS);
  }
  return due === Number.POSITIVE_INFINITY ? null : due;
}

function replace(state: GestureState, press: Press): GestureState {
  const presses = state.presses.map((one) => (one.pointer === press.pointer ? press : one));
  return { ...state, presses };
}

function drop(state: GestureState, pointer: number): GestureState {
  return { ...state, presses: state.presses.filter((one) => one.pointer !== pointer) };
}

const isDrag = (mode: Mode) => mode === 'gain' || mode === 'round' || mode === 'pull';

/** Angle of a change, the short way round, −π to π. */
function shortTurn(from: number, to: number): number {
  const turn = (to - from) % (2 * Math.PI);
  if (turn > Math.PI) return turn - 2 * Math.PI;
  return turn < -Math.PI ? turn + 2 * Math.PI : turn;
}

/**
 * How far outwards a finger has gone. It is the radius within 70° of where it began, so that the edge stays
 * under the finger, and goes on below zero, without a jump, on the far side of the centre.
 */
function outwardPx(press: Press, x: number, y: number): number {
  const startRadius = Math.hypot(press.startX, press.startY);
  const radius = Math.hypot(x, y);
  if (startRadius === 0 || radius === 0) return radius - startRadius;
  const cos = (press.startX * x + press.startY * y) / (startRadius * radius);
  return radius * Math.min(1, Math.max(-1, 3 * cos)) - startRadius;
}

/** Length of the arc that a finger has gone round, clockwise positive. */
const arcPx = (press: Press) => press.turn * Math.hypot(press.startX, press.startY);

function onDown(state: GestureState, event: GestureEvent & { type: 'down' }): GestureStep {
  const before = end(state, event.pointer);
  const tap = before.state.lastTap;
  const isSecond =
    tap !== null &&
    event.timeMs - tap.timeMs <= DOUBLE_TAP.ms &&
    Math.hypot(event.x - tap.x, event.y - tap.y) <= DOUBLE_TAP.px;
  const press: Press = {
    pointer: event.pointer,
    target: event.target,
    mode: 'press',
    startX: event.x,
    startY: event.y,
    startMs: event.timeMs,
    angle: Math.atan2(event.y, event.x),
    turn: 0,
    lastMs: event.timeMs,
    gain: hold(event.target.gain),
    semitones: event.target.semitones,
    secondOf: isSecond ? tap.slot : null,
  };
  return {
    state: { presses: [...before.state.presses, press], lastTap: null },
    intents: [...before.intents, { type: 'press', slot: press.secondOf ?? event.target.slot }],
  };
}

/** Has a finger gone more along the radius on which it began than across it? */
function isAlongRadius({ startX, startY }: Press, x: number, y: number): boolean {
  const along = (x - startX) * startX + (y - startY) * startY;
  const across = (y - startY) * startX - (x - startX) * startY;
  return Math.abs(along) >= Math.abs(across);
}

/** What a press becomes once it has gone further than the slop: along the radius gain, round it the rest. */
function lockMode(press: Press, x: number, y: number, others: readonly Press[]): Mode {
  const distance = Math.hypot(x - press.startX, y - press.startY);
  if (press.mode !== 'press' || distance <= DRAG_SLOP_PX) return press.mode;
  if (others.some((one) => one.pointer !== press.pointer && isDrag(one.mode))) return 'spent';
  return isAlongRadius(press, x, y) ? 'gain' : 'round';
}

/** A ring comes off when it is dragged far out; in a drag of gain, only when the gain is at its maximum. */
function isLifted(press: Press, x: number, y: number): boolean {
  const { target, mode } = press;
  if (!target.canRemove || Math.hypot(x, y) <= target.radiusPx * RADII.lift) return false;
  return mode === 'round' || target.gainAt(outwardPx(press, x, y)) >= MAX_GAIN;
}

/** A finger that goes round where pitch cannot be set may still change its mind after a flick's time. */
function isSteered(press: Press, x: number, y: number, timeMs: number): boolean {
  if (press.mode !== 'round' || press.target.canPitch) return false;
  if (timeMs - press.startMs <= FLICK.ms) return false;
  return Math.abs(outwardPx(press, x, y)) >= Math.abs(arcPx(press));
}

function dragGain(press: Press, x: number, y: number): [Press, GestureIntent[]] {
  const gain = hold(press.target.gainAt(outwardPx(press, x, y)));
  if (gain === press.gain) return [press, []];
  return [{ ...press, gain }, [{ type: 'gain', slot: press.target.slot, gain }]];
}

function dragRound(press: Press): [Press, GestureIntent[]] {
  const { slot, canPitch, semitones: from } = press.target;
  if (!canPitch) return [press, []];
  const to = from + press.turn / SEMITONE_TURN;
  const held = Math.min(MAX_SHIFT_SEMITONES, Math.max(-MAX_SHIFT_SEMITONES, to));
  const semitones = Math.round(held);
  const turn = (held - from) * SEMITONE_TURN;
  return [{ ...press, semitones }, [{ type: 'turn', slot, turn, semitones }]];
}

const isLeaving = (press: Press, x: number, y: number, isOverBin = false) =>
  isOverBin || Math.hypot(x, y) > press.target.radiusPx * RADII.discard;

function dragPull(press: Press, x: number, y: number, isOverBin?: boolean): GestureIntent {
  return {
    type: 'pull',
    slot: press.target.slot,
    offsetX: x - press.startX,
    offsetY: y - press.startY,
    isLeaving: isLeaving(press, x, y, isOverBin),
  };
}

function onMove(state: GestureState, event: GestureEvent & { type: 'move' | 'up' }): GestureStep {
  const before = state.presses.find((one) => one.pointer === event.pointer);
  if (!before) return { state, intents: NOTHING };
  const { x, y, timeMs } = event;
  // Next to the centre an angle says nothing about the hand.
  const angle = Math.hypot(x, y) < BLIND_PX ? before.angle : Math.atan2(y, x);
  const hasMoved = event.type === 'move';
  const turned: Press = {
    ...before,
    angle,
    turn: before.turn + shortTurn(before.angle, angle),
    lastMs: hasMoved ? timeMs : before.lastMs,
  };
  let press: Press = { ...turned, mode: lockMode(turned, x, y, state.presses) };
  const intents: GestureIntent[] = [];
  if (isSteered(press, x, y, timeMs)) press = { ...press, mode: 'gain' };
  if (isDrag(press.mode) && press.mode !== 'pull' && isLifted(press, x, y)) {
    const gain = hold(press.target.gain);
    if (press.gain !== gain) intents.push({ type: 'gain', slot: press.target.slot, gain });
    press = { ...press, mode: 'pull', gain };
  }
  let more: GestureIntent[] = [];
  if (press.mode === 'gain') [press, more] = dragGain(press, x, y);
  else if (press.mode === 'round') [press, more] = dragRound(press);
  else if (press.mode === 'pull') more = [dragPull(press, x, y, event.isOverBin)];
  return { state: replace(state, press), intents: [...intents, ...more] };
}

/** Was the press a quick swipe round the rifff, still moving at its release? */
function isFlick(press: Press, timeMs: number): boolean {
  return (
    press.target.canSwap &&
    timeMs - press.startMs <= FLICK.ms &&
    timeMs - press.lastMs <= FLICK.endMs &&
    Math.abs(arcPx(press)) >= FLICK.px
  );
}

/** What letting go means, after the last move has been taken in. */
function letGo(press: Press, event: GestureEvent & { type: 'up' }): GestureIntent | null {
  const { slot, gain, semitones } = press.target;
  const restore: GestureIntent = { type: 'restore', slot, gain: hold(gain) };
  switch (press.mode) {
    case 'press':
      if (press.target.canOpen && event.timeMs - press.startMs >= LONG_PRESS_MS)
        return { type: 'open', slot, x: press.startX, y: press.startY };
      return press.secondOf === null
        ? { type: 'tap', slot }
        : { type: 'solo', slot: press.secondOf };
    case 'gain':
      return press.gain === hold(gain) ? restore : { type: 'setGain', slot, gain: press.gain };
    case 'round':
      if (isFlick(press, event.timeMs))
        return { type: 'swap', slot, how: press.turn > 0 ? 'next' : 'random' };
      return press.semitones === semitones
        ? restore
        : { type: 'setPitch', slot, semitones: press.semitones };
    case 'pull':
      return isLeaving(press, event.x, event.y, event.isOverBin)
        ? { type: 'remove', slot }
        : restore;
    case 'spent':
      return null;
  }
}

function onUp(state: GestureState, event: GestureEvent & { type: 'up' }): GestureStep {
  const moved = onMove(state, event);
  const press = moved.state.presses.find((one) => one.pointer === event.pointer);
  if (!press) return moved;
  const intent = letGo(press, event);
  const lastTap: Tap | null =
    intent?.type === 'tap'
      ? { slot: intent.slot, x: event.x, y: event.y, timeMs: event.timeMs }
      : null;
  return {
    state: { ...drop(moved.state, event.pointer), lastTap },
    intents: intent ? [...moved.intents, intent] : moved.intents,
  };
}

/** Ends the press of one pointer without doing anything; a drag goes back to where it began. */
function end(state: GestureState, pointer: number): GestureStep {
  const press = state.presses.find((one) => one.pointer === pointer);
  if (!press) return { state, intents: NOTHING };
  const { slot, gain } = press.target;
  return {
    state: { ...drop(state, pointer), lastTap: null },
    intents: isDrag(press.mode) ? [{ type: 'restore', slot, gain: hold(gain) }] : NOTHING,
  };
}

function onAbort(state: GestureState): GestureStep {
  const intents = state.presses.flatMap((press) => end(state, press.pointer).intents);
  return { state: IDLE_GESTURE, intents };
}

function open(state: GestureState, isDue: (press: Press) => boolean): GestureStep {
  const intents: GestureIntent[] = [];
  const presses = state.presses.map((press) => {
    if (press.mode !== 'press' || !press.target.canOpen || !isDue(press)) return press;
    intents.push({ type: 'open', slot: press.target.slot, x: press.startX, y: press.startY });
    return { ...press, mode: 'spent' as const };
  });
  return intents.length === 0 ? { state, intents } : { state: { presses, lastTap: null }, intents };
}

/** A menu asked for under a finger is its long press; during a drag, or after one, it is nothing. */
function onMenu(state: GestureState, event: GestureEvent & { type: 'menu' }): GestureStep {
  if (isGestureActive(state)) return open(state, () => true);
  const { slot, x, y } = event;
  return { state: IDLE_GESTURE, intents: [{ type: 'open', slot, x, y }] };
}

/** Takes one event in. @returns the next state, and what the rifff should do, in order */
export function stepGesture(state: GestureState, event: GestureEvent): GestureStep {
  switch (event.type) {
    case 'down':
      return onDown(state, event);
    case 'move':
      return onMove(state, event);
    case 'up':
      return onUp(state, event);
    case 'cancel':
      return end(state, event.pointer);
    case 'abort':
      return onAbort(state);
    case 'menu':
      return onMenu(state, event);
    case 'time':
      return open(state, (press) => event.timeMs - press.startMs >= LONG_PRESS_MS);
  }
}
