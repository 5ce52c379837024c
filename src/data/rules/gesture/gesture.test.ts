import { describe, expect, test } from 'vitest';
import { down, move, play, target, up } from '../../../../tests/support/gestureScript.ts';
import { gestureDeadlineMs, isGestureActive } from './gesture.ts';
import {
  type GestureEvent,
  type GestureIntent,
  IDLE_GESTURE,
  SEMITONE_TURN,
} from './gestureModel.ts';

/** Moves along the circle of radius `r` from one angle to another, in radians, in `ms`. */
function round(r: number, from: number, to: number, startMs: number, ms: number): GestureEvent[] {
  const steps = 12;
  return Array.from({ length: steps }, (_, i) => {
    const part = (i + 1) / steps;
    const angle = from + (to - from) * part;
    return move(r * Math.cos(angle), r * Math.sin(angle), startMs + ms * part);
  });
}

const names = (intents: readonly GestureIntent[]) => intents.map((one) => one.type);
const last = (intents: readonly GestureIntent[]) => intents[intents.length - 1];

describe('taps', () => {
  test('a tap mutes as soon as it is let go', () => {
    const { intents } = play([down(100, 0, 0), up(102, 3, 90)]);
    expect(intents).toEqual([
      { type: 'press', slot: 2 },
      { type: 'tap', slot: 2 },
    ]);
  });

  test('a second tap within 250 ms solos the first one’s ring, also when it lands beside it', () => {
    const beside = target({ slot: 5 });
    const { intents } = play([
      down(100, 0, 0),
      up(100, 0, 80),
      down(112, 4, 329, beside),
      up(112, 4, 400),
    ]);
    expect(last(intents)).toEqual({ type: 'solo', slot: 2 });
    expect(names(intents)).not.toContain('restore');
  });

  test('later, or elsewhere, the second tap is a tap of its own', () => {
    const late = play([down(100, 0, 0), up(100, 0, 80), down(100, 0, 331), up(100, 0, 400)]);
    expect(names(late.intents).filter((name) => name === 'tap')).toHaveLength(2);
    const other = target({ slot: 5 });
    const far = play([down(100, 0, 0), up(100, 0, 80), down(0, 100, 200, other), up(0, 100, 250)]);
    expect(last(far.intents)).toEqual({ type: 'tap', slot: 5 });
  });

  test('a third quick tap begins again', () => {
    const taps = [0, 150, 300].flatMap((at) => [down(100, 0, at), up(100, 0, at + 50)]);
    expect(names(play(taps).intents).filter((name) => name !== 'press')).toEqual([
      'tap',
      'solo',
      'tap',
    ]);
  });

  test('two fingers tap two rings', () => {
    const { intents, state } = play([
      down(100, 0, 0),
      down(0, 150, 20, target({ slot: 6 }), 2),
      up(100, 0, 80),
      up(0, 150, 95, 2),
    ]);
    expect(intents.filter((one) => one.type === 'tap').map((one) => one.slot)).toEqual([2, 6]);
    expect(isGestureActive(state)).toBe(false);
  });
});

describe('long press and menu', () => {
  test('500 ms without moving opens the slot, once, and letting go does nothing more', () => {
    const held = play([down(100, 0, 0), { type: 'time', timeMs: 499 }]);
    expect(names(held.intents)).toEqual(['press']);
    expect(gestureDeadlineMs(held.state)).toBe(500);
    const { intents, state } = play([
      down(100, 0, 0),
      { type: 'time', timeMs: 500 },
      { type: 'menu', slot: 2, x: 100, y: 0 },
      move(160, 0, 700),
      up(160, 0, 900),
    ]);
    expect(names(intents)).toEqual(['press', 'open']);
    expect(state).toEqual(IDLE_GESTURE);
  });

  test('a stalled page that sees the release first still opens', () => {
    expect(last(play([down(100, 0, 0), up(100, 0, 800)]).intents)?.type).toBe('open');
  });

  test('where nothing opens, a finger that rested may still drag or tap', () => {
    const on = target({ canOpen: false });
    const rested = [down(100, 0, 0, on), { type: 'time', timeMs: 900 } as const];
    expect(last(play([...rested, move(130, 0, 950), up(130, 0, 990)]).intents)?.type).toBe(
      'setGain',
    );
    expect(last(play([...rested, up(100, 0, 990)]).intents)?.type).toBe('tap');
  });

  test('the system’s menu opens the slot at once', () => {
    const { intents } = play([{ type: 'menu', slot: 4, x: 10, y: 20 }]);
    expect(intents).toEqual([{ type: 'open', slot: 4, x: 10, y: 20 }]);
  });
});

describe('gain', () => {
  test('out is louder, live, and written once when let go', () => {
    const { intents } = play([down(100, 0, 0), move(110, 0, 20), move(125, 2, 60), up(125, 2, 90)]);
    const live = intents.filter((one) => one.type === 'gain');
    expect(live.length).toBe(2);
    expect(live[0].gain).toBeCloseTo(1.2);
    const written = last(intents);
    expect(written).toMatchObject({ type: 'setGain', slot: 2 });
    expect(written?.type === 'setGain' && written.gain).toBeCloseTo(1.5, 1);
    expect(names(intents).filter((name) => name === 'setGain')).toHaveLength(1);
  });

  test('dragged through the centre it stays silent', () => {
    const { intents } = play([
      down(100, 0, 0),
      move(40, 0, 20),
      move(-5, 1, 40),
      move(-90, 0, 60),
      up(-90, 0, 80),
    ]);
    expect(last(intents)).toEqual({ type: 'setGain', slot: 2, gain: 0 });
  });

  test('one great leap to the centre or past it is silence, not a turn', () => {
    for (const x of [0, -3, -90]) {
      const { intents } = play([down(100, 0, 0), move(x, 0, 16), up(x, 0, 32)]);
      expect(last(intents)).toEqual({ type: 'setGain', slot: 2, gain: 0 });
    }
  });

  test('a cancelled or aborted drag goes back', () => {
    for (const stop of [{ type: 'cancel', pointer: 1 }, { type: 'abort' }] as GestureEvent[]) {
      const { intents, state } = play([down(100, 0, 0), move(130, 0, 30), stop, up(130, 0, 50)]);
      expect(last(intents)).toEqual({ type: 'restore', slot: 2, gain: 1 });
      expect(state).toEqual(IDLE_GESTURE);
    }
  });

  test('only one ring is dragged at a time', () => {
    const { intents } = play([
      down(100, 0, 0),
      down(0, 150, 10, target({ slot: 6 }), 2),
      move(130, 0, 30),
      move(0, 190, 40, 2),
      up(0, 190, 60, 2),
      up(130, 0, 80),
    ]);
    expect(intents.some((one) => one.slot === 6 && one.type !== 'press')).toBe(false);
    expect(last(intents)?.type).toBe('setGain');
  });
});

describe('round the rifff', () => {
  test('15° is a semitone, clockwise up', () => {
    const at = 5 * SEMITONE_TURN;
    const { intents } = play([
      down(150, 0, 0),
      ...round(150, 0, at, 0, 900),
      up(150 * Math.cos(at), 150 * Math.sin(at), 1000),
    ]);
    expect(last(intents)).toEqual({ type: 'setPitch', slot: 2, semitones: 5 });
  });

  test.each([1, -1])('stops at twelve semitones, however far it is turned (%i)', (way) => {
    const { intents } = play([
      down(150, 0, 0),
      ...round(150, 0, way * 2 * Math.PI * 0.9, 0, 900),
      up(150, way, 1000),
    ]);
    expect(last(intents)).toEqual({ type: 'setPitch', slot: 2, semitones: 12 * way });
  });

  test('goes on both ways past the far side of the centre', () => {
    for (const way of [1, -1]) {
      const [from, to] = [way * (Math.PI - 0.3), way * (Math.PI - 0.3 + 5 * SEMITONE_TURN)];
      const at = (angle: number) => [150 * Math.cos(angle), 150 * Math.sin(angle)] as const;
      const { intents } = play([
        down(...at(from), 0),
        ...round(150, from, to, 0, 900),
        up(...at(to), 1000),
      ]);
      expect(last(intents)).toEqual({ type: 'setPitch', slot: 2, semitones: 5 * way });
    }
  });

  test('a flick clockwise swaps for the next loop, the other way for a random one', () => {
    for (const [to, how] of [
      [0.5, 'next'],
      [-0.5, 'random'],
    ] as const) {
      const end = move(150 * Math.cos(to), 150 * Math.sin(to), 0);
      const { x, y } = end as { x: number; y: number };
      const { intents } = play([down(150, 0, 0), ...round(150, 0, to, 0, 120), up(x, y, 130)]);
      expect(last(intents)).toEqual({ type: 'swap', slot: 2, how });
      expect(names(intents)).not.toContain('setPitch');
    }
  });

  test('a swipe that comes to rest is no flick', () => {
    const { intents } = play([
      down(150, 0, 0),
      ...round(150, 0, 0.5, 0, 100),
      up(150 * Math.cos(0.5), 150 * Math.sin(0.5), 190),
    ]);
    expect(names(intents)).not.toContain('swap');
  });

  test('without pitch, a slow finger may change to gain, and a slow turn does nothing', () => {
    const on = target({ canPitch: false });
    const turned = play([
      down(150, 0, 0, on),
      ...round(150, 0, 0.6, 0, 900),
      up(150 * Math.cos(0.6), 150 * Math.sin(0.6), 1000),
    ]);
    expect(last(turned.intents)?.type).toBe('restore');
    const steered = play([
      down(100, 0, 0, on),
      ...round(100, 0, 0.2, 0, 300),
      move(130 * Math.cos(0.2), 130 * Math.sin(0.2), 500),
      up(130 * Math.cos(0.2), 130 * Math.sin(0.2), 600),
    ]);
    expect(last(steered.intents)?.type).toBe('setGain');
  });
});

describe('pulling a ring off', () => {
  const far: GestureEvent[] = [down(180, 0, 0), move(220, 0, 20), move(270, 0, 40)];

  test('lifts beyond 1.25 R with its gain as it was, and goes back unless let go outside', () => {
    const { intents } = play([...far, up(270, 0, 60)]);
    const pull = intents.find((one) => one.type === 'pull');
    expect(pull).toMatchObject({ offsetX: 90, offsetY: 0, isLeaving: false });
    expect(intents[intents.indexOf(pull as GestureIntent) - 1]).toEqual({
      type: 'gain',
      slot: 2,
      gain: 1,
    });
    expect(last(intents)).toEqual({ type: 'restore', slot: 2, gain: 1 });
  });

  test('is removed well outside, or over the bin', () => {
    expect(last(play([...far, up(330, 0, 60)]).intents)?.type).toBe('remove');
    const bin = play([
      ...far,
      { type: 'up', pointer: 1, x: 60, y: 90, timeMs: 60, isOverBin: true },
    ]);
    expect(last(bin.intents)?.type).toBe('remove');
  });

  test('does not lift while its gain can still rise, nor where nothing may be removed', () => {
    const quiet = target({ gain: 0, gainAt: (outwardPx) => outwardPx / 200 });
    expect(names(play([down(180, 0, 0, quiet), move(270, 0, 40)]).intents)).not.toContain('pull');
    const fixed = target({ canRemove: false });
    expect(names(play([down(180, 0, 0, fixed), move(400, 0, 40)]).intents)).not.toContain('pull');
  });
});
