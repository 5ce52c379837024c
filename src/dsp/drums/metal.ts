/** Cymbals, shakers and other things of metal, noise and wood. Mono, peaks near 0.8 at full velocity. */

import { RATE } from '../synth/buffer.ts';
import { Decay, declick } from '../synth/envelope.ts';
import { Svf } from '../synth/filter.ts';
import { exp2, sinTurn } from '../synth/math.ts';
import { Oscillator } from '../synth/oscillator.ts';
import type { Random } from '../synth/random.ts';

/** Ratios of six square waves that beat like a cymbal. */
const PLATE = [1, 1.483, 1.8, 2.546, 2.63, 3.897];

interface CymbalShape {
  readonly sec: number;
  /** Hz of the lowest square wave: 205 is a drum machine, 330 small and thin. */
  readonly hz: number;
  /** Share of noise against metal 0..1. */
  readonly noise: number;
  readonly hp: number;
  /** Seconds of attack: a crash swells. */
  readonly rise?: number;
  /** Bell of a ride 0..1. */
  readonly bell?: number;
  /** Second, quicker decay of the stick 0..1. */
  readonly stick?: number;
}

/** A hi-hat, ride or crash. */
export function cymbal(shape: CymbalShape, velocity: number, rng: Random): Float32Array {
  const out = new Float32Array(Math.round(shape.sec * 1.1 * RATE));
  const plates = PLATE.map((ratio) => ({
    osc: new Oscillator('pulse', rng.next()),
    dt: (shape.hz * ratio * (1 + rng.bipolar() * 0.002)) / RATE,
  }));
  const high = new Svf(shape.hp * (0.85 + 0.15 * velocity), 0.8);
  const band = new Svf(shape.hp * 1.35, 1.6);
  const body = new Decay(shape.sec * (0.55 + 0.45 * velocity));
  const stick = new Decay(0.03);
  const bell = new Decay(shape.sec * 0.7);
  const rise = Math.max(1, (shape.rise ?? 0.0006) * RATE);
  let ping = 0;
  for (let i = 0; i < out.length; i++) {
    let metal = 0;
    for (const plate of plates) metal += plate.osc.next(plate.dt);
    const noise = rng.bipolar();
    band.tick(metal * 0.3 * (1 - shape.noise) + noise * shape.noise);
    high.tick(band.bp * 0.8 + noise * shape.noise * 0.35);
    ping += (shape.hz * 9.4) / RATE;
    const rung =
      (shape.bell ?? 0) * bell.next() * (sinTurn(ping) + 0.6 * sinTurn(ping * 1.51)) * 0.12;
    const level = body.next() + stick.next() * (shape.stick ?? 0.4);
    out[i] = (high.hp * level + rung) * Math.min(1, i / rise) * velocity * 0.75;
  }
  return declick(out, 8, 400);
}

interface ShakerShape {
  readonly sec: number;
  readonly hz: number;
  /** Seconds until the beads meet the wall. */
  readonly rise: number;
  readonly q?: number;
}

/** A shaker, cabasa or brush stroke: a swell of filtered noise with grains in it. */
export function shaker(shape: ShakerShape, velocity: number, rng: Random): Float32Array {
  const out = new Float32Array(Math.round((shape.rise + shape.sec) * RATE));
  const tone = new Svf(shape.hz * (0.85 + 0.2 * velocity), shape.q ?? 0.9);
  const low = new Svf(shape.hz * 0.4, 0.7);
  const tail = new Decay(shape.sec);
  const rise = shape.rise * RATE;
  let grain = 0.5;
  for (let i = 0; i < out.length; i++) {
    if (i % 24 === 0) grain += (rng.next() - grain) * 0.6;
    tone.tick(rng.bipolar() * (0.45 + grain));
    low.tick(tone.bp);
    const t = i / rise;
    const level = t < 1 ? t * t : tail.next();
    out[i] = low.hp * level * velocity * 1.1;
  }
  return declick(out, 8, 300);
}

/** A clap: a few hands one after the other, then the room. */
export function clap(sec: number, hz: number, velocity: number, rng: Random): Float32Array {
  const out = new Float32Array(Math.round((sec + 0.06) * RATE));
  const tone = new Svf(hz, 1.3);
  const air = new Svf(hz * 2.6, 0.8);
  const starts = [0, 0.0093 + rng.next() * 0.002, 0.019 + rng.next() * 0.003, 0.0285].map((s) =>
    Math.round(s * RATE),
  );
  const tail = new Decay(sec);
  for (let i = 0; i < out.length; i++) {
    let level = 0;
    for (let h = 0; h < starts.length; h++) {
      const since = i - starts[h]!;
      if (since >= 0) level = Math.max(level, exp2(-since / (0.0032 * RATE)) * (0.7 + 0.1 * h));
    }
    if (i >= starts[3]!) level += tail.next() * 0.55;
    const noise = rng.bipolar();
    tone.tick(noise);
    air.tick(noise);
    out[i] = (tone.bp * 1.5 + air.bp * 0.45) * level * velocity * 0.8;
  }
  return declick(out, 6, 500);
}

/** Fingers snapping: two quick resonances. */
export function snap(velocity: number, rng: Random): Float32Array {
  const out = new Float32Array(Math.round(0.16 * RATE));
  const tone = new Svf(2150, 4.5);
  const body = new Svf(1180, 3);
  const burst = new Decay(0.035);
  const tail = new Decay(0.11);
  for (let i = 0; i < out.length; i++) {
    const x = rng.bipolar() * (i < 240 ? 0.35 : burst.next() + 0.14 * tail.next());
    tone.tick(x);
    body.tick(x);
    out[i] = (tone.bp * 1.3 + body.bp * 0.6) * velocity;
  }
  return declick(out, 6, 500);
}

/** A thing struck: `modes` are `[Hz, level, seconds to −60 dB]`; `knock` is the stick 0..1. */
export function struck(
  modes: readonly (readonly [number, number, number])[],
  velocity: number,
  rng: Random,
  knock = 0.2,
): Float32Array {
  const longest = Math.max(...modes.map((mode) => mode[2]));
  const out = new Float32Array(Math.round(longest * 1.1 * RATE));
  const parts = modes.map(([hz, level, sec], i) => ({
    hz,
    level: level * (i === 0 ? 1 : 0.4 + 0.6 * velocity),
    tail: new Decay(sec),
    phase: 0,
  }));
  const stick = new Decay(0.008);
  const tone = new Svf(4200, 0.8);
  for (let i = 0; i < out.length; i++) {
    let y = 0;
    for (const part of parts) {
      part.phase += part.hz / RATE;
      y += sinTurn(part.phase) * part.tail.next() * part.level;
    }
    tone.tick(rng.bipolar());
    out[i] = (y + tone.bp * stick.next() * knock) * velocity * 0.6;
  }
  return declick(out, 6, 400);
}

/** What rings of a thing, for `struck`: Hz, levels and seconds to −60 dB. */
const modes = (hz: readonly number[], levels: readonly number[], secs: readonly number[]) =>
  hz.map((at, i) => [at, levels[i]!, secs[i]!] as const);

export const RIM = modes([1720, 520, 2870], [0.7, 0.5, 0.4], [0.05, 0.06, 0.03]);
export const CLAVE = modes([2480, 5020], [1, 0.2], [0.11, 0.05]);
export const BLOCK_HIGH = modes([1130, 2890, 1710], [1, 0.35, 0.2], [0.09, 0.05, 0.06]);
export const BLOCK_LOW = modes([790, 2010, 1260], [1, 0.35, 0.2], [0.1, 0.06, 0.07]);
export const COWBELL = modes(
  [563, 845, 1689, 2530],
  [0.7, 0.8, 0.25, 0.12],
  [0.3, 0.26, 0.14, 0.1],
);
export const TRIANGLE = modes(
  [4410, 6260, 8930, 11250],
  [0.5, 0.35, 0.3, 0.16],
  [1.3, 1, 0.8, 0.5],
);
export const AGOGO_HIGH = modes([1210, 2690, 3420], [0.9, 0.4, 0.2], [0.4, 0.25, 0.18]);
export const AGOGO_LOW = modes([910, 2030, 2570], [0.9, 0.4, 0.2], [0.45, 0.28, 0.2]);
