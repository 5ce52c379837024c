/** Keyboards, bells and strings that are struck: FM and plucked-string patches. */

import type { NoteVoice } from '../music/session.ts';
import { type FmPatch, fm } from '../synth/fm.ts';
import { type PluckPatch, pluck } from '../synth/pluck.ts';

const fmVoice =
  (patch: FmPatch): NoteVoice =>
  (note) =>
    fm(patch, note);

/** Electric piano: a soft body, a tine that answers the touch, slow panning. */
export const electricPiano = (bite = 1): NoteVoice =>
  fmVoice({
    ops: [
      { ratio: 1, amount: 0.8, env: { a: 0.002, d: 2.6, s: 0, r: 0.35 }, pan: -0.15 },
      { ratio: 1, amount: 0.5, env: { a: 0.002, d: 3.4, s: 0, r: 0.35 }, cents: 4, pan: 0.25 },
      {
        ratio: 1,
        amount: 0.2 * bite,
        env: { a: 0.001, d: 1.2, s: 0.1, r: 0.3 },
        into: 0,
        velocity: 0.85,
        keyFade: 1.4,
      },
      {
        ratio: 14,
        amount: 0.07 * bite,
        env: { a: 0.001, d: 0.18, s: 0, r: 0.1 },
        into: 1,
        velocity: 0.9,
        keyFade: 0.8,
      },
      {
        ratio: 3,
        amount: 0.05 * bite,
        env: { a: 0.001, d: 0.5, s: 0, r: 0.1 },
        into: 0,
        velocity: 0.7,
        keyFade: 1,
      },
    ],
    tremolo: { hz: 4.3, depth: 0.16 },
  });

/** Bright dance-floor piano: hard hammers, short body. */
export const housePiano: NoteVoice = fmVoice({
  ops: [
    { ratio: 1, amount: 0.75, env: { a: 0.001, d: 1.5, s: 0, r: 0.12 }, pan: -0.2 },
    { ratio: 2, amount: 0.24, env: { a: 0.001, d: 0.9, s: 0, r: 0.1 }, cents: 3, pan: 0.35 },
    {
      ratio: 1,
      amount: 0.36,
      env: { a: 0.001, d: 0.7, s: 0.08, r: 0.1 },
      into: 0,
      velocity: 0.5,
      keyFade: 1.3,
    },
    {
      ratio: 4,
      amount: 0.13,
      env: { a: 0.001, d: 0.28, s: 0, r: 0.08 },
      into: 0,
      velocity: 0.7,
      keyFade: 1,
    },
    {
      ratio: 7,
      amount: 0.09,
      env: { a: 0.001, d: 0.07, s: 0, r: 0.05 },
      into: 1,
      velocity: 0.7,
      keyFade: 1,
    },
    { ratio: 1, amount: 0.3, env: { a: 0.001, d: 1.1, s: 0, r: 0.1 }, cents: -5, pan: 0.2 },
  ],
});

/** Felt piano: few partials, slow hammers. */
export const feltPiano: NoteVoice = fmVoice({
  ops: [
    { ratio: 1, amount: 0.85, env: { a: 0.006, d: 2.2, s: 0, r: 0.5 }, pan: -0.12 },
    { ratio: 2, amount: 0.12, env: { a: 0.005, d: 1.2, s: 0, r: 0.4 }, cents: 2, pan: 0.3 },
    {
      ratio: 1,
      amount: 0.14,
      env: { a: 0.004, d: 0.8, s: 0.1, r: 0.4 },
      into: 0,
      velocity: 0.8,
      keyFade: 1.5,
    },
    { ratio: 3, amount: 0.05, env: { a: 0.002, d: 0.25, s: 0, r: 0.1 }, into: 0, velocity: 0.9 },
    { ratio: 1, amount: 0.3, env: { a: 0.006, d: 1.8, s: 0, r: 0.5 }, cents: -4, pan: 0.2 },
  ],
});

/** Vibraphone with its motor on. */
export const vibraphone: NoteVoice = fmVoice({
  ops: [
    { ratio: 1, amount: 0.9, env: { a: 0.002, d: 2.8, s: 0, r: 0.9 } },
    { ratio: 3.99, amount: 0.16, env: { a: 0.001, d: 0.6, s: 0, r: 0.3 }, pan: 0.4 },
    { ratio: 9.6, amount: 0.05, env: { a: 0.001, d: 0.12, s: 0, r: 0.1 }, pan: -0.4 },
    { ratio: 1, amount: 0.05, env: { a: 0.001, d: 0.4, s: 0, r: 0.2 }, into: 0, velocity: 0.9 },
  ],
  tremolo: { hz: 5.1, depth: 0.3 },
});

/** Marimba: wood over a tuned tube. */
export const marimba: NoteVoice = fmVoice({
  ops: [
    { ratio: 1, amount: 1, env: { a: 0.001, d: 0.75, s: 0, r: 0.3 } },
    { ratio: 3.93, amount: 0.22, env: { a: 0.001, d: 0.16, s: 0, r: 0.1 }, pan: 0.2 },
    { ratio: 9.23, amount: 0.09, env: { a: 0.001, d: 0.06, s: 0, r: 0.05 }, pan: -0.2 },
  ],
});

/** Glass bell: inharmonic, long, high. */
export const glassBell: NoteVoice = fmVoice({
  ops: [
    { ratio: 1, amount: 0.6, env: { a: 0.002, d: 2.4, s: 0, r: 1.2 }, pan: -0.3 },
    { ratio: 1, amount: 0.45, env: { a: 0.002, d: 3, s: 0, r: 1.2 }, cents: 6, pan: 0.35 },
    {
      ratio: 3.5,
      amount: 0.16,
      env: { a: 0.001, d: 0.9, s: 0, r: 0.5 },
      into: 0,
      velocity: 0.7,
      keyFade: 1.5,
    },
    {
      ratio: 7.1,
      amount: 0.06,
      env: { a: 0.001, d: 0.35, s: 0, r: 0.3 },
      into: 1,
      velocity: 0.8,
      keyFade: 1.5,
    },
  ],
});

/** Music box: a thin tine. */
export const musicBox: NoteVoice = fmVoice({
  ops: [
    { ratio: 1, amount: 0.8, env: { a: 0.001, d: 1.3, s: 0, r: 0.6 } },
    { ratio: 5.4, amount: 0.12, env: { a: 0.001, d: 0.35, s: 0, r: 0.2 }, pan: 0.5 },
    { ratio: 2.01, amount: 0.08, env: { a: 0.001, d: 0.5, s: 0, r: 0.2 }, into: 0, velocity: 0.8 },
  ],
});

/** Soft flute-like lead: a sine with a little edge and late vibrato. */
export const reedLead: NoteVoice = fmVoice({
  ops: [
    { ratio: 1, amount: 0.85, env: { a: 0.045, d: 0.5, s: 0.75, r: 0.16 } },
    { ratio: 2, amount: 0.1, env: { a: 0.06, d: 0.5, s: 0.6, r: 0.1 }, pan: 0.2 },
    { ratio: 1, amount: 0.19, env: { a: 0.06, d: 0.4, s: 0.6, r: 0.1 }, into: 0, velocity: 0.7 },
    { ratio: 3, amount: 0.1, env: { a: 0.01, d: 0.12, s: 0.2, r: 0.1 }, into: 0, velocity: 0.8 },
  ],
  vibrato: { hz: 5.2, cents: 9 },
});

/** Bell-like digital pluck. */
export const digitalPluck: NoteVoice = fmVoice({
  ops: [
    { ratio: 1, amount: 0.8, env: { a: 0.001, d: 0.55, s: 0.06, r: 0.25 }, pan: -0.15 },
    { ratio: 1, amount: 0.4, env: { a: 0.001, d: 0.45, s: 0.04, r: 0.2 }, cents: 9, pan: 0.4 },
    {
      ratio: 2,
      amount: 0.42,
      env: { a: 0.001, d: 0.22, s: 0.05, r: 0.1 },
      into: 0,
      velocity: 0.8,
      keyFade: 1.5,
    },
    {
      ratio: 5,
      amount: 0.2,
      env: { a: 0.001, d: 0.1, s: 0, r: 0.05 },
      into: 1,
      velocity: 0.8,
      keyFade: 1.2,
    },
  ],
});

/** A plucked string as a voice. */
export const string =
  (patch: PluckPatch): NoteVoice =>
  (note) =>
    pluck(patch, note);
