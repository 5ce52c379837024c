import { RATE, type Stereo } from '../../synth/buffer.ts';
import { OnePole } from '../../synth/filter.ts';
import { sinTurn } from '../../synth/math.ts';
import { circular, type Effect } from './chain.ts';

export interface DelayShape {
  readonly sec: number;
  readonly feedback: number;
  readonly wet: number;
  readonly lp: number;
  readonly hp: number;
  /** Echoes change sides. */
  readonly cross?: boolean;
}

class Delay implements Effect {
  l = 0;
  r = 0;
  private readonly lineL: Float64Array;
  private readonly lineR: Float64Array;
  private place = 0;
  private readonly shape: DelayShape;
  private readonly lows: readonly [OnePole, OnePole];
  private readonly highs: readonly [OnePole, OnePole];

  constructor(shape: DelayShape) {
    const frames = Math.round(shape.sec * RATE);
    this.lineL = new Float64Array(frames);
    this.lineR = new Float64Array(frames);
    this.shape = shape;
    this.lows = [new OnePole(shape.lp), new OnePole(shape.lp)];
    this.highs = [new OnePole(shape.hp), new OnePole(shape.hp)];
  }

  tick(l: number, r: number): void {
    const outL = this.lineL[this.place]!;
    const outR = this.lineR[this.place]!;
    const { feedback, cross } = this.shape;
    const backL = (cross ? outR : outL) * feedback;
    const backR = (cross ? outL : outR) * feedback;
    const inL = cross ? (l + r) * 0.7 : l;
    const inR = cross ? 0 : r;
    const darkL = this.lows[0].tick(inL + backL);
    const darkR = this.lows[1].tick(inR + backR);
    this.lineL[this.place] = darkL - this.highs[0].tick(darkL);
    this.lineR[this.place] = darkR - this.highs[1].tick(darkR);
    if (++this.place === this.lineL.length) this.place = 0;
    this.l = outL;
    this.r = outR;
  }
}

/** Echoes over the whole loop, already running at its first frame. */
export function delay(bus: Stereo, shape: DelayShape): Stereo {
  const repeats = Math.min(14, 2 + 3 / (1 - shape.feedback));
  return circular(bus, new Delay(shape), shape.sec * repeats, shape.wet, 1);
}

class Chorus implements Effect {
  l = 0;
  r = 0;
  private readonly line = [new Float64Array(4096), new Float64Array(4096)] as const;
  private place = 0;
  private frame: number;
  private readonly cycles: number;
  private readonly frames: number;
  private readonly depth: number;

  constructor(frames: number, cycles: number, depthSec: number, warmFrames: number) {
    this.frames = frames;
    this.cycles = cycles;
    this.depth = depthSec * RATE;
    this.frame = -warmFrames;
  }

  tick(l: number, r: number): void {
    this.line[0][this.place] = l;
    this.line[1][this.place] = r;
    const turn = (this.frame / this.frames) * this.cycles;
    this.l = this.read(0, turn) * 0.6 + this.read(1, turn + 0.37) * 0.4;
    this.r = this.read(1, turn + 0.5) * 0.6 + this.read(0, turn + 0.87) * 0.4;
    this.place = (this.place + 1) & 4095;
    this.frame++;
  }

  private read(side: 0 | 1, turn: number): number {
    const delay = 480 + this.depth * (1 + sinTurn(turn));
    const at = this.place - delay + 8192;
    const whole = Math.floor(at);
    const a = this.line[side][whole & 4095]!;
    const b = this.line[side][(whole + 1) & 4095]!;
    return a + (b - a) * (at - whole);
  }
}

/** Thickens by two moving delays; `cycles` turns of the movement in one pass of the loop (a whole number). */
export function chorus(bus: Stereo, cycles: number, depthSec = 0.0025, wet = 0.6): Stereo {
  const warm = Math.round(0.1 * RATE);
  const effect = new Chorus(bus.l.length, cycles, depthSec, warm);
  return circular(bus, effect, 0.1, wet, 1 - wet * 0.35);
}
