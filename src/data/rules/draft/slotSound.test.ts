import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import type { Loop } from '../../contract/loop.ts';
import { type Rifff, RifffSchema } from '../../contract/rifff.ts';
import { authoredRifff, postedRifffFault } from '../sharing/posted.ts';
import {
  addLoop,
  createDraft,
  inDraftState,
  loopInSlot,
  playingSlot,
  swapLoop,
  usedSlots,
} from './draft.ts';
import * as merge from './merge.ts';
import * as rules from './slotSound.ts';

const loop = (id: string, change: Partial<Loop> = {}) => loopOf(id, { name: id, ...change });
const rifffOf = (...loops: Loop[]): Rifff => loops.reduce(addLoop, createDraft('rondo'));
const effect = fc.constantFrom(...(Object.keys(rules.EFFECT_OFF) as rules.SlotEffect[]));
const value = fc.oneof(
  fc.double({ min: -30_000, max: 30_000 }),
  fc.constantFrom(0, 1, 20, 20_000, Number.NaN, Number.POSITIVE_INFINITY),
);

describe('effects of a slot', () => {
  it('always make a document that the schema and the server take', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(effect, value)), (changes) => {
        const rifff = changes.reduce(
          (before, [one, to]) => rules.setSlotEffect(before, 0, one, to),
          rifffOf(loop('a')),
        );
        const read = RifffSchema.parse(JSON.parse(JSON.stringify(rifff)));
        expect(postedRifffFault(read)).toBeNull();
        expect(authoredRifff(read).state.playback[0]?.slot.current?.effects).toEqual(
          playingSlot(rifff, 0)?.effects,
        );
      }),
    );
  });

  it('are not stored when they do nothing', () => {
    let rifff = rules.setSlotEffect(rifffOf(loop('a')), 0, 'pan', 0.5);
    rifff = rules.setSlotEffect(rifff, 0, 'reverb', 0.2);
    expect(rules.effectsInUse(playingSlot(rifff, 0)!)).toBe(2);
    rifff = rules.setSlotEffect(rifff, 0, 'pan', 0);
    expect(playingSlot(rifff, 0)?.effects).toEqual({ reverb: 0.2 });
    rifff = rules.setSlotEffect(rifff, 0, 'reverb', 0);
    expect(playingSlot(rifff, 0)?.effects).toBeUndefined();
  });

  it('keep what another writer added', () => {
    const rifff = rifffOf(loop('a'));
    const current = playingSlot(rifff, 0)!;
    const foreign = rules.setSlotEffect(rifff, 0, 'pan', 0.5);
    Object.assign(playingSlot(foreign, 0)!.effects!, { chorus: 1 });
    expect(playingSlot(rules.setSlotEffect(foreign, 0, 'pan', 0), 0)?.effects).toEqual({
      chorus: 1,
    });
    expect(current.effects).toBeUndefined();
  });

  it('stay with the slot when its loop is swapped, as the match of the key does', () => {
    let rifff = rules.setSlotEffect(rifffOf(loop('a')), 0, 'delay', 0.4);
    rifff = swapLoop(rules.setSlotKeyRange(rifff, 0, 5), 0, loop('b'));
    expect(playingSlot(rifff, 0)?.effects).toEqual({ delay: 0.4 });
    expect(playingSlot(rifff, 0)?.pitchShiftSettings.autoKeyMatchRange).toBe(5);
  });

  it('may not smuggle unknown keys past the limit', () => {
    const rifff = rules.setSlotEffect(rifffOf(loop('a')), 0, 'pan', 0.5);
    Object.assign(playingSlot(rifff, 0)!.effects!, { more: 'x'.repeat(9000) });
    expect(postedRifffFault(rifff)?.field).toBe('rifff');
  });
});

describe('stretch, key range and key', () => {
  it('are held to what there is, and change nothing when they are the same', () => {
    const rifff = rifffOf(loop('a'));
    expect(rules.setSlotStretch(rifff, 0, false)).toBe(rifff);
    expect(
      playingSlot(rules.setSlotStretch(rifff, 0, true), 0)?.pitchShiftSettings.timeStretch,
    ).toBe(true);
    expect(rules.setSlotKeyRange(rifff, 0, 0)).toBe(rifff);
    expect(
      playingSlot(rules.setSlotKeyRange(rifff, 0, 99), 0)?.pitchShiftSettings.autoKeyMatchRange,
    ).toBe(12);
    expect(rules.setKey(rifff, 12, 0)).toBe(rifff);
    expect(rules.setKey(rifff, 3, 18)).toBe(rifff);
    expect(rules.setKey(rifff, 3, 1)).toMatchObject({ root: 3, scale: 1 });
  });

  it('another key is a change that can be committed', () => {
    const parent = { jamId: 'band0123456789', rifffId: 'r' };
    const rifff: Rifff = { ...rifffOf(loop('a')), parent };
    const { state, root, scale } = rifff;
    expect(inDraftState(rifff, { rifffId: 'r', state, root, scale })).toBe(false);
    expect(inDraftState(rules.setKey(rifff, 3, 1), { rifffId: 'r', state, root, scale })).toBe(
      true,
    );
    expect(inDraftState(rules.setKey(rifff, 3, 1), { rifffId: 'r', state })).toBe(false);
  });
});

describe('merging', () => {
  const eight = rifffOf(
    ...Array.from({ length: 8 }, (_, i) =>
      loop(`l${i}`, { length16ths: [16, 32, 48, 64][i % 4]! }),
    ),
  );

  it('puts one loop where the innermost was and frees the other slots', () => {
    const merged = merge.mergeSlots(eight, [5, 2], loop('m'), 0.7);
    expect(usedSlots(merged)).toBe(7);
    expect(playingSlot(merged, 2)).toMatchObject({ currentLoop: 'm', gain: 0.7, on: true });
    expect(loopInSlot(merged, 4)?._id).toBe('l4');
    expect(loopInSlot(merged, 5)?._id).toBe('l6');
    expect(merged.loops.some(({ _id }) => _id === 'l2' || _id === 'l5')).toBe(false);
  });

  it('needs two slots that are used', () => {
    expect(merge.mergeSlots(eight, [3], loop('m'), 1)).toBe(eight);
    expect(merge.mergeSlots(eight, [3, 3, 9], loop('m'), 1)).toBe(eight);
  });

  it('is as long as all of it takes to repeat', () => {
    expect(merge.mergedBars(eight, [0, 1])).toBe(2);
    expect(merge.mergedBars(eight, [1, 2])).toBe(6);
    expect(merge.mergedBars(eight, [2, 3])).toBe(12);
    const long = rifffOf(loop('a', { length16ths: 16 * 7 }), loop('b', { length16ths: 16 * 11 }));
    expect(merge.mergedBars(long, [0, 1])).toBe(11);
  });

  it('keeps a common category and joins the names', () => {
    expect(merge.mergedCategory(eight, [0, 1])).toBe('bass');
    expect(merge.mergedName(eight, [0, 3])).toBe('l0 + l3');
    const mixed = rifffOf(loop('a'), loop('b', { category: 'drums' }));
    expect(merge.mergedCategory(mixed, [0, 1])).toBe('audio');
  });
});
