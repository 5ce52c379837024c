/** Sounds that lead somewhere: sweeps, falls, swells, sirens and dust. */

import { RATE, type Stereo, stereo } from '../../synth/buffer.ts';
import { declick } from '../../synth/envelope.ts';
import { Svf } from '../../synth/filter.ts';
import { exp2, log2, sinTurn } from '../../synth/math.ts';
import type { Random } from '../../synth/random.ts';
import { pink } from '../synth/noise.ts';

export interface Sweep {
  readonly fromHz: number;
  readonly toHz: number;
  readonly q: number;
  /** Level at a place 0..1 of the sweep. */
  readonly level: (place: number) => number;
  /** −1..1 at a place. */
  readonly pan?: (place: number) => number;
}

/** Pink noise through a band that moves evenly in pitch. */
export function noiseSweep(frames: number, sweep: Sweep, rng: Random): Stereo {
  const out = stereo(frames);
  const left = new Svf();
  const right = new Svf();
  const noiseL = pink(rng);
  const noiseR = pink(rng.fork('right'));
  const octaves = log2(sweep.toHz / sweep.fromHz);
  for (let i = 0; i < frames; i++) {
    const place = i / frames;
    if (i % 16 === 0) {
      const hz = sweep.fromHz * exp2(octaves * place);
      left.set(hz, sweep.q);
      right.set(hz * 1.04, sweep.q);
    }
    const a = noiseL();
    const b = noiseR();
    left.tick(a * 0.8 + b * 0.35);
    right.tick(b * 0.8 + a * 0.35);
    const level = sweep.level(place);
    const pan = sweep.pan ? sweep.pan(place) : 0;
    out.l[i] = left.bp * level * Math.sqrt(1 - pan);
    out.r[i] = right.bp * level * Math.sqrt(1 + pan);
  }
  declick(out.l, 64, 240);
  declick(out.r, 64, 240);
  return out;
}

/** A tone that slides from one pitch to another with an optional wobble; mono, −1..1. */
export function slideTone(
  frames: number,
  fromHz: number,
  toHz: number,
  level: (place: number) => number,
  wobble: { readonly hz: (place: number) => number; readonly octaves: number } = {
    hz: () => 0,
    octaves: 0,
  },
): Float32Array {
  const out = new Float32Array(frames);
  const octaves = log2(toHz / fromHz);
  let phase = 0;
  let turn = 0;
  for (let i = 0; i < frames; i++) {
    const place = i / frames;
    turn += wobble.hz(place) / RATE;
    phase += (fromHz * exp2(octaves * place + wobble.octaves * sinTurn(turn))) / RATE;
    const y = sinTurn(phase) + 0.3 * sinTurn(phase * 2) + 0.12 * sinTurn(phase * 3);
    out[i] = y * 0.5 * level(place);
  }
  return declick(out, 64, 400);
}

/** A deep hit with air above it: what a riser leads to. */
export function impact(sec: number, rng: Random): Stereo {
  const frames = Math.round(sec * RATE);
  const out = noiseSweep(
    frames,
    { fromHz: 5200, toHz: 240, q: 0.6, level: (p) => exp2(-p * 9) * 0.7 },
    rng,
  );
  const boom = slideTone(frames, 150, 62, (p) => exp2(-p * 8));
  for (let i = 0; i < frames; i++) {
    out.l[i] = out.l[i]! + boom[i]! * 0.7;
    out.r[i] = out.r[i]! + boom[i]! * 0.7;
  }
  return out;
}

/** Dust of a record over `frames`: `perSec` clicks of every size and a quiet hiss. Comes round with the loop. */
export function crackle(frames: number, perSec: number, rng: Random): Stereo {
  const out = stereo(frames);
  const count = Math.round((frames / RATE) * perSec);
  for (let c = 0; c < count; c++) {
    const at = Math.floor(rng.next() * frames);
    const size = rng.next();
    const level = 0.06 + 0.7 * size * size * size * size;
    const tone = new Svf(1400 + 5200 * rng.next(), 1.5 + rng.next() * 3);
    const pan = rng.bipolar() * 0.8;
    const length = Math.round((0.001 + 0.004 * rng.next()) * RATE);
    for (let i = 0; i < length * 4; i++) {
      tone.tick(i < 8 ? rng.bipolar() : 0);
      const place = (at + i) % frames;
      out.l[place] = out.l[place]! + tone.bp * level * Math.sqrt(1 - pan);
      out.r[place] = out.r[place]! + tone.bp * level * Math.sqrt(1 + pan);
    }
  }
  return out;
}

/** Turns a buffer off and on in sixteenths: `pattern` holds 1 for on, anything else for off. */
export function gate(bus: Stereo, pattern: string, sixteenth: number, softSec = 0.006): Stereo {
  const signs = pattern.replace(/[\s|]/g, '');
  const soft = softSec * RATE;
  const levelAt = (i: number) => {
    const step = Math.floor(i / sixteenth);
    const on = signs[((step % signs.length) + signs.length) % signs.length] === '1' ? 1 : 0;
    const was = signs[(step - 1 + signs.length) % signs.length] === '1' ? 1 : 0;
    const t = Math.min(1, (i - step * sixteenth) / soft);
    return was + (on - was) * t * t * (3 - 2 * t);
  };
  return { l: bus.l.map((x, i) => x * levelAt(i)), r: bus.r.map((x, i) => x * levelAt(i)) };
}
