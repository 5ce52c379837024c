import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addNote,
  clampPhraseBars,
  emptyPhrase,
  lastPass,
  type Phrase,
  phraseLength,
  quantised16ths,
  resizePhrase,
  soundingNotes,
  undoPass,
} from './phrase.ts';

const played = fc.record({
  midi: fc.integer({ min: 24, max: 96 }),
  start16ths: fc.double({ min: 0, max: 200, noNaN: true }),
  length16ths: fc.double({ min: 0, max: 200, noNaN: true }),
  velocity: fc.double({ min: 0, max: 1, noNaN: true }),
  pass: fc.nat(5),
});
const phrase: fc.Arbitrary<Phrase> = fc
  .record({
    bars: fc.integer({ min: 1, max: 8 }),
    barLength: fc.integer({ min: 1, max: 20 }),
    quantise: fc.constantFrom(0 as const, 1 as const, 2 as const),
    notes: fc.array(played, { maxLength: 20 }),
  })
  .map(({ notes, bars, barLength, quantise }) =>
    notes.reduce(addNote, { ...emptyPhrase(bars, barLength), quantise } as Phrase),
  );

describe('a phrase', () => {
  it('sounds every note once in its pass, on the quantised places', () => {
    fc.assert(
      fc.property(phrase, (made) => {
        const sounding = soundingNotes(made, 8);
        expect(sounding).toHaveLength(made.notes.length);
        for (const { start16ths, length16ths } of sounding) {
          expect(start16ths).toBeGreaterThanOrEqual(0);
          expect(start16ths).toBeLessThan(phraseLength(made));
          expect(length16ths).toBeGreaterThan(0);
          expect(length16ths).toBeLessThanOrEqual(phraseLength(made));
          if (made.quantise > 0) expect(start16ths % made.quantise).toBe(0);
        }
      }),
    );
  });

  it('never moves a note by more than half a step, and one at the end becomes the one', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 31.99, noNaN: true }), (start) => {
        for (const quantise of [1, 2] as const) {
          const moved = quantised16ths(start, quantise, 32);
          const away = Math.min(Math.abs(moved - start), 32 - Math.abs(moved - start));
          expect(away).toBeLessThanOrEqual(quantise / 2);
        }
        expect(quantised16ths(start, 0, 32)).toBeCloseTo(start, 9);
      }),
    );
    expect(quantised16ths(31.8, 1, 32)).toBe(0);
  });

  it('has one note at a time where there is one voice, and no note reaches into the next', () => {
    fc.assert(
      fc.property(phrase, (made) => {
        const line = soundingNotes(made, 1);
        expect(line.length > 0).toBe(made.notes.length > 0);
        line.forEach((note, at) => {
          const next = line[(at + 1) % line.length] ?? note;
          const length = phraseLength(made);
          const away = (next.start16ths - note.start16ths + length) % length || length;
          expect(note.length16ths).toBeLessThanOrEqual(away + 1e-9);
        });
      }),
    );
  });

  it('takes back the last pass only', () => {
    fc.assert(
      fc.property(phrase, (made) => {
        const last = lastPass(made);
        const back = undoPass(made);
        expect(back.notes).toEqual(made.notes.filter(({ pass }) => pass < last));
        if (made.notes.length === 0) expect(back).toBe(made);
      }),
    );
  });

  it('repeats when it gets longer and keeps its start when it gets shorter', () => {
    fc.assert(
      fc.property(phrase, fc.integer({ min: 1, max: 8 }), (made, bars) => {
        const resized = resizePhrase(made, bars, made.barLength);
        const length = bars * made.barLength;
        expect(resized.notes.every(({ start16ths }) => start16ths < length)).toBe(true);
        const before = made.notes.filter(({ start16ths }) => start16ths < length);
        const kept = resized.notes.filter(({ start16ths }) => start16ths < phraseLength(made));
        expect(kept.map(({ start16ths }) => start16ths)).toEqual(
          before.map(({ start16ths }) => start16ths),
        );
      }),
    );
    expect(clampPhraseBars(Number.NaN)).toBe(1);
    expect(clampPhraseBars(99)).toBe(8);
  });
});
