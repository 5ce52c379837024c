import { expect, test } from 'vitest';
import type { RoomTransport } from '../../contract/live.ts';
import type { RoomClock } from '../time/sharedClock.ts';
import { driftMs, mayMove, stepNow, stepText } from './together.ts';

const transport: RoomTransport = {
  mode: 'together',
  host: null,
  rifffId: 'a',
  isPlaying: true,
  atMs: 10_000,
  phaseSec: 2,
  version: 1,
};
const clock: RoomClock = {
  refMs: 0,
  offsetMs: 0,
  skew: 0,
  spreadMs: 1.2,
  boundMs: 5,
  isSkewKnown: true,
};
/** Heard three seconds later, ahead by `ms`. */
const heard = (ms: number, rifffId = 'a') => ({
  rifffId,
  atMs: 13_000,
  phaseSec: 5 + ms / 1000,
});

test('a device is in step when it plays the rifff of the room within a splice, and says by how much', () => {
  const text = (...input: Parameters<typeof stepNow>) => stepText(stepNow(...input));
  expect(text(transport, clock, heard(1), 0)).toBe('in step, ± 3 ms');
  expect(text(transport, clock, heard(-1), 0)).toBe('in step, ± 3 ms');
  expect(text(transport, clock, heard(80), 0)).toBe('finding the beat');
  expect(text(transport, clock, heard(0, 'b'), 0)).toBe('finding the beat');
  expect(text(transport, null, null, 0)).toBe('finding the beat');
  expect(text({ ...transport, isPlaying: false }, clock, null, 0)).toMatch(/^waiting/);
  expect(text({ ...transport, mode: 'free' }, clock, heard(0), 0)).toBe('free');
  expect(text(null, clock, heard(0), 0)).toBe('free');
});

test('drift is what the phase has gained over the clock', () => {
  expect(driftMs(transport, heard(0))).toBeCloseTo(0);
  expect(driftMs(transport, heard(-7))).toBeCloseTo(-7);
});

test('members move the music; with a host the host and the owner alone', () => {
  const who = { reader: 'me', mayAnswer: true, isOwner: false };
  const led = { ...transport, host: 'mia' };
  expect(mayMove(null, who)).toBe(true);
  expect(mayMove(transport, who)).toBe(true);
  expect(mayMove(transport, { ...who, mayAnswer: false })).toBe(false);
  expect(mayMove(led, who)).toBe(false);
  expect(mayMove(led, { ...who, reader: 'mia' })).toBe(true);
  expect(mayMove(led, { ...who, isOwner: true })).toBe(true);
  expect(mayMove({ ...led, mode: 'free' }, who)).toBe(true);
});
