import { RATE } from '../../synth/buffer.ts';
import { declick, noteFrames } from '../../synth/envelope.ts';
import { Svf } from '../../synth/filter.ts';
import { clamp, exp2 } from '../../synth/math.ts';
import type { Note } from './analog.ts';

export interface PluckPatch {
  /** Seconds until the string is 60 dB down, at middle C. */
  readonly sec: number;
  /** 0 dull .. 1 bright. */
  readonly bright: number;
  /** Where it is plucked, 0.05 (bridge) .. 0.5 (middle). */
  readonly place?: number;
  /** Seconds after the key is released. */
  readonly release?: number;
  /** Softness of the finger 0..1. */
  readonly soft?: number;
}

/**
 * A plucked string (K. Karplus and A. Strong, 1983, with the tuning all-pass of D. Jaffe and J. Smith, 1983).
 * Returns mono frames with a peak near 0.5.
 */
export function pluck(patch: PluckPatch, note: Note): Float32Array {
  const release = patch.release ?? 0.25;
  const frames = noteFrames(note.gate, release);
  const out = new Float32Array(frames);
  const bright = clamp(patch.bright * (0.6 + 0.4 * note.velocity), 0, 1);
  const period = RATE / note.hz;
  // The mean of two neighbours is the string's own damping; brightness leans it to one of them.
  const lean = 0.45 * bright;
  const inner = 0.5 - lean;
  const whole = Math.floor(period - inner - 0.1);
  const rest = period - inner - whole;
  const allpass = (1 - rest) / (1 + rest);
  const line = exciter(patch, note, whole, bright);
  const sec = patch.sec * exp2((261.63 - note.hz) / 900);
  const loss = exp2((-9.966 * period) / (sec * RATE));
  const lossAfter = exp2((-9.966 * period) / (release * RATE));
  let place = 0;
  let held = 0;
  let apIn = 0;
  let apOut = 0;
  for (let i = 0; i < frames; i++) {
    const y = line[place]!;
    const mixed = (1 - inner) * y + inner * held;
    held = y;
    apOut = allpass * (mixed - apOut) + apIn;
    apIn = mixed;
    line[place] = apOut * (i < note.gate ? loss : lossAfter);
    if (++place >= whole) place = 0;
    out[i] = y * note.velocity;
  }
  return declick(out, 6, 600);
}

function exciter(patch: PluckPatch, note: Note, length: number, bright: number): Float64Array {
  const line = new Float64Array(length);
  const tone = new Svf(1200 + 9000 * bright * (1 - (patch.soft ?? 0)), 0.7);
  for (let i = 0; i < length * 2; i++) {
    const x = tone.tick(note.rng.bipolar());
    if (i >= length) line[i - length] = x;
  }
  const comb = Math.max(1, Math.round(length * (patch.place ?? 0.2)));
  const dry = line.slice();
  let mean = 0;
  for (let i = 0; i < length; i++) {
    line[i] = dry[i]! - dry[(i + length - comb) % length]!;
    mean += line[i]! / length;
  }
  let peak = 1e-9;
  for (let i = 0; i < length; i++) {
    line[i] = line[i]! - mean;
    peak = Math.max(peak, Math.abs(line[i]!));
  }
  for (let i = 0; i < length; i++) line[i] = (line[i]! / peak) * 0.5;
  return line;
}
