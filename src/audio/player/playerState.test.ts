import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { impulse, makeLoop, makeRifff } from '../../../tests/audio/loops.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import {
  addLoop,
  deleteLoop,
  setSlotGain,
  setTempo,
  toggleMute,
} from '../../data/rules/draft/draft.ts';
import { mergeSlots } from '../../data/rules/draft/merge.ts';
import {
  declared,
  FIRST_STATE,
  isTouchOf,
  levelOf,
  type PlayerEvent,
  type PlayerState,
  step,
} from './playerState.ts';

const loopOf = (length16ths = 1) => makeLoop({ sound: impulse(), length16ths });
const rifffOf = (count: number) => makeRifff(Array.from({ length: count }, () => loopOf()));
const then = (state: PlayerState, ...events: PlayerEvent[]) => events.reduce(step, state);
const playing = (rifff: Rifff) =>
  then(FIRST_STATE, { type: 'replace', rifff }, { type: 'start' }, { type: 'solo', slot: -1 });

describe('another rifff', () => {
  const [first, second] = [rifffOf(2), rifffOf(3)];

  test('is what plays at once while the music rests, from the start', () => {
    const rested = then(playing(first), { type: 'halt', restBars: 3.5 });
    expect(rested.restBars).toBe(3.5);
    const state = then(rested, { type: 'replace', rifff: second });
    expect(state).toMatchObject({ phase: 'rest', restBars: 0, next: null });
    expect(state.plays.rifff).toBe(second);
  });

  test('waits for its boundary while another plays, and then plays itself', () => {
    const waiting = then(playing(first), { type: 'replace', rifff: second });
    expect(waiting.plays.rifff).toBe(first);
    expect(declared(waiting).rifff).toBe(second);
    const state = then(waiting, { type: 'reached' });
    expect(state.next).toBeNull();
    expect(state.plays.rifff).toBe(second);
  });

  test('is taken back as if nothing had been', () => {
    const before = playing(first);
    const state = then(before, { type: 'replace', rifff: second }, { type: 'stay' });
    expect(state).toEqual(before);
  });

  test('is what rests when the music is stopped before its boundary', () => {
    const state = then(
      playing(first),
      { type: 'replace', rifff: second },
      { type: 'halt', restBars: 0 },
    );
    expect(state).toMatchObject({ phase: 'rest', next: null });
    expect(state.plays.rifff).toBe(second);
  });
});

describe('levels', () => {
  const [first, second] = [rifffOf(2), rifffOf(2)];
  const crossing = then(playing(first), { type: 'replace', rifff: second });

  test('are those of what is heard, whatever waits', () => {
    const state = then(
      crossing,
      { type: 'gain', slot: 0, gain: 0.25 },
      { type: 'solo', slot: 0 },
      { type: 'touch', rifff: toggleMute(first, 1) },
    );
    expect([0, 1].map((slot) => levelOf(state.plays, slot))).toEqual([0.25, 0]);
    expect(state.plays.plans[1]?.isOn).toBe(false);
    expect([0, 1].map((slot) => levelOf(declared(state), slot))).toEqual([1, 1]);
  });

  test('that a listener turned stay until the document says another one', () => {
    const turned = then(playing(first), { type: 'gain', slot: 0, gain: 0.25 });
    const muted = then(turned, { type: 'edit', rifff: toggleMute(first, 1) });
    expect(levelOf(muted.plays, 0)).toBe(0.25);
    const said = then(turned, { type: 'edit', rifff: setSlotGain(first, 0, 0.5) });
    expect(levelOf(said.plays, 0)).toBe(0.5);
    const grown = then(turned, { type: 'edit', rifff: addLoop(first, loopOf()) });
    expect(levelOf(grown.plays, 0)).toBe(1);
  });

  test('alone make a touch; a tempo or another rifff does not', () => {
    const state = playing(first);
    expect(isTouchOf(state, setSlotGain(first, 0, 0.1))).toBe(true);
    expect(isTouchOf(state, setTempo(first, 2.1))).toBe(false);
    expect(isTouchOf(state, second)).toBe(false);
    expect(isTouchOf(crossing, toggleMute(first, 0))).toBe(true);
  });
});

describe('an edit that puts one loop in the place of two', () => {
  const rifff = rifffOf(3);
  const merged = mergeSlots(rifff, [0, 1], loopOf(), 1);

  test('is held back until it is admitted, and the solo follows its loop', () => {
    const held = then(playing(rifff), { type: 'solo', slot: 2 }, { type: 'edit', rifff: merged });
    expect(held.held).toBe(merged);
    expect(held.plays.rifff).toBe(rifff);
    const state = then(held, { type: 'admit' }, { type: 'reached' });
    expect(state).toMatchObject({ held: null, next: null });
    expect(state.plays.rifff).toBe(merged);
    const alone = state.plays.plans[state.plays.solo]?.pattern.loop._id;
    expect(alone).toBe(rifff.loops[2]?._id);
  });

  test('sounds at once at rest, and is taken up when the music stops', () => {
    const resting = then(FIRST_STATE, { type: 'replace', rifff }, { type: 'edit', rifff: merged });
    expect(resting.plays.rifff).toBe(merged);
    const stopped = then(
      playing(rifff),
      { type: 'edit', rifff: merged },
      { type: 'halt', restBars: 1 },
    );
    expect(stopped).toMatchObject({ held: null, restBars: 1 });
    expect(stopped.plays.rifff).toBe(merged);
  });

  test('gives way to another edit', () => {
    const shorter = deleteLoop(rifff, 0);
    const state = then(
      playing(rifff),
      { type: 'edit', rifff: merged },
      { type: 'edit', rifff: shorter },
    );
    expect(state.held).toBeNull();
    expect(state.plays.rifff).toBe(shorter);
  });
});

test('an ending is open again after whatever changes what plays', () => {
  const rifff = rifffOf(2);
  const ending = { by: 'silence', atFrame: 48_000 } as const;
  const state = then(playing(rifff), { type: 'ends', ending });
  expect(state.ending).toBe(ending);
  const changes: PlayerEvent[] = [
    { type: 'edit', rifff: toggleMute(rifff, 0) },
    { type: 'replace', rifff: rifffOf(1) },
    { type: 'halt', restBars: 0 },
    { type: 'stay' },
    { type: 'ends', ending: null },
  ];
  for (const event of changes) expect(step(state, event).ending).toBeNull();
});

test('nothing waits and nothing is held at rest, whatever comes in whatever order', () => {
  const rifffs = [rifffOf(1), rifffOf(2), rifffOf(3)];
  const rifff = fc.constantFrom(...rifffs);
  const slot = fc.integer({ min: 0, max: 7 });
  const events = fc.oneof<fc.Arbitrary<PlayerEvent>[]>(
    rifff.map((one) => ({ type: 'replace', rifff: one }) as const),
    rifff.map((one) => ({ type: 'edit', rifff: one }) as const),
    fc.constantFrom<PlayerEvent>(
      { type: 'admit' },
      { type: 'reached' },
      { type: 'stay' },
      { type: 'start' },
      { type: 'halt', restBars: 0 },
    ),
    slot.map((at) => ({ type: 'gain', slot: at, gain: 0.5 }) as const),
    slot.map((at) => ({ type: 'solo', slot: at }) as const),
  );
  fc.assert(
    fc.property(fc.array(events, { maxLength: 30 }), (list) => {
      const frozen = JSON.stringify(FIRST_STATE);
      for (let state = FIRST_STATE, at = 0; at < list.length; at++) {
        state = step(state, list[at]!);
        if (state.phase === 'rest') expect([state.next, state.held]).toEqual([null, null]);
        expect(state.plays.gains).toHaveLength(9);
      }
      expect(JSON.stringify(FIRST_STATE)).toBe(frozen);
    }),
  );
});
