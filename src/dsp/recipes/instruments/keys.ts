/** Keyboards, bells and strings that are struck: FM and plucked-string patches. */

import type { NoteVoice } from '../music/session.ts';
import { type FmPatch, fm, op } from '../synth/fm.ts';
import { type PluckPatch, pluck } from '../synth/pluck.ts';

export const fmVoice =
  (patch: FmPatch): NoteVoice =>
  (note) =>
    fm(patch, note);

/** Electric piano: a soft body, a tine that answers the touch, slow panning. */
export const electricPiano = (bite = 1): NoteVoice =>
  fmVoice({
    ops: [
      op(1, 0.8, [0.002, 2.6, 0, 0.35], { pan: -0.15 }),
      op(1, 0.5, [0.002, 3.4, 0, 0.35], { cents: 4, pan: 0.25 }),
      op(1, 0.2 * bite, [0.001, 1.2, 0.1, 0.3], { into: 0, velocity: 0.85, keyFade: 1.4 }),
      op(14, 0.07 * bite, [0.001, 0.18, 0, 0.1], { into: 1, velocity: 0.9, keyFade: 0.8 }),
      op(3, 0.05 * bite, [0.001, 0.5, 0, 0.1], { into: 0, velocity: 0.7, keyFade: 1 }),
    ],
    tremolo: { hz: 4.3, depth: 0.16 },
  });

/** Bright dance-floor piano: hard hammers, short body. */
export const housePiano: NoteVoice = fmVoice({
  ops: [
    op(1, 0.75, [0.001, 1.5, 0, 0.12], { pan: -0.2 }),
    op(2, 0.24, [0.001, 0.9, 0, 0.1], { cents: 3, pan: 0.35 }),
    op(1, 0.36, [0.001, 0.7, 0.08, 0.1], { into: 0, velocity: 0.5, keyFade: 1.3 }),
    op(4, 0.13, [0.001, 0.28, 0, 0.08], { into: 0, velocity: 0.7, keyFade: 1 }),
    op(7, 0.09, [0.001, 0.07, 0, 0.05], { into: 1, velocity: 0.7, keyFade: 1 }),
    op(1, 0.3, [0.001, 1.1, 0, 0.1], { cents: -5, pan: 0.2 }),
  ],
});

/** Felt piano: few partials, slow hammers. */
export const feltPiano: NoteVoice = fmVoice({
  ops: [
    op(1, 0.85, [0.006, 2.2, 0, 0.5], { pan: -0.12 }),
    op(2, 0.12, [0.005, 1.2, 0, 0.4], { cents: 2, pan: 0.3 }),
    op(1, 0.14, [0.004, 0.8, 0.1, 0.4], { into: 0, velocity: 0.8, keyFade: 1.5 }),
    op(3, 0.05, [0.002, 0.25, 0, 0.1], { into: 0, velocity: 0.9 }),
    op(1, 0.3, [0.006, 1.8, 0, 0.5], { cents: -4, pan: 0.2 }),
  ],
});

/** Vibraphone with its motor on. */
export const vibraphone: NoteVoice = fmVoice({
  ops: [
    op(1, 0.9, [0.002, 2.8, 0, 0.9]),
    op(3.99, 0.16, [0.001, 0.6, 0, 0.3], { pan: 0.4 }),
    op(9.6, 0.05, [0.001, 0.12, 0, 0.1], { pan: -0.4 }),
    op(1, 0.05, [0.001, 0.4, 0, 0.2], { into: 0, velocity: 0.9 }),
  ],
  tremolo: { hz: 5.1, depth: 0.3 },
});

/** Marimba: wood over a tuned tube. */
export const marimba: NoteVoice = fmVoice({
  ops: [
    op(1, 1, [0.001, 0.75, 0, 0.3]),
    op(3.93, 0.22, [0.001, 0.16, 0, 0.1], { pan: 0.2 }),
    op(9.23, 0.09, [0.001, 0.06, 0, 0.05], { pan: -0.2 }),
  ],
});

/** Glass bell: inharmonic, long, high. */
export const glassBell: NoteVoice = fmVoice({
  ops: [
    op(1, 0.6, [0.002, 2.4, 0, 1.2], { pan: -0.3 }),
    op(1, 0.45, [0.002, 3, 0, 1.2], { cents: 6, pan: 0.35 }),
    op(3.5, 0.16, [0.001, 0.9, 0, 0.5], { into: 0, velocity: 0.7, keyFade: 1.5 }),
    op(7.1, 0.06, [0.001, 0.35, 0, 0.3], { into: 1, velocity: 0.8, keyFade: 1.5 }),
  ],
});

/** Music box: a thin tine. */
export const musicBox: NoteVoice = fmVoice({
  ops: [
    op(1, 0.8, [0.001, 1.3, 0, 0.6]),
    op(5.4, 0.12, [0.001, 0.35, 0, 0.2], { pan: 0.5 }),
    op(2.01, 0.08, [0.001, 0.5, 0, 0.2], { into: 0, velocity: 0.8 }),
  ],
});

/** Soft flute-like lead: a sine with a little edge and late vibrato. */
export const reedLead: NoteVoice = fmVoice({
  ops: [
    op(1, 0.85, [0.045, 0.5, 0.75, 0.16]),
    op(2, 0.1, [0.06, 0.5, 0.6, 0.1], { pan: 0.2 }),
    op(1, 0.19, [0.06, 0.4, 0.6, 0.1], { into: 0, velocity: 0.7 }),
    op(3, 0.1, [0.01, 0.12, 0.2, 0.1], { into: 0, velocity: 0.8 }),
  ],
  vibrato: { hz: 5.2, cents: 9 },
});

/** Bell-like digital pluck. */
export const digitalPluck: NoteVoice = fmVoice({
  ops: [
    op(1, 0.8, [0.001, 0.55, 0.06, 0.25], { pan: -0.15 }),
    op(1, 0.4, [0.001, 0.45, 0.04, 0.2], { cents: 9, pan: 0.4 }),
    op(2, 0.42, [0.001, 0.22, 0.05, 0.1], { into: 0, velocity: 0.8, keyFade: 1.5 }),
    op(5, 0.2, [0.001, 0.1, 0, 0.05], { into: 1, velocity: 0.8, keyFade: 1.2 }),
  ],
});

/** A plucked string as a voice. */
export const string =
  (patch: PluckPatch): NoteVoice =>
  (note) =>
    pluck(patch, note);
