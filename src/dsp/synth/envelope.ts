import { RATE } from './buffer.ts';
import { exp2 } from './math.ts';

/** Times in seconds; `s` is the sustained level 0..1. */
export interface AdsrShape {
  readonly a: number;
  readonly d: number;
  readonly s: number;
  readonly r: number;
}

/** Factor per frame that closes all but a thousandth of a distance within `sec` seconds. */
export function approach(sec: number): number {
  return exp2(-9.965784284662087 / Math.max(1, sec * RATE));
}

/** An exponential attack, decay, sustain and release; `next()` once a frame. */
export class Adsr {
  private readonly gate: number;
  private readonly attack: number;
  private readonly attackFrames: number;
  private readonly decay: number;
  private readonly release: number;
  private readonly sustain: number;
  private frame = 0;
  private level = 0;

  constructor(shape: AdsrShape, gateFrames: number) {
    this.gate = gateFrames;
    this.attackFrames = Math.max(1, Math.round(shape.a * RATE));
    this.attack = exp2(-4 / this.attackFrames);
    this.decay = approach(shape.d);
    this.release = approach(shape.r);
    this.sustain = shape.s;
  }

  next(): number {
    if (this.frame >= this.gate) this.level *= this.release;
    else if (this.frame < this.attackFrames) {
      // Towards 16/15, so that four half-lives end exactly on 1.
      this.level = 1.0666666666666667 + (this.level - 1.0666666666666667) * this.attack;
    } else this.level = this.sustain + (this.level - this.sustain) * this.decay;
    this.frame++;
    return this.level;
  }
}

/** Frames that a note of `gateFrames` lasts with its release. */
export function noteFrames(gateFrames: number, releaseSec: number): number {
  return Math.round(gateFrames + releaseSec * RATE) + 64;
}

/** A plain exponential decay from 1: `sec` is the time to −60 dB. */
export class Decay {
  private level = 1;
  private readonly factor: number;

  constructor(sec: number) {
    this.factor = approach(sec);
  }

  next(): number {
    const now = this.level;
    this.level *= this.factor;
    return now;
  }
}

/** Fades the first and last frames of a note, so that no note begins or ends with a step. */
export function declick(note: Float32Array, inFrames = 16, outFrames = 240): Float32Array {
  const n = note.length;
  const head = Math.min(inFrames, n >> 1);
  const tail = Math.min(outFrames, n >> 1);
  for (let i = 0; i < head; i++) note[i] = note[i]! * (i / head);
  for (let i = 0; i < tail; i++) note[n - 1 - i] = note[n - 1 - i]! * (i / tail);
  return note;
}
