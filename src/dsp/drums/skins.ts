/** Drums with a skin: kicks, snares, toms, congas. Mono, peaks near 1 at full velocity. */

import { RATE } from '../synth/buffer.ts';
import { Decay, declick } from '../synth/envelope.ts';
import { Svf } from '../synth/filter.ts';
import { exp2, sinTurn, tanh } from '../synth/math.ts';
import type { Random } from '../synth/random.ts';

export interface KickShape {
  /** Resting pitch in Hz, and how far above it the beater starts. */
  readonly hz: number;
  readonly sweepHz: number;
  /** Seconds for the pitch to fall by half. */
  readonly sweepSec: number;
  readonly sec: number;
  readonly click: number;
  readonly drive: number;
  /** Flat top before the tail falls, seconds. */
  readonly holdSec?: number;
  /** Air of a felt beater and a wooden shell 0..1. */
  readonly wood?: number;
}

/** A bass drum. */
export function kick(shape: KickShape, velocity: number, rng: Random): Float32Array {
  const out = new Float32Array(Math.round((shape.sec + (shape.holdSec ?? 0)) * RATE));
  const tail = new Decay(shape.sec);
  const beater = new Decay(0.022);
  const thud = new Decay(0.11);
  const air = new Svf(3800, 0.8);
  const shell = new Svf(185, 5);
  const hold = (shape.holdSec ?? 0) * RATE;
  let phase = 0;
  let level = 1;
  for (let i = 0; i < out.length; i++) {
    const sweep = exp2(-i / (shape.sweepSec * RATE)) * (0.7 + 0.3 * velocity);
    // A second, much faster fall gives the skin its knock.
    const knock = exp2(-i / (0.0022 * RATE)) * shape.click * 900 * velocity;
    phase += (shape.hz + shape.sweepHz * sweep + knock) / RATE;
    if (i >= hold) level = tail.next();
    air.tick(rng.bipolar());
    const tick = air.bp * beater.next() * shape.click * 0.7 * velocity;
    let y = sinTurn(phase) * level;
    if (shape.wood) {
      shell.tick(tick * 4 + rng.bipolar() * 0.05 * thud.next());
      y += shell.bp * shape.wood * 0.8;
    }
    y = tanh((y + tick) * (1 + shape.drive * 2)) / tanh(1 + shape.drive * 2);
    out[i] = y * velocity;
  }
  return declick(out, 4, 900);
}

export interface SnareShape {
  readonly hz: number;
  readonly sec: number;
  /** Wires: level, centre in Hz and seconds. */
  readonly wires: number;
  readonly wireHz: number;
  readonly wireSec: number;
  readonly crack: number;
  readonly ring?: number;
}

/** A snare drum: two modes of the skin, wires under it and the stick. */
export function snare(shape: SnareShape, velocity: number, rng: Random): Float32Array {
  const out = new Float32Array(Math.round(Math.max(shape.sec, shape.wireSec) * 1.15 * RATE));
  const skin = new Decay(shape.sec * (0.75 + 0.25 * velocity));
  const upper = new Decay(shape.sec * 0.6);
  const ring = new Decay(shape.sec * 1.1);
  const wires = new Decay(shape.wireSec * (0.6 + 0.4 * velocity));
  const stick = new Decay(0.012);
  const body = new Svf(shape.wireHz * (0.8 + 0.25 * velocity), 0.7);
  const low = new Svf(420, 0.7);
  const edge = new Svf(5200, 0.6);
  let a = 0.1;
  let b = 0;
  let c = 0.3;
  for (let i = 0; i < out.length; i++) {
    const fall = 1 + 0.55 * exp2(-i / (0.009 * RATE)) * velocity;
    a += (shape.hz * fall) / RATE;
    b += (shape.hz * 1.78 * fall) / RATE;
    c += (shape.hz * 4.31) / RATE;
    const noise = rng.bipolar();
    body.tick(noise);
    low.tick(body.hp * 0.6 + body.bp);
    edge.tick(noise);
    const buzz = low.hp * wires.next() * shape.wires;
    let y = sinTurn(a) * skin.next() * 0.75 + sinTurn(b) * upper.next() * 0.34;
    y += sinTurn(c) * ring.next() * (shape.ring ?? 0) * 0.2;
    y += buzz + edge.hp * stick.next() * shape.crack * velocity;
    out[i] = tanh(y * 1.35) * velocity * 0.9;
  }
  return declick(out, 4, 600);
}

interface HandDrum {
  readonly hz: number;
  readonly sec: number;
  /** How hard the hand slaps 0..1. */
  readonly slap: number;
  readonly bend?: number;
}

/** A conga, bongo or tom: modes of a round skin with a bending pitch, and the hand. */
export function handDrum(shape: HandDrum, velocity: number, rng: Random): Float32Array {
  const out = new Float32Array(Math.round(shape.sec * 1.1 * RATE));
  const one = new Decay(shape.sec);
  const two = new Decay(shape.sec * 0.55);
  const three = new Decay(shape.sec * 0.3);
  const hand = new Decay(0.018 + 0.03 * shape.slap);
  const palm = new Svf(shape.slap > 0.5 ? 2600 : 1100, 1.1);
  const bend = shape.bend ?? 0.12;
  let a = 0;
  let b = 0.2;
  let c = 0.4;
  for (let i = 0; i < out.length; i++) {
    const fall = 1 + bend * velocity * exp2(-i / (0.018 * RATE));
    a += (shape.hz * fall) / RATE;
    b += (shape.hz * 1.593 * fall) / RATE;
    c += (shape.hz * 2.136 * fall) / RATE;
    palm.tick(rng.bipolar());
    const skin = 1 - shape.slap * 0.62;
    let y = sinTurn(a) * one.next() * skin;
    y += sinTurn(b) * two.next() * (0.22 + 0.3 * shape.slap);
    y += sinTurn(c) * three.next() * (0.12 + 0.32 * shape.slap);
    y += palm.bp * hand.next() * (0.22 + 1.5 * shape.slap);
    out[i] = tanh(y * 1.1) * velocity * 0.8;
  }
  return declick(out, 10, 500);
}
