import { describe, expect, test } from 'vitest';
import type { Loop } from '../../../data/contract/loop.ts';
import { addLoop, createDraft } from '../../../data/rules/draft/draft.ts';
import { loadingSentence, rifffCaption, tempoText } from './describeRifff.ts';

const loop = (id: string, category: string, name?: string): Loop => ({
  _id: id,
  name,
  creatorUserName: 'rondo',
  created: 1,
  startOffsetSamples: 0,
  barLength: 16,
  length16ths: 16,
  bps: 122 / 60,
  sampleRate: 48_000,
  category,
  root: 3,
  scale: 1,
});

describe('words about a rifff', () => {
  test('tempo without a fraction where there is none', () => {
    expect([2, 122 / 60, 93.7 / 60, 2.0833333].map(tempoText)).toEqual([
      '120',
      '122',
      '93.70',
      '125',
    ]);
  });

  test('tempo and key', () => {
    expect(rifffCaption(addLoop(createDraft('rondo'), loop('a', 'drums')))).toBe('122, Eb Dorian');
  });

  test('what could not be loaded', () => {
    expect(loadingSentence(0, 7, null)).toBe('');
    expect(loadingSentence(2, 7, 'No media found for loop')).toMatch(/^2 of 7 loops/);
    expect(loadingSentence(7, 7, null)).toMatch(/try again/);
  });
});
