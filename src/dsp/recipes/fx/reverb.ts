import { RATE, type Stereo } from '../../synth/buffer.ts';
import { OnePole } from '../../synth/filter.ts';
import { exp2 } from '../../synth/math.ts';
import { circular, type Effect } from './chain.ts';

export interface ReverbShape {
  /** Seconds to −60 dB. */
  readonly sec: number;
  /** Metres, more or less: 0.3 a box, 1 a room, 2.5 a hall. */
  readonly size: number;
  /** Hz above which the tail is swallowed. */
  readonly damp: number;
  readonly preSec?: number;
  readonly wet: number;
  readonly dry?: number;
  /** Low cut of what goes in, Hz. */
  readonly hp?: number;
}

/** Lengths of eight lines in seconds at size 1, with no common divisor. */
const LINES = [0.0297, 0.0371, 0.0411, 0.0437, 0.0533, 0.0613, 0.0677, 0.0731];
/** Early reflections: seconds at size 1, level, side. */
const EARLY: readonly (readonly [number, number, number])[] = [
  [0.0043, 0.62, -0.6],
  [0.0107, 0.5, 0.7],
  [0.0151, 0.41, 0.2],
  [0.0227, 0.36, -0.8],
  [0.0311, 0.27, 0.5],
];

/**
 * Feedback delay network of eight lines mixed by a Hadamard matrix (J.-M. Jot and A. Chaigne, 1991), with early
 * reflections and two diffusers before it.
 */
class Reverb implements Effect {
  l = 0;
  r = 0;
  private readonly lines: Float64Array[];
  private readonly places = new Int32Array(8);
  private readonly gains: number[];
  private readonly damps: OnePole[];
  private readonly pre: Float64Array;
  private prePlace = 0;
  private readonly cutL: OnePole;
  private readonly cutR: OnePole;
  private readonly taps: { offset: number; l: number; r: number }[];
  private readonly y = new Float64Array(8);

  constructor(shape: ReverbShape) {
    const frames = LINES.map((sec) => Math.max(8, Math.round(sec * shape.size * RATE)));
    this.lines = frames.map((n) => new Float64Array(n));
    this.gains = frames.map((n) => exp2((-9.966 * n) / (shape.sec * RATE)));
    this.damps = frames.map(() => new OnePole(shape.damp));
    const preFrames = Math.round((shape.preSec ?? 0.008) * RATE);
    const reach = preFrames + Math.round(0.0311 * shape.size * RATE) + 2;
    this.pre = new Float64Array(reach * 2);
    this.taps = EARLY.map(([sec, level, side]) => ({
      offset: preFrames + Math.round(sec * shape.size * RATE),
      l: level * Math.sqrt(1 - side),
      r: level * Math.sqrt(1 + side),
    }));
    this.cutL = new OnePole(shape.hp ?? 180);
    this.cutR = new OnePole(shape.hp ?? 180);
  }

  tick(l: number, r: number): void {
    const inL = l - this.cutL.tick(l);
    const inR = r - this.cutR.tick(r);
    const reach = this.pre.length / 2;
    this.pre[this.prePlace * 2] = inL;
    this.pre[this.prePlace * 2 + 1] = inR;
    let earlyL = 0;
    let earlyR = 0;
    for (const tap of this.taps) {
      let at = this.prePlace - tap.offset;
      if (at < 0) at += reach;
      earlyL += this.pre[at * 2]! * tap.l;
      earlyR += this.pre[at * 2 + 1]! * tap.r;
    }
    if (++this.prePlace === reach) this.prePlace = 0;
    const { y } = this;
    for (let i = 0; i < 8; i++) y[i] = this.lines[i]![this.places[i]!]!;
    this.l = (y[0]! - y[2]! + y[4]! - y[6]!) * 0.5 + earlyL * 0.7;
    this.r = (y[1]! - y[3]! + y[5]! - y[7]!) * 0.5 + earlyR * 0.7;
    hadamard(y);
    for (let i = 0; i < 8; i++) {
      const input = (i % 2 ? earlyR : earlyL) * 0.5;
      const line = this.lines[i]!;
      line[this.places[i]!] = input + this.damps[i]!.tick(y[i]! * this.gains[i]!);
      if (++this.places[i]! >= line.length) this.places[i] = 0;
    }
  }
}

function hadamard(y: Float64Array): void {
  for (let span = 1; span < 8; span *= 2) {
    for (let i = 0; i < 8; i += span * 2) {
      for (let j = i; j < i + span; j++) {
        const a = y[j]!;
        const b = y[j + span]!;
        y[j] = a + b;
        y[j + span] = a - b;
      }
    }
  }
  for (let i = 0; i < 8; i++) y[i] = y[i]! * 0.35355339059327373;
}

/** A room, plate or hall over the whole loop, its tail folded into the beginning. */
export function reverb(bus: Stereo, shape: ReverbShape): Stereo {
  return circular(bus, new Reverb(shape), shape.sec * 1.3 + 0.2, shape.wet, shape.dry ?? 1);
}
