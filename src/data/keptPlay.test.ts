import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_SETTINGS, PATCH_NAMES, play } from '../audio/state/play.ts';
import { type KeptPlay, readKeptPlay } from './keptPlay.ts';
import { addNote, emptyPhrase } from './rules/instruments/phrase.ts';
import { emptyPattern, setStep, setSwing } from './rules/instruments/steps.ts';

const whole = {
  pads: {
    kit: 'deep',
    pattern: setSwing(setStep(emptyPattern(2, 12), 4, 23, 3), 0.6),
    isTouched: true,
  },
  keys: {
    patch: 'pad',
    settings: { ...FIRST_SETTINGS },
    octaves: { ...play.keys.octaves },
    phrase: addNote(emptyPhrase(2, 12), {
      midi: 61,
      start16ths: 23.4,
      length16ths: 3,
      velocity: 0.8,
      pass: 2,
    }),
  },
} satisfies { pads: KeptPlay['pads']; keys: unknown };

const read = (value: unknown) => readKeptPlay(JSON.stringify(value));

describe('what the instruments keep', () => {
  it('is read as it was written', () => {
    expect(read(whole)).toEqual(whole);
    for (const { id } of PATCH_NAMES) {
      expect(read({ keys: { ...whole.keys, patch: id } }).keys?.patch).toBe(id);
    }
  });

  it('is read part by part: a broken half does not take the other along', () => {
    expect(read({ ...whole, pads: { kit: 3 } })).toEqual({ keys: whole.keys });
    expect(read({ ...whole, keys: null })).toEqual({ pads: whole.pads });
    expect(read({ pads: whole.pads })).toEqual({ pads: whole.pads });
  });

  it.each([
    ['a row that is too short', { cells: whole.pads.pattern.cells.map((row) => row.slice(1)) }],
    [
      'a strength that there is not',
      { cells: whole.pads.pattern.cells.map((r) => r.map(() => 4)) },
    ],
    ['fifteen rows', { cells: whole.pads.pattern.cells.slice(1) }],
    ['three bars', { bars: 3 }],
    ['no swing', { swing: null }],
    ['a bar without end', { barLength: 1e9 }],
  ])('refuses steps with %s', (_, change) => {
    const pattern = { ...whole.pads.pattern, ...change };
    expect(read({ ...whole, pads: { ...whole.pads, pattern } }).pads).toBeUndefined();
  });

  it.each([
    ['a note behind the end', { start16ths: 24 }],
    ['a note before the beginning', { start16ths: -1 }],
    ['a note that no keyboard has', { midi: 128 }],
    ['a note without a length', { length16ths: 0 }],
  ])('refuses a phrase with %s', (_, change) => {
    const phrase = {
      ...whole.keys.phrase,
      notes: whole.keys.phrase.notes.map((n) => ({ ...n, ...change })),
    };
    expect(read({ ...whole, keys: { ...whole.keys, phrase } }).keys).toBeUndefined();
  });

  it('never throws, whatever is found', () => {
    expect(readKeptPlay(null)).toEqual({});
    expect(readKeptPlay('{"pads":')).toEqual({});
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readKeptPlay(text)).toEqual({});
      }),
    );
  });
});
