import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCALES } from '../../contract/scales.ts';
import { addLoop, createDraft } from '../draft/draft.ts';
import { readFileName } from '../recording/fileName.ts';
import { exportName, fileText, keyText, stemName } from './exportNames.ts';

const rifff = addLoop(createDraft('bo'), {
  _id: 'a',
  creatorUserName: 'bo',
  created: 0,
  startOffsetSamples: 0,
  barLength: 16,
  length16ths: 16,
  bps: 2,
  sampleRate: 48_000,
  category: 'bass',
});

test('names carry tempo, key, slot and kind', () => {
  const minor = { ...rifff, root: 9, scale: 5 };
  expect(exportName(minor, 'Night bus')).toBe('Rondo – Night bus – 120 bpm – A minor');
  expect(stemName(minor, 'Night bus', 0)).toBe('Rondo – Night bus – 120 bpm – A minor – 1 Bass');
  const state = { ...rifff.state, bps: 126.257 / 60 };
  expect(exportName({ ...rifff, state }, '')).toBe('Rondo – Untitled – 126.26 bpm – C major');
});

test('what a name says is read back when the file is brought in again', () => {
  for (let root = 0; root < 12; root++) {
    for (const scale of [0, 5]) {
      const facts = readFileName(`${stemName({ ...rifff, root, scale }, 'Night bus', 0)}.wav`);
      expect(facts).toMatchObject({ bpm: 120, root, scale, category: 'bass' });
    }
  }
  expect(SCALES.map((_, scale) => keyText(3, scale))).toContain('Eb whole tone');
});

test('any title is a name that every file system takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
      const name = `${stemName(rifff, title, 0)}.wav`;
      expect(name).not.toMatch(/[/\\:*?"<>|]/);
      expect(new TextEncoder().encode(name).length).toBeLessThan(255);
      expect(fileText(title).trim()).not.toBe('');
    }),
  );
});
