import { beforeEach, describe, expect, test } from 'vitest';
import type { Loop } from '../contract/loop.ts';
import type { Rifff } from '../contract/rifff.ts';
import { addLoop, createDraft, setSlotGain, toggleMute } from '../rules/draft/draft.ts';
import { editMix, listening, mixOf, noMixes, resetMix } from './listening.ts';

const loop: Loop = {
  _id: 'loop-a',
  creatorUserName: 'rondo',
  created: 1,
  startOffsetSamples: 0,
  barLength: 16,
  length16ths: 16,
  bps: 2,
  sampleRate: 48_000,
  category: 'drums',
};

let rifff: Rifff;

beforeEach(() => {
  rifff = addLoop(createDraft('rondo'), loop);
  listening.mixes = noMixes();
});

describe("the listener's own mix", () => {
  test('leaves the rifff alone and keeps the change', () => {
    const before = structuredClone(rifff);
    editMix(rifff, (mix) => toggleMute(mix, 0));
    expect(rifff).toEqual(before);
    expect(mixOf(rifff).state.playback[0]?.slot.current?.on).toBe(false);
  });

  test('goes on from the mix, not from the rifff', () => {
    editMix(rifff, (mix) => toggleMute(mix, 0));
    const mix = editMix(rifff, (one) => setSlotGain(one, 0, 0.5));
    expect(mix.state.playback[0]?.slot.current).toMatchObject({ on: false, gain: 0.5 });
  });

  test('is let go when it sounds like the original again', () => {
    editMix(rifff, (mix) => toggleMute(mix, 0));
    expect(editMix(rifff, (mix) => toggleMute(mix, 0))).toBe(rifff);
    expect(Object.keys(listening.mixes)).toEqual([]);
  });

  test.each(['constructor', '__proto__', 'toString'])(
    'is that of a rifff called %s and of no other',
    (_id) => {
      const odd = { ...rifff, _id };
      expect(mixOf(odd)).toBe(odd);
      const mix = editMix(odd, (one) => setSlotGain(one, 0, 2));
      expect(mixOf(odd)).toBe(mix);
      expect(mixOf(rifff)).toBe(rifff);
      expect(resetMix(odd)).toBe(odd);
      expect(mixOf(odd)).toBe(odd);
    },
  );

  test('is of one jam, also where another has a rifff of the same id', () => {
    const other = { ...rifff, jamId: 'band0000000001' };
    editMix(rifff, (mix) => toggleMute(mix, 0));
    expect(mixOf(other)).toBe(other);
  });

  test('can be taken back', () => {
    editMix(rifff, (mix) => setSlotGain(mix, 0, 2));
    expect(resetMix(rifff)).toBe(rifff);
    expect(mixOf(rifff)).toBe(rifff);
  });

  test('is not there when nothing changes', () => {
    expect(editMix(rifff, (mix) => setSlotGain(mix, 5, 0.5))).toBe(rifff);
    expect(Object.keys(listening.mixes)).toEqual([]);
  });
});
