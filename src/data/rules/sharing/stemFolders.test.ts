import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SCALES } from '../../contract/scales.ts';
import {
  readStemFolder,
  readStemName,
  stemBpm,
  stemFileName,
  stemFolderName,
} from './stemFolders.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });

it('reading a name is the inverse of writing it', () => {
  const facts = fc.record({
    slot: fc.integer({ min: 1, max: 8 }),
    isHq: fc.boolean(),
    author: text,
    name: text,
    bpm: fc.double({ min: 0.25, max: 10, noNaN: true }).map(stemBpm),
    created: fc.integer({ min: 0, max: 150_000_000 }).map((minutes) => minutes * 60_000),
  });
  fc.assert(
    fc.property(facts, (said) => {
      const name = stemFileName(said);
      const read = readStemName(name)!;
      expect(read).toMatchObject({ slot: said.slot, isHq: said.isHq, bpm: said.bpm });
      expect(read.created).toBe(said.created);
      // What a file system does not take is gone from names, once.
      expect(stemFileName(read)).toBe(name);
    }),
  );
});

it('reading a folder is the inverse of writing it', () => {
  const key = fc.record({
    root: fc.integer({ min: 0, max: 11 }),
    scale: fc.integer({ min: 0, max: SCALES.length - 1 }),
  });
  const facts = fc.record({ number: fc.integer({ min: 1, max: 99_999 }), title: text, key });
  fc.assert(
    fc.property(facts, (said) => {
      const name = stemFolderName(said);
      const read = readStemFolder(name)!;
      expect(read).toMatchObject({ number: said.number, key: said.key });
      expect(stemFolderName(read)).toBe(name);
    }),
  );
});

it('names of others are read as they stand', () => {
  expect(readStemName('3 HQ - tom-7 - Dust - Kit - 98.765BPM - 2021-05-03-14-07.aiff')).toEqual({
    slot: 3,
    isHq: true,
    author: 'tom-7',
    name: 'Dust - Kit',
    bpm: 98.765,
    created: Date.UTC(2021, 4, 3, 14, 7),
  });
  expect(readStemName('3 - tom - Kit - 120BPM - 2021-13-03-14-07.wav')!.created).toBeNull();
  expect(readStemName('3 - tom - 120BPM.wav')).toBeNull();
  expect(readStemFolder('Night bus Stems')).toEqual({
    number: null,
    title: 'Night bus',
    key: null,
  });
  expect(readStemFolder('Night bus')).toBeNull();
});
