import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { setSlotRate, setTempo } from '../draft/draft.ts';
import { setKey } from '../draft/slotSound.ts';
import {
  chooseHeard,
  heldGains,
  levelGain,
  MOST_HEARD,
  mixGains,
  panOf,
  shareVoices,
} from './fieldMix.ts';
import { fieldMusic, fitInto } from './fieldMusic.ts';

const bpm = fc.double({ min: 60, max: 190, noNaN: true });
const rifffAt = (tempo: number, root = 0, scale = 0) =>
  setKey(setTempo(rifffOf(2), tempo / 60), root, scale);

describe('the music of a field', () => {
  test('is that of its rifffs where all have the same, half and double tempo being the same', () => {
    const music = fieldMusic([rifffAt(120, 2, 5), rifffAt(60, 2, 5), rifffAt(120, 2, 5)]);
    expect(music).toEqual({ bps: 2, barLength: 16, root: 2, scale: 5 });
    expect(fitInto(rifffAt(60, 2, 5), music)).toEqual({ rate: 0.5, semitones: 0 });
    expect(fitInto(rifffAt(120, 2, 5), music)).toEqual({ rate: 1, semitones: 0 });
    expect(fitInto(rifffAt(180, 2, 5), { ...music, bps: 1.5 }).rate).toBe(2);
  });

  test('stretches nobody by more than the half of an octave, and moves nobody by more than six semitones', () => {
    const some = fc.array(fc.tuple(bpm, fc.integer({ min: 0, max: 11 })), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(some, (list) => {
        const rifffs = list.map(([tempo, root]) => rifffAt(tempo, root, 5));
        const music = fieldMusic(rifffs);
        expect(fieldMusic(rifffs)).toEqual(music);
        expect(Math.round(music.bps * 60)).toBeCloseTo(music.bps * 60, 9);
        for (const rifff of rifffs) {
          const { rate, semitones } = fitInto(rifff, music);
          const octaves = Math.log2((music.bps * rate) / rifff.state.bps);
          expect(Math.abs(octaves)).toBeLessThanOrEqual(0.5 + 1e-9);
          expect(Math.abs(semitones)).toBeLessThanOrEqual(6);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('no slot goes round faster or slower than a slot can', () => {
    const quick = setSlotRate(rifffAt(180), 0, 2);
    expect(fitInto(quick, { bps: 1.5, barLength: 16, root: 0, scale: 0 }).rate).toBe(1);
  });
});

const distances = fc.array(fc.double({ min: 0, max: 6, noNaN: true }), { maxLength: 100 });

describe('who is heard', () => {
  test('never more than may be, nobody out of reach, always the nearest, and the nearest first', () => {
    fc.assert(
      fc.property(distances, fc.array(fc.nat(99), { maxLength: 6 }), (far, some) => {
        const before = [...new Set(some)];
        const heard = chooseHeard(far, far.length, before);
        expect(heard.length).toBeLessThanOrEqual(MOST_HEARD);
        expect(new Set(heard).size).toBe(heard.length);
        for (const rifff of heard) expect(far[rifff]!).toBeLessThan(2.8);
        expect(heard.map((rifff) => far[rifff]!)).toEqual(
          heard.map((rifff) => far[rifff]!).sort((a, b) => a - b),
        );
        const nearest = Math.min(...far);
        if (nearest < 2.4) expect(far[heard[0]!]!).toBeLessThan(nearest + 0.3 + 1e-9);
      }),
    );
  });

  test('who trembles at the edge is not taken in and left out again', () => {
    fc.assert(
      fc.property(
        distances,
        fc.array(fc.double({ min: -0.07, max: 0.07, noNaN: true })),
        (far, shakes) => {
          let heard = chooseHeard(far, far.length, []);
          heard = chooseHeard(far, far.length, heard);
          const first = [...heard].sort();
          for (const shake of shakes) {
            heard = chooseHeard(
              far.map((one, at) => one + (at % 2 === 0 ? shake : -shake)),
              far.length,
              heard,
            );
            // No rifff leaves; at most a free place is taken.
            for (const rifff of first) if (far[rifff]! < 2.7) expect(heard).toContain(rifff);
          }
        },
      ),
    );
  });

  test('the power of all is that of one, nobody is louder than who is nearer, and nothing leaps', () => {
    const near = fc
      .array(fc.double({ min: 0, max: 2.8, noNaN: true }), { minLength: 1, maxLength: 4 })
      .map((list) => list.sort((a, b) => a - b));
    const open = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(near, open, (list, focus) => {
        const gains = mixGains(list, focus);
        const power = gains.reduce((sum, gain) => sum + gain * gain, 0);
        expect(power).toBeLessThanOrEqual(1 + 1e-9);
        gains.forEach((gain, at) => {
          expect(gain).toBeGreaterThanOrEqual(0);
          if (at > 0) expect(gain).toBeLessThanOrEqual(gains[at - 1]! + 1e-9);
        });
        const later = mixGains(
          list.map((distance) => distance + 0.01),
          focus,
        );
        later.forEach((gain, at) => {
          expect(Math.abs(gain - gains[at]!)).toBeLessThan(0.02);
        });
      }),
    );
    expect(mixGains([2.8, 2.8], 0)).toEqual([0, 0]);
    const [focus, beside] = mixGains([0, 1], 1);
    expect(20 * Math.log10(focus! / beside!)).toBeGreaterThan(9);
  });

  test('directions are symmetric, in order and never all the way', () => {
    expect([panOf(-5), panOf(0), panOf(5)]).toEqual([-0.85, 0, 0.85]);
    for (let at = -1; at < 1; at += 0.1) expect(panOf(at + 0.1)).toBeGreaterThan(panOf(at));
  });

  test('voices go to the nearest first and are never more than there may be', () => {
    expect(shareVoices([8, 8, 8, 8])).toEqual([8, 4, 3, 1]);
    expect(shareVoices([3, 2, 8, 1])).toEqual([3, 2, 3, 1]);
    expect(shareVoices([8, 8], 5)).toEqual([4, 1]);
    expect(shareVoices([8, 8, 8, 8], 8)).toEqual([5, 1, 1, 1]);
    expect(shareVoices([8, 0, 2], 8)).toEqual([7, 0, 1]);
    expect(shareVoices([8, 8], 1)).toEqual([1, 0]);
    expect(shareVoices([8, 8], 0)).toEqual([0, 0]);
  });

  test('what is held and the field together are as loud as one rifff, and what is held leads', () => {
    const { field, held } = heldGains(true);
    expect(field ** 2 + held ** 2).toBeCloseTo(1, 9);
    expect(20 * Math.log10(held / field)).toBeGreaterThan(6);
    expect(heldGains(false)).toEqual({ field: 1, held: 0 });
  });

  test('levels are brought together, within bounds', () => {
    expect(levelGain(10 ** -1.3)).toBeCloseTo(1, 9);
    expect(levelGain(10 ** -1.6)).toBeCloseTo(10 ** 0.15, 9);
    expect(levelGain(1e-9)).toBeCloseTo(10 ** 0.3, 9);
    expect(levelGain(100)).toBeCloseTo(10 ** -0.6, 9);
    expect(levelGain(0)).toBe(1);
  });
});
