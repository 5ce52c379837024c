import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCALES } from '../../contract/scales.ts';
import { isInScale, keyboardRows, noteHz, noteName, snapToScale } from './scaleKeys.ts';

const root = fc.nat(11);
const scale = fc.nat(SCALES.length - 1);
const octave = fc.integer({ min: 0, max: 7 });

describe('the keyboard', () => {
  it('has only notes of the key, from root to root, and a key of the computer for each', () => {
    fc.assert(
      fc.property(root, scale, octave, (r, s, o) => {
        const keys = keyboardRows(r, s, o)
          .flat()
          .filter((key) => key !== null);
        expect(keys.every(({ midi }) => isInScale(midi, r, s))).toBe(true);
        expect(keys.every(({ midi, isRoot }) => isRoot === (noteName(midi) === noteName(r)))).toBe(
          true,
        );
        const codes = keys.map(({ code }) => code);
        expect(codes.every((code) => /^Key[A-Z]$/.test(code))).toBe(true);
        expect(new Set(codes).size).toBe(codes.length);
      }),
    );
  });

  it('never has more than eight keys in a row, so that a thumb finds each', () => {
    for (let s = 0; s < SCALES.length; s++) {
      expect(keyboardRows(0, s, 4).every((row) => row.length <= 8)).toBe(true);
    }
  });

  it('is a piano in the chromatic scale', () => {
    const [black, white] = keyboardRows(0, 17, 4);
    expect(white?.map((key) => key?.midi)).toEqual([60, 62, 64, 65, 67, 69, 71, 72]);
    expect(black?.map((key) => key && `${key.midi} ${key.code}`)).toEqual([
      null,
      '61 KeyW',
      '63 KeyE',
      null,
      '66 KeyT',
      '68 KeyY',
      '70 KeyU',
      null,
    ]);
  });

  it('brings any note to the nearest one of the key', () => {
    fc.assert(
      fc.property(fc.nat(127), root, scale, (midi, r, s) => {
        const snapped = snapToScale(midi, r, s);
        expect(isInScale(snapped, r, s)).toBe(true);
        if (isInScale(midi, r, s)) expect(snapped).toBe(midi);
        for (let away = 0; away < Math.abs(snapped - midi); away++) {
          expect(isInScale(midi + away, r, s) || isInScale(midi - away, r, s)).toBe(false);
        }
      }),
    );
  });

  it('knows pitches', () => {
    expect(noteHz(69)).toBe(440);
    expect(noteHz(60)).toBeCloseTo(261.6256, 3);
  });
});
