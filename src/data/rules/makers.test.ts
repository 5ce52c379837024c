import { describe, expect, test } from 'vitest';
import type { Loop } from '../contract/loop.ts';
import { addLoop, createDraft, setSlotCategory, toggleMute } from './draft.ts';
import { peopleOf, personText, ringMakers } from './makers.ts';

const loop = (id: string, category: string, creator: string, change: Partial<Loop> = {}): Loop => ({
  _id: id,
  name: `Line ${id}`,
  creatorUserName: creator,
  created: 1,
  startOffsetSamples: 0,
  barLength: 16,
  length16ths: 16,
  bps: 2,
  sampleRate: 48_000,
  category,
  ...change,
});

describe('who made what', () => {
  const drums = loop('a', 'drums', 'oduya');
  const bass = loop('b', 'bass', 'rondo', { isLibraryLoop: true });
  const song = loop('c', 'vocals', '', { name: undefined });
  const rifff = [drums, bass, song].reduce(addLoop, createDraft('mira'));

  test('one line per ring, from the outside in', () => {
    const lines = ringMakers(setSlotCategory(toggleMute(rifff, 0), 0, 'fx'));
    expect(lines.map((line) => [line.slot, line.category, line.userId, line.isOn])).toEqual([
      [2, 'Vocals', '', true],
      [1, 'Bass', 'rondo', true],
      [0, 'FX', 'oduya', false],
    ]);
    expect(lines.map((line) => line.loopName)).toEqual(['', 'Line b', 'Line a']);
    expect(lines.map((line) => line.isLibrary)).toEqual([false, true, false]);
  });

  test('a ring whose loop is gone has no line', () => {
    expect(ringMakers({ ...rifff, loops: [drums] }).map((line) => line.slot)).toEqual([0]);
  });

  test('everybody once, whoever shared it first; the house and those who left are nobody', () => {
    expect(peopleOf(rifff, 'noor', ['mira', 'noor'])).toEqual(['noor', 'mira', 'oduya']);
  });

  test('a person without a name is someone who left', () => {
    expect([personText(' '), personText('Mira')]).toEqual(['someone who left', 'Mira']);
  });
});
