import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { down, play, target, up } from '../../../../tests/support/gestureScript.ts';
import { MAX_GAIN } from '../../contract/constants.ts';
import { gestureDeadlineMs, isGestureActive, stepGesture } from './gesture.ts';
import type { GestureEvent } from './gestureModel.ts';

const RUNS = { numRuns: 1000 };
const place = fc.integer({ min: -400, max: 400 });
const pointer = fc.integer({ min: 1, max: 3 });
const anyTarget = fc
  .record({
    slot: fc.integer({ min: 0, max: 7 }),
    gain: fc.double({ min: 0, max: 2, noNaN: true }),
    semitones: fc.integer({ min: -12, max: 12 }),
    canPitch: fc.boolean(),
    canSwap: fc.boolean(),
    canRemove: fc.boolean(),
    canOpen: fc.boolean(),
  })
  .map((change) => target(change));
const anyEvent = fc.oneof(
  fc.record({ type: fc.constant('down' as const), pointer, x: place, y: place, target: anyTarget }),
  fc.record({
    type: fc.constantFrom('move' as const, 'up' as const),
    pointer,
    x: place,
    y: place,
    isOverBin: fc.boolean(),
  }),
  fc.record({ type: fc.constant('cancel' as const), pointer }),
  fc.record({ type: fc.constant('abort' as const) }),
  fc.record({
    type: fc.constant('menu' as const),
    slot: fc.integer({ min: 0, max: 7 }),
    x: place,
    y: place,
  }),
  fc.record({ type: fc.constant('time' as const) }),
);
const anyEvents = fc
  .array(fc.tuple(anyEvent, fc.integer({ min: 0, max: 600 })), { maxLength: 60 })
  .map((steps) => {
    let timeMs = 0;
    return steps.map(([event, wait]) => {
      timeMs += wait;
      return { ...event, timeMs } as GestureEvent;
    });
  });

describe('any sequence of events', () => {
  test('ends idle once every finger is up or taken away', () => {
    fc.assert(
      fc.property(anyEvents, fc.boolean(), (events, isCancelled) => {
        const ends: GestureEvent[] = [1, 2, 3].map((id) =>
          isCancelled ? { type: 'cancel', pointer: id } : up(0, 0, 1e6, id),
        );
        const { state } = play([...events, ...ends]);
        expect(isGestureActive(state)).toBe(false);
        expect(gestureDeadlineMs(state)).toBeNull();
      }),
      RUNS,
    );
  });

  test('keeps gain within 0 and 2 and pitch within twelve semitones', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        for (const intent of play(events).intents) {
          if ('gain' in intent) {
            expect(intent.gain).toBeGreaterThanOrEqual(0);
            expect(intent.gain).toBeLessThanOrEqual(MAX_GAIN);
          }
          if ('semitones' in intent) expect(Math.abs(intent.semitones)).toBeLessThanOrEqual(12);
        }
      }),
      RUNS,
    );
  });

  test('says nothing for a pointer after it was cancelled, until it comes down again', () => {
    fc.assert(
      fc.property(anyEvents, anyEvents, (before, after) => {
        const cancelled = play([...before, { type: 'abort' }]);
        let state = cancelled.state;
        for (const event of after) {
          if (event.type === 'down' || event.type === 'menu') break;
          const step = stepGesture(state, event);
          expect(step.intents).toEqual([]);
          state = step.state;
        }
      }),
      RUNS,
    );
  });

  test('every live gain is settled by a written one, a restored one or a removal', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const open = new Map<number, number>();
        for (const intent of play([...events, { type: 'abort' }]).intents) {
          if (intent.type === 'gain') open.set(intent.slot, intent.gain);
          if (intent.type === 'setGain') expect(open.get(intent.slot)).toBe(intent.gain);
          if (['setGain', 'restore', 'remove', 'swap'].includes(intent.type))
            open.delete(intent.slot);
        }
        expect([...open.keys()]).toEqual([]);
      }),
      RUNS,
    );
  });

  test('a second tap within 250 ms leaves the ring on and solos it, whatever it was', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 0, max: 499 }),
        fc.integer({ min: 0, max: 250 }),
        fc.integer({ min: -3, max: 3 }),
        (wasOn, heldMs, gapMs, shift) => {
          const again = heldMs + gapMs;
          const { intents } = play([
            down(100, 0, 0),
            up(100 + shift, shift, heldMs),
            down(100 - shift, 0, again),
            up(100, shift, again + 60),
          ]);
          let isOn = wasOn;
          let solo = -1;
          for (const intent of intents) {
            if (intent.type === 'tap') isOn = !isOn;
            if (intent.type === 'solo') [isOn, solo] = [true, intent.slot];
          }
          expect([isOn, solo]).toEqual([true, 2]);
        },
      ),
      RUNS,
    );
  });
});
