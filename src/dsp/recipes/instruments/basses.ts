/** Basses. Their low end is one voice in the middle; only what lies above is wide. */

import type { NoteVoice } from '../music/session.ts';
import { op } from '../synth/fm.ts';
import { fmVoice } from './keys.ts';
import { analogVoice } from './synths.ts';

/** Hollow organ bass: percussive, with a second harmonic that speaks on small speakers. */
export const organBass: NoteVoice = fmVoice({
  ops: [
    op(1, 1, [0.003, 0.7, 0.35, 0.06]),
    op(2, 0.34, [0.002, 0.3, 0.2, 0.05]),
    op(1, 0.13, [0.001, 0.22, 0.25, 0.05], { into: 0, velocity: 0.6 }),
    op(3, 0.2, [0.001, 0.09, 0.12, 0.04], { into: 1, velocity: 0.8 }),
  ],
});

/** Rubber: a filtered pulse that snaps shut. */
export const rubberBass = (openness = 1): NoteVoice =>
  analogVoice({
    layers: [
      { wave: 'pulse', level: 0.7, width: 0.42 },
      { wave: 'sine', level: 1 },
      { wave: 'saw', level: 0.3, cents: 6 },
    ],
    // Two poles only: four, falling this fast, would turn the partials of a short note flat.
    filter: { hz: 300 * openness, q: 1.7, env: 1.9, key: 0.5, velocity: 1.2 },
    amp: { a: 0.003, d: 0.5, s: 0.55, r: 0.05 },
    fenv: { a: 0.001, d: 0.3, s: 0.12, r: 0.1 },
    drive: 0.8,
    spread: 0,
  });

/** Deep and round: a sine with enough warmth to be heard on a phone. */
export const deepBass = (release = 0.09): NoteVoice =>
  analogVoice({
    layers: [
      { wave: 'sine', level: 1.1 },
      { wave: 'triangle', level: 0.4 },
      { wave: 'saw', level: 0.16, semis: 12 },
    ],
    filter: { hz: 320, q: 0.8, env: 1.1, key: 0.4, velocity: 1 },
    amp: { a: 0.008, d: 0.9, s: 0.72, r: release },
    fenv: { a: 0.004, d: 0.35, s: 0.2, r: 0.1 },
    drive: 1.6,
    spread: 0,
  });

/** Acid: one saw, a filter that sings; `motion` opens it over the loop. */
export const acidBass = (motion: (loopPhase: number) => number): NoteVoice =>
  analogVoice({
    layers: [
      { wave: 'saw', level: 0.9 },
      { wave: 'sine', level: 0.8 },
    ],
    filter: { hz: 380, q: 3.2, env: 1.5, key: 0.6, velocity: 1.2 },
    amp: { a: 0.002, d: 0.4, s: 0.5, r: 0.03 },
    fenv: { a: 0.001, d: 0.3, s: 0.1, r: 0.1 },
    drive: 1.4,
    motion,
    spread: 0,
  });

/** Long 808-like note: a sine that begins with a knock and slides. */
export const boomBass: NoteVoice = fmVoice({
  ops: [
    op(1, 1, [0.002, 2.4, 0.3, 0.12]),
    op(2, 0.12, [0.002, 1.2, 0.2, 0.1]),
    op(1, 0.09, [0.001, 0.5, 0.35, 0.1], { into: 0, feedback: 0.1 }),
    op(2.7, 0.5, [0.001, 0.03, 0, 0.02], { into: 0, velocity: 0.8 }),
  ],
});

/** Finger bass in wood: short, with the string's own knock. */
export const fingerBass: NoteVoice = fmVoice({
  ops: [
    op(1, 0.95, [0.006, 1, 0.2, 0.08]),
    op(2, 0.26, [0.004, 0.5, 0.08, 0.06]),
    op(3, 0.1, [0.003, 0.3, 0.04, 0.05]),
    op(1, 0.1, [0.002, 0.3, 0.1, 0.05], { into: 0, velocity: 0.9 }),
    op(4.1, 0.22, [0.001, 0.035, 0, 0.02], { into: 1, velocity: 0.9 }),
  ],
});

/** Reese: detuned saws that beat over a steady sine. */
export const reeseBass = (motion: (loopPhase: number) => number, hz = 420): NoteVoice =>
  analogVoice({
    layers: [
      { wave: 'sine', level: 1 },
      { wave: 'saw', level: 0.75, unison: 2, detune: 13 },
      { wave: 'saw', level: 0.45, unison: 2, detune: 22, semis: 12 },
    ],
    filter: { hz, q: 1.1, key: 0.3, velocity: 0.8, poles: 4 },
    amp: { a: 0.012, d: 0.5, s: 0.85, r: 0.07 },
    drive: 1.3,
    motion,
    spread: 0.8,
  });

/** Wobbling, hollow mid bass. */
export const growlBass = (motion: (loopPhase: number) => number): NoteVoice =>
  analogVoice({
    layers: [
      { wave: 'sine', level: 1 },
      { wave: 'pulse', level: 0.6, width: 0.3, pwm: 0.18 },
      { wave: 'saw', level: 0.4, unison: 2, detune: 9, semis: 12 },
    ],
    filter: { hz: 320, q: 1.9, key: 0.4, velocity: 1 },
    amp: { a: 0.005, d: 0.5, s: 0.8, r: 0.05 },
    drive: 1.8,
    motion,
    spread: 0.5,
  });
