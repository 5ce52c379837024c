/** Stabs, pads, plucks and leads of the subtractive kind. */

import type { NoteVoice } from '../music/session.ts';
import { type AnalogPatch, analog } from '../synth/analog.ts';

export const analogVoice =
  (patch: AnalogPatch): NoteVoice =>
  (note) =>
    analog(patch, note);

/** Minor-chord stab: detuned saws through a filter that shuts quickly. */
export const stab = (hz = 520, decay = 0.26): NoteVoice =>
  analogVoice({
    layers: [
      { wave: 'saw', level: 0.6, unison: 3, detune: 11 },
      { wave: 'pulse', level: 0.35, semis: -12, width: 0.46 },
    ],
    noise: 0.03,
    filter: { hz, q: 1.5, env: 2.3, key: 0.3, velocity: 1.2, poles: 4 },
    amp: { a: 0.003, d: 0.6, s: 0.3, r: 0.18 },
    fenv: { a: 0.002, d: decay, s: 0.08, r: 0.15 },
    drive: 0.4,
    spread: 0.8,
  });

/** Drawbar organ with a click at the front. */
export const organ: NoteVoice = analogVoice({
  layers: [
    { wave: 'organ', level: 0.8, unison: 2, detune: 5 },
    { wave: 'sine', level: 0.35, semis: -12 },
  ],
  filter: { hz: 2600, q: 0.7, env: 1, velocity: 0.8 },
  amp: { a: 0.004, d: 0.3, s: 0.8, r: 0.07 },
  fenv: { a: 0.001, d: 0.05, s: 0, r: 0.05 },
  spread: 0.5,
});

/** Wide warm pad; `motion` moves its filter round the loop, `hz` is where it rests. */
export const warmPad = (motion: (loopPhase: number) => number, hz = 700, attack = 0.5): NoteVoice =>
  analogVoice({
    layers: [
      { wave: 'saw', level: 0.55, unison: 5, detune: 15 },
      { wave: 'triangle', level: 0.4, semis: -12 },
    ],
    noise: 0.012,
    filter: { hz, q: 0.9, key: 0.4, env: 0.8, velocity: 0.6 },
    amp: { a: attack, d: 1.5, s: 0.8, r: 1.1 },
    fenv: { a: attack * 1.6, d: 2, s: 0.4, r: 1 },
    motion,
    spread: 0.9,
  });

/** Ensemble strings: pulses whose width breathes. */
export const stringPad = (motion: (loopPhase: number) => number, hz = 1500): NoteVoice =>
  analogVoice({
    layers: [
      { wave: 'pulse', level: 0.4, width: 0.4, pwm: 0.22, unison: 2, detune: 8 },
      { wave: 'saw', level: 0.4, unison: 3, detune: 18, semis: 12 },
    ],
    filter: { hz, q: 0.7, key: 0.3, velocity: 0.5 },
    amp: { a: 0.42, d: 1, s: 0.85, r: 0.9 },
    motion,
    vibrato: { hz: 4.6, cents: 5, delaySec: 0.5 },
    spread: 0.95,
  });

/** Hollow and airy: odd harmonics and a breath of noise. */
export const airPad = (motion: (loopPhase: number) => number): NoteVoice =>
  analogVoice({
    layers: [
      { wave: 'hollow', level: 0.5, unison: 3, detune: 9 },
      { wave: 'sine', level: 0.25, semis: 12, unison: 2, detune: 7 },
    ],
    noise: 0.11,
    filter: { hz: 1300, q: 2.4, key: 0.6, env: 0.7 },
    amp: { a: 0.7, d: 1, s: 0.9, r: 1.3 },
    fenv: { a: 1.1, d: 1.4, s: 0.3, r: 1 },
    motion,
    spread: 0.9,
  });

/** Soft pluck. */
export const softPluck = (hz = 700, decay = 0.22): NoteVoice =>
  analogVoice({
    layers: [
      { wave: 'saw', level: 0.5, unison: 2, detune: 7 },
      { wave: 'pulse', level: 0.3, width: 0.35, semis: 12 },
    ],
    filter: { hz, q: 1.3, env: 2.4, key: 0.5, velocity: 1.4, poles: 4 },
    amp: { a: 0.002, d: 0.5, s: 0.12, r: 0.22 },
    fenv: { a: 0.001, d: decay, s: 0, r: 0.15 },
    spread: 0.7,
  });

/** Mono lead that glides, with late vibrato. */
export const glideLead = (hz = 1100): NoteVoice =>
  analogVoice({
    layers: [
      { wave: 'triangle', level: 0.7 },
      { wave: 'saw', level: 0.34, unison: 2, detune: 6 },
      { wave: 'pulse', level: 0.16, semis: -12, width: 0.4 },
    ],
    filter: { hz, q: 1.2, env: 1.2, key: 0.6, velocity: 1 },
    amp: { a: 0.014, d: 0.6, s: 0.7, r: 0.12 },
    fenv: { a: 0.02, d: 0.4, s: 0.35, r: 0.1 },
    vibrato: { hz: 5.4, cents: 16, delaySec: 0.22 },
    drive: 0.3,
    spread: 0.35,
  });

/** Tight, nasal lead for quick figures. */
export const nasalLead: NoteVoice = analogVoice({
  layers: [
    { wave: 'pulse', level: 0.5, width: 0.22, pwm: 0.06 },
    { wave: 'saw', level: 0.3, cents: 8, semis: 12 },
  ],
  filter: { hz: 900, q: 2.4, env: 1.8, key: 0.6, velocity: 1.2 },
  amp: { a: 0.002, d: 0.28, s: 0.35, r: 0.1 },
  fenv: { a: 0.001, d: 0.18, s: 0.1, r: 0.1 },
  drive: 0.5,
  spread: 0.3,
});

/** Wide saws for a chorus. */
export const superSaw = (motion: (loopPhase: number) => number, hz = 1800): NoteVoice =>
  analogVoice({
    layers: [{ wave: 'saw', level: 0.6, unison: 7, detune: 19 }],
    filter: { hz, q: 0.8, key: 0.3, env: 0.6, velocity: 0.8 },
    amp: { a: 0.01, d: 0.7, s: 0.6, r: 0.25 },
    fenv: { a: 0.004, d: 0.4, s: 0.2, r: 0.2 },
    motion,
    spread: 0.95,
  });
