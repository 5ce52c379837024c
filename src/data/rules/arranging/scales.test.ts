import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import type { Loop } from '../../contract/loop.ts';
import { type PlayingSlot, PlayingSlotSchema } from '../../contract/rifff.ts';
import * as rules from './scales.ts';

const MAJOR = 0;
const MINOR = 5;
const MINOR_PENTATONIC = 7;
const HARMONIC_MINOR = 12;
const CHROMATIC = 17;
const A = 9;

const key = fc.record({ root: fc.nat(11), scale: fc.nat(17) });

/** Notes of a key, moved, that another key does not hold. */
const foreign = (from: rules.Key, to: rules.Key, shift: number) =>
  rules
    .scaleNotes(from.root + shift, from.scale)
    .filter((pitch) => !rules.isInScale(pitch, to.root, to.scale)).length;

const loop = (change: Partial<Loop> = {}) => loopOf('loop', change);
const slot = (settings: Partial<PlayingSlot['pitchShiftSettings']>): PlayingSlot =>
  PlayingSlotSchema.parse({ currentLoop: 'loop', pitchShiftSettings: settings });

describe('notes of a key', () => {
  it('begins with the root and stays in the octave', () => {
    expect(rules.scaleNotes(2, MINOR)).toEqual([2, 4, 5, 7, 9, 10, 0]);
    expect(rules.scaleNoteNames(A, MINOR_PENTATONIC)).toEqual(['A', 'C', 'D', 'E', 'G']);
  });

  it('are as many different ones as the scale has steps, for all 18 scales and 12 roots', () => {
    expect(rules.SCALES).toHaveLength(18);
    fc.assert(
      fc.property(key, ({ root, scale }) => {
        const notes = rules.scaleNotes(root, scale);
        expect(new Set(notes).size).toBe(rules.scaleSteps(scale).length);
        expect(notes[0]).toBe(root);
        expect(notes.every((pitch) => pitch >= 0 && pitch < 12)).toBe(true);
        for (const octave of [-24, 0, 36]) {
          expect(rules.isInScale(notes[0]! + octave, root, scale)).toBe(true);
        }
      }),
    );
  });
});

describe('the move into a key', () => {
  it('leaves what fits: the relative minor, a pentatonic part of it, anything in Chromatic', () => {
    expect(rules.keyShift({ root: A, scale: MINOR }, { root: 0, scale: MAJOR }, 12)).toBe(0);
    expect(rules.keyShift({ root: A, scale: 7 }, { root: 0, scale: MAJOR }, 12)).toBe(0);
    expect(rules.keyShift({ root: 6, scale: 14 }, { root: 0, scale: CHROMATIC }, 12)).toBe(0);
  });

  it('takes the nearer way', () => {
    expect(rules.keyShift({ root: 11, scale: MAJOR }, { root: 0, scale: MAJOR }, 12)).toBe(1);
    expect(rules.keyShift({ root: 2, scale: MAJOR }, { root: 0, scale: MAJOR }, 12)).toBe(-2);
    expect(rules.keyShift({ root: 6, scale: MAJOR }, { root: 0, scale: MAJOR }, 12)).toBe(6);
  });

  it('moves by nothing when the range is too small', () => {
    expect(rules.keyShift({ root: 6, scale: MAJOR }, { root: 0, scale: MAJOR }, 5)).toBe(0);
  });

  it('takes the best there is where no move fits wholly', () => {
    const to = { root: A, scale: MINOR };
    expect(rules.keyShift({ root: A, scale: HARMONIC_MINOR }, to, 12)).toBe(0);
    expect(rules.keyShift({ root: 7, scale: HARMONIC_MINOR }, to, 12)).toBe(2);
  });

  it('goes by a chroma too', () => {
    const chroma = new Float32Array(12);
    for (const pitch of rules.scaleNotes(11, MAJOR)) chroma[pitch] = 0.1;
    expect(rules.keyShift(chroma, { root: 0, scale: MAJOR }, 3)).toBe(1);
  });

  it('never leaves the range, never makes it worse, and nothing nearer is as good', () => {
    fc.assert(
      fc.property(key, key, fc.nat(12), (from, to, range) => {
        const shift = rules.keyShift(from, to, range);
        expect(Math.abs(shift)).toBeLessThanOrEqual(range);
        expect(foreign(from, to, shift)).toBeLessThanOrEqual(foreign(from, to, 0));
        for (let nearer = 1 - Math.abs(shift); nearer < Math.abs(shift); nearer++) {
          expect(foreign(from, to, nearer)).toBeGreaterThan(foreign(from, to, shift));
        }
        if (range >= 6) {
          const best = Math.min(...[...Array(12).keys()].map((at) => foreign(from, to, at)));
          expect(foreign(from, to, shift)).toBe(best);
        }
      }),
    );
  });
});

describe('semitones of a slot', () => {
  const rifff = { root: 0, scale: MAJOR };

  it('is the shift alone without a range, without a key, and for drums', () => {
    const melody = loop({ root: 11, scale: MAJOR });
    expect(rules.slotSemitones(rifff, slot({ shiftSemitones: 3 }), melody)).toBe(3);
    expect(rules.slotSemitones(rifff, slot({ autoKeyMatchRange: 6 }), loop())).toBe(0);
    const drums = loop({ root: 11, scale: MAJOR, category: 'drums' });
    expect(rules.slotSemitones(rifff, slot({ autoKeyMatchRange: 6 }), drums)).toBe(0);
  });

  it('goes by the measured chroma where no key is declared, and leaves noise and drums alone', () => {
    const shares = (sum: number) =>
      Array.from({ length: 12 }, (_, at) =>
        rules.scaleNotes(11, MAJOR).includes(at) ? sum / 7 : 0,
      );
    const range = slot({ autoKeyMatchRange: 6 });
    expect(rules.slotSemitones(rifff, range, loop({ chroma: shares(0.6) }))).toBe(1);
    expect(rules.slotSemitones(rifff, range, loop({ chroma: shares(0.05) }))).toBe(0);
    const noise = loop({ chroma: shares(0.05), root: 11, scale: MAJOR });
    expect(rules.slotSemitones(rifff, range, noise)).toBe(0);
    const drums = loop({ chroma: shares(0.6), category: 'drums' });
    expect(rules.slotSemitones(rifff, range, drums)).toBe(0);
  });

  it('a chroma: within the range, hardly anything better within it, nothing nearer as good', () => {
    const chromas = fc
      .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 })
      .map((all) => {
        const sum = all.reduce((total, one) => total + one, 0) || 1;
        return all.map((one) => (0.8 * one) / sum);
      });
    fc.assert(
      fc.property(chromas, key, fc.integer({ min: 1, max: 12 }), (chroma, to, range) => {
        const outside = (shift: number) =>
          chroma.reduce((sum, share, at) => {
            const moved = (((at + shift) % 12) + 12) % 12;
            return rules.scaleNotes(to.root, to.scale).includes(moved) ? sum : sum + share;
          }, 0);
        const best = Math.min(...[...Array(12).keys()].map(outside));
        const most = best + 0.05 * chroma.reduce((sum, share) => sum + share, 0);
        const settings = slot({ autoKeyMatchRange: range });
        const shift = rules.slotSemitones(to, settings, loop({ chroma }));
        expect(Math.abs(shift)).toBeLessThanOrEqual(range);
        const isFit = (by: number) => outside(by) <= most + 1e-9;
        const reach = [...Array(2 * range + 1).keys()].map((at) => at - range);
        if (reach.some((by) => outside(by) <= most - 1e-9)) expect(isFit(shift)).toBe(true);
        else if (!reach.some(isFit)) expect(shift).toBe(0);
        for (const by of reach) {
          if (Math.abs(by) < Math.abs(shift)) expect(outside(by)).toBeGreaterThan(most - 1e-9);
        }
      }),
    );
  });

  it('goes on from the shift to the key', () => {
    const melody = loop({ root: 11, scale: MAJOR });
    expect(rules.slotSemitones(rifff, slot({ autoKeyMatchRange: 6 }), melody)).toBe(1);
    const moved = slot({ shiftSemitones: 3, autoKeyMatchRange: 6 });
    expect(rules.slotSemitones(rifff, moved, melody)).toBe(1);
    const octave = slot({ shiftSemitones: 12, autoKeyMatchRange: 6 });
    expect(rules.slotSemitones(rifff, octave, melody)).toBe(13);
  });
});
