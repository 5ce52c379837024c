import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { isInScale } from '../arranging/scales.ts';
import { rifffBars, slotSpeed } from '../time/timing.ts';
import {
  MATCH_SEMITONES,
  MATCH_TEMPO_SHARE,
  matchedRifff,
  matchTo,
  type RifffMatch,
} from './match.ts';

const BOTH = { tempo: true, key: true };
const MAJOR = 0;
const MINOR = 5;
const MINOR_PENTATONIC = 7;
let made = 0;
const at = (bpm: number, root = 0, scale = MAJOR): Rifff => {
  const rifff = rifffOf(4);
  const state = { ...rifff.state, bps: bpm / 60 };
  return { ...rifff, _id: `r${made++}`, root, scale, state };
};
const bpmOf = (match: RifffMatch | null) => match && Math.round(match.bps * 60 * 1000) / 1000;

test('a near tempo is met, half and double time too, a far one is left', () => {
  const tempo = { tempo: true, key: false };
  expect(bpmOf(matchTo(at(126), at(120), tempo))).toBe(120);
  expect(bpmOf(matchTo(at(66), at(128), tempo))).toBe(64);
  expect(bpmOf(matchTo(at(160), at(84), tempo))).toBe(168);
  expect(matchTo(at(140), at(120), tempo)).toBeNull();
  expect(matchTo(at(120), at(120), tempo)).toBeNull();
});

test('a key goes the shortest way into what is heard, or stays', () => {
  const key = { tempo: false, key: true };
  // A minor holds the notes of C major already.
  expect(matchTo(at(120, 9, MINOR), at(120, 0, MAJOR), key)).toBeNull();
  expect(matchTo(at(120, 2, MAJOR), at(120, 0, MAJOR), key)?.semitones).toBe(-2);
  expect(matchTo(at(120, 11, MINOR), at(120, 2, MINOR), key)?.semitones).toBe(3);
  // F sharp minor pentatonic fits C major a semitone up or down: up comes first.
  expect(matchTo(at(120, 6, MINOR_PENTATONIC), at(120, 0, MAJOR), key)?.semitones).toBe(-2);
  expect(matchTo(at(120, 2, MAJOR), at(120, 0, MAJOR), { tempo: true, key: false })).toBeNull();
});

const rifff = fc
  .record({
    bpm: fc.double({ min: 20, max: 300, noNaN: true }),
    root: fc.integer({ min: 0, max: 11 }),
    scale: fc.integer({ min: 0, max: 17 }),
    stretched: fc.boolean(),
    shift: fc.integer({ min: -12, max: 12 }),
    rate: fc.constantFrom(0.5, 1, 1.5),
  })
  .map(({ bpm, root, scale, stretched, shift, rate }) => {
    const one = at(bpm, root, scale);
    const playback = one.state.playback.map(({ slot }) => ({
      slot: {
        current: slot.current && {
          ...slot.current,
          playbackRate: rate,
          pitchShiftSettings: { shiftSemitones: shift, timeStretch: stretched },
        },
      },
    }));
    return { ...one, state: { ...one.state, playback } };
  });

/** Semitones by which a slot sounds away from its loop, by speed and by shift. */
const pitchOf = (one: Rifff, slot: number) => {
  const current = one.state.playback[slot]!.slot.current!;
  const { timeStretch, shiftSemitones } = current.pitchShiftSettings;
  const speed = slotSpeed(one.state.bps, one.loops[slot]!.bps, current.playbackRate);
  return shiftSemitones + (timeStretch ? 0 : 12 * Math.log2(speed));
};

test('whatever comes after whatever, it is moved no further than the bounds, and pitch only by the key', () => {
  fc.assert(
    fc.property(rifff, rifff, (heard, next) => {
      const match = matchTo(next, heard, BOTH);
      const sounds = matchedRifff(next, match);
      const ratio = sounds.state.bps / next.state.bps;
      expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(MATCH_TEMPO_SHARE + 1e-6);
      const semitones = match?.semitones ?? 0;
      expect(Math.abs(semitones)).toBeLessThanOrEqual(MATCH_SEMITONES);
      expect(rifffBars(sounds)).toBe(rifffBars(next));
      for (let slot = 0; slot < 4; slot++) {
        const moved = pitchOf(sounds, slot) - pitchOf(next, slot);
        const isDrums = ['drums', 'perc'].includes(next.loops[slot]!.category);
        expect(moved).toBeCloseTo(isDrums ? 0 : semitones, 6);
      }
      if (ratio !== 1) {
        const times = sounds.state.bps / heard.state.bps;
        expect([0.5, 1, 2].some((one) => Math.abs(one - times) < 1e-9)).toBe(true);
      }
    }),
    { numRuns: 80 },
  );
});

test('a major key that is moved lies inside the one that is heard', () => {
  for (let root = 0; root < 12; root++) {
    const heard = at(120, 0, MAJOR);
    const next = at(120, root, MAJOR);
    const match = matchTo(next, heard, BOTH);
    const distance = Math.min(root, 12 - root);
    expect(Math.abs(match?.semitones ?? 0)).toBe(distance <= MATCH_SEMITONES ? distance : 0);
    if (match) expect(isInScale(matchedRifff(next, match).root, 0, MAJOR)).toBe(true);
  }
});

test('the same match is the same document, and none is the rifff itself', () => {
  const next = at(126);
  const match = matchTo(next, at(120), BOTH)!;
  expect(matchedRifff(next, match)).toBe(matchedRifff(next, { ...match }));
  expect(matchedRifff(next, match)).not.toBe(matchedRifff(next, { ...match, semitones: 1 }));
  expect(matchedRifff(next, null)).toBe(next);
  expect(matchTo(next, next, BOTH)).toBeNull();
});
