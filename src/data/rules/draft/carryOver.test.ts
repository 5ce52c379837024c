import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Loop } from '../../contract/loop.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { carriedText, carryOver } from './carryOver.ts';
import {
  addLoop,
  createDraft,
  deleteLoop,
  playingSlot,
  setSlotGain,
  setTempo,
  swapLoop,
  toggleMute,
  usedSlots,
} from './draft.ts';

const loopOf = (name: string): Loop => ({
  _id: name,
  creatorUserName: 'ana',
  created: 1,
  startOffsetSamples: 0,
  barLength: 16,
  length16ths: 16,
  bps: 2,
  sampleRate: 48_000,
  category: 'drums',
});

const rifffOf = (...names: string[]): Rifff =>
  names.reduce((rifff, name) => addLoop(rifff, loopOf(name)), createDraft('ana', 2, 1));
const loops = (rifff: Rifff) =>
  rifff.state.playback.flatMap(({ slot }) => slot.current?.currentLoop ?? []);

const base = rifffOf('a', 'b', 'c');

it('keeps a mute where the newer rifff left that slot alone', () => {
  const newer = addLoop(base, loopOf('new'));
  const result = carryOver(base, toggleMute(base, 1), newer);
  expect(loops(result.rifff)).toEqual(['a', 'b', 'c', 'new']);
  expect(playingSlot(result.rifff, 1)?.on).toBe(false);
  expect(result).toMatchObject({ kept: 1, dropped: 0 });
});

it('gives way where the newer rifff changed the same slot', () => {
  const result = carryOver(base, setSlotGain(base, 0, 0.5), setSlotGain(base, 0, 1.5));
  expect(playingSlot(result.rifff, 0)?.gain).toBe(1.5);
  expect(result).toMatchObject({ kept: 0, dropped: 1 });
});

it('finds a slot again that moved up because another went', () => {
  const result = carryOver(base, toggleMute(base, 2), deleteLoop(base, 0));
  expect(loops(result.rifff)).toEqual(['b', 'c']);
  expect(playingSlot(result.rifff, 1)?.on).toBe(false);
});

it('puts an added loop after those that came, and none where all eight are full', () => {
  const mine = addLoop(base, loopOf('mine'));
  const newer = addLoop(base, loopOf('new'));
  expect(loops(carryOver(base, mine, newer).rifff)).toEqual(['a', 'b', 'c', 'new', 'mine']);
  const full = rifffOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const result = carryOver(base, mine, full);
  expect(loops(result.rifff)).toEqual(loops(full));
  expect(result).toMatchObject({ kept: 0, dropped: 1 });
});

it('swaps in place, and drops a swap of what the newer rifff swapped too', () => {
  const mine = swapLoop(base, 1, loopOf('mine'));
  expect(loops(carryOver(base, mine, addLoop(base, loopOf('new'))).rifff)).toEqual([
    'a',
    'mine',
    'c',
    'new',
  ]);
  const both = carryOver(base, mine, swapLoop(base, 1, loopOf('theirs')));
  expect(loops(both.rifff)).toEqual(['a', 'theirs', 'c']);
  expect(both).toMatchObject({ kept: 0, dropped: 1 });
});

it('carries a tempo, unless the newer rifff has another one', () => {
  const mine = setTempo(base, 2.5);
  expect(carryOver(base, mine, addLoop(base, loopOf('new'))).rifff.state.bps).toBe(2.5);
  expect(carryOver(base, mine, setTempo(base, 1.5))).toMatchObject({ kept: 0, dropped: 1 });
});

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
const edit = fc.oneof(
  names.map((name) => (rifff: Rifff) => addLoop(rifff, loopOf(name))),
  fc.tuple(fc.nat(7), names).map(([slot, name]) => (rifff: Rifff) => {
    return swapLoop(rifff, slot, loopOf(name));
  }),
  fc.nat(7).map((slot) => (rifff: Rifff) => deleteLoop(rifff, slot)),
  fc.nat(7).map((slot) => (rifff: Rifff) => toggleMute(rifff, slot)),
  fc.tuple(fc.nat(7), fc.double({ min: 0, max: 2, noNaN: true })).map(([slot, gain]) => {
    return (rifff: Rifff) => setSlotGain(rifff, slot, gain);
  }),
);
const edits = fc.array(edit, { maxLength: 8 }).map((all) => (rifff: Rifff) => {
  return all.reduce((now, one) => one(now), rifff);
});

it('gives a whole rifff: eight slots at most, none after a free one, every loop held', () => {
  fc.assert(
    fc.property(edits, edits, edits, (start, mine, newer) => {
      const from = start(base);
      const { rifff } = carryOver(from, mine(from), newer(from));
      const used = loops(rifff);
      expect(rifff.state.playback).toHaveLength(8);
      expect(used).toHaveLength(usedSlots(rifff));
      expect(rifff.state.playback.slice(used.length).every(({ slot }) => !slot.current)).toBe(true);
      expect(new Set(rifff.loops.map(({ _id }) => _id))).toEqual(new Set(used));
    }),
  );
});

it('changes nothing without changes, and sounds like the answer where nothing came', () => {
  fc.assert(
    fc.property(edits, edits, (start, change) => {
      const from = start(base);
      const other = change(from);
      expect(carryOver(from, from, other).rifff.state).toEqual(other.state);
      const back = carryOver(from, other, from);
      expect(back.dropped).toBe(0);
      expect(loops(back.rifff).sort()).toEqual(loops(other).sort());
    }),
  );
});

it('says in one line what it kept', () => {
  expect(carriedText({ kept: 2, dropped: 1 }, 'Nº 7')).toBe(
    'You go on from Nº 7 with 2 changes of yours; one change gave way',
  );
  expect(carriedText({ kept: 1, dropped: 0 }, 'Nº 7')).toBe(
    'You go on from Nº 7 with one change of yours',
  );
});
