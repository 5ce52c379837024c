import { RATE, type Stereo } from '../../synth/buffer.ts';
import { Adsr, type AdsrShape, declick, noteFrames } from '../../synth/envelope.ts';
import { exp2, log2, sinTurn } from '../../synth/math.ts';
import type { Note } from './analog.ts';

/** A sine whose phase is moved by the operators that name it as their target. */
export interface Operator {
  readonly ratio: number;
  /** For a carrier its level, for a modulator its index in turns. */
  readonly amount: number;
  readonly env: AdsrShape;
  /** Index of the operator that it modulates; absent for a carrier. */
  readonly into?: number;
  readonly feedback?: number;
  readonly cents?: number;
  /** How much velocity moves its amount, 0..1. */
  readonly velocity?: number;
  /** −1..1, for carriers. */
  readonly pan?: number;
  /** Octave above middle C at which its amount has halved. */
  readonly keyFade?: number;
}

/** An operator as a row of a table: ratio, amount, attack, decay, sustain and release of its envelope, and what it needs more. */
export const op = (
  ratio: number,
  amount: number,
  [a, d, s, r]: readonly [number, number, number, number],
  more?: Omit<Operator, 'ratio' | 'amount' | 'env'>,
): Operator => ({ ratio, amount, env: { a, d, s, r }, ...more });

export interface FmPatch {
  readonly ops: readonly Operator[];
  readonly tremolo?: { readonly hz: number; readonly depth: number };
  readonly vibrato?: { readonly hz: number; readonly cents: number };
}

/**
 * Plays one note of phase modulation (J. Chowning, "The synthesis of complex audio spectra by means of frequency
 * modulation", 1973). Modulators must stand after the operators that they move.
 */
export function fm(patch: FmPatch, note: Note): Stereo {
  const release = Math.max(
    ...patch.ops.filter((op) => op.into === undefined).map((op) => op.env.r),
  );
  const frames = noteFrames(note.gate, release * 1.1);
  const out = { l: new Float32Array(frames), r: new Float32Array(frames) };
  const octave = log2(note.hz / 261.6256);
  const ops = patch.ops.map((op) => ({
    ...op,
    adsr: new Adsr(op.env, note.gate),
    phase: op.into === undefined ? note.rng.next() * 0.1 : 0,
    step: (note.hz * op.ratio * exp2((op.cents ?? 0) / 1200)) / RATE,
    level:
      op.amount *
      (1 - (op.velocity ?? (op.into === undefined ? 1 : 0.6)) * (1 - note.velocity)) *
      (op.keyFade ? exp2(-Math.max(0, octave) / op.keyFade) : 1),
    last: 0,
    moved: 0,
  }));
  const glideFrames = (note.glideSec ?? 0) * RATE;
  const ratio = note.fromHz ? note.fromHz / note.hz : 1;
  for (let i = 0; i < frames; i++) {
    let bend = 1;
    if (i < glideFrames) {
      const left = 1 - i / glideFrames;
      bend += (ratio - 1) * left * left;
    }
    if (patch.vibrato) {
      bend *= 1 + sinTurn((i / RATE) * patch.vibrato.hz) * patch.vibrato.cents * 0.000578;
    }
    let l = 0;
    let r = 0;
    for (let o = ops.length - 1; o >= 0; o--) {
      const op = ops[o]!;
      const y =
        sinTurn(op.phase + op.moved + op.last * (op.feedback ?? 0)) * op.adsr.next() * op.level;
      op.last = y;
      op.moved = 0;
      op.phase += op.step * bend;
      if (op.phase >= 1) op.phase -= Math.floor(op.phase);
      if (op.into === undefined) {
        l += y * (1 - (op.pan ?? 0));
        r += y * (1 + (op.pan ?? 0));
      } else ops[op.into]!.moved += y;
    }
    const t = patch.tremolo;
    const swing = t ? sinTurn((i / RATE) * t.hz) * t.depth : 0;
    out.l[i] = l * 0.25 * (1 + swing);
    out.r[i] = r * 0.25 * (1 - swing);
  }
  declick(out.l, 8, 400);
  declick(out.r, 8, 400);
  return out;
}
