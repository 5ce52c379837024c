/**
 * Cuts, pan and sends of many slots at once. One loop over a block does what five nodes of the browser do for each
 * slot, and their reverb and their delay beside it, at a fraction of the cost. Pan: equal power, Web Audio API 1.31.
 */
import { type Cut, makeCut, setCut } from './cut.ts';
import { Echo } from './echo.ts';
import { Reverb } from './reverb.ts';

/** What a slot adds to its sound; 0 stands for none. */
export interface DeskEffects {
  /** −1 left to 1 right. */
  readonly pan: number;
  readonly lowCutHz: number;
  readonly highCutHz: number;
  /** Linear gain of what is sent. */
  readonly reverb: number;
  readonly delay: number;
}

/** Time constants of changes: of corners and pan, and of sends. */
const TAU_SEC = { turn: 0.012, send: 0.004 };
/** A filter without resonance (Butterworth) has rung out to nothing after this, above the lowest corner. */
const REST_SEC = 0.5;
/** A corner nearer to its goal than this share of it has reached it. */
const NEAR = 1e-4;

/** Gains of both channels on the left, then of both on the right. */
const FROM = new Float64Array(4);
const TO = new Float64Array(4);

function setPan(gains: Float64Array, pan: number): void {
  const angle = (pan <= 0 ? pan + 1 : pan) * (Math.PI / 2);
  gains[0] = pan <= 0 ? 1 : Math.cos(angle);
  gains[1] = pan < 0 ? Math.cos(angle) : 0;
  gains[2] = pan > 0 ? Math.sin(angle) : 0;
  gains[3] = pan < 0 ? Math.sin(angle) : 1;
}

/** Where lanes are added up. */
interface DeskBlock {
  left: Float32Array;
  right: Float32Array;
  reverb: Float32Array;
  delay: Float32Array;
}

const NOTHING: readonly Float32Array[] = [];
const EMPTY = new Float32Array(0);

class Lane {
  private readonly rate: number;
  private readonly low: Cut;
  private readonly high: Cut;
  /** Two of each filter and channel: low left, low right, high left, high right. */
  private readonly states = new Float64Array(8);
  /** Are there cuts at all? Fixed from the opening on: to switch one in, a lane is crossed over with another. */
  private readonly hasLow: boolean;
  private readonly hasHigh: boolean;
  private goal: DeskEffects;
  private lowHz: number;
  private highHz: number;
  private pan: number;
  private reverb: number;
  private delay: number;
  private waiting: { readonly goal: DeskEffects; readonly atFrame: number } | null = null;
  private quietFrames = 0;

  constructor(effects: DeskEffects, rate: number) {
    this.rate = rate;
    this.goal = effects;
    this.hasLow = effects.lowCutHz > 0;
    this.hasHigh = effects.highCutHz > 0;
    this.lowHz = effects.lowCutHz;
    this.highHz = effects.highCutHz;
    this.pan = effects.pan;
    this.reverb = effects.reverb;
    this.delay = effects.delay;
    this.quietFrames = Math.ceil(REST_SEC * rate);
    this.low = makeCut('high', this.lowHz, Math.SQRT1_2, rate);
    this.high = makeCut('low', this.highHz, Math.SQRT1_2, rate);
  }

  /** Turns to other effects from a frame on; what was to come after that frame is dropped. */
  turn(goal: DeskEffects, atFrame: number, nowFrame: number): void {
    if (atFrame > nowFrame) this.waiting = { goal, atFrame };
    else {
      this.goal = goal;
      this.waiting = null;
    }
  }

  private glide(frames: number, nowFrame: number): void {
    if (this.waiting && this.waiting.atFrame < nowFrame + frames) {
      this.goal = this.waiting.goal;
      this.waiting = null;
    }
    const { goal, rate } = this;
    const share = 1 - Math.exp(-frames / (TAU_SEC.turn * rate));
    const toward = (value: number, to: number) =>
      Math.abs(to - value) <= NEAR * Math.abs(to) ? to : value + share * (to - value);
    if (this.hasLow && goal.lowCutHz > 0 && this.lowHz !== goal.lowCutHz) {
      this.lowHz = toward(this.lowHz, goal.lowCutHz);
      setCut(this.low, 'high', this.lowHz, Math.SQRT1_2, rate);
    }
    if (this.hasHigh && goal.highCutHz > 0 && this.highHz !== goal.highCutHz) {
      this.highHz = toward(this.highHz, goal.highCutHz);
      setCut(this.high, 'low', this.highHz, Math.SQRT1_2, rate);
    }
  }

  /** Adds a block of it to what goes on. `input` has no, one or two channels. */
  add(
    input: readonly Float32Array[],
    { left, right, reverb, delay }: DeskBlock,
    nowFrame: number,
  ): void {
    const frames = left.length;
    const inLeft = input[0];
    const inRight = input[1] ?? inLeft;
    this.glide(frames, nowFrame);
    this.quietFrames = inLeft ? 0 : this.quietFrames + frames;
    const { states, low, high, hasLow, hasHigh, goal, rate } = this;
    if (!inLeft && this.quietFrames > REST_SEC * rate) {
      states.fill(0);
      this.pan = goal.pan;
      this.reverb = goal.reverb;
      this.delay = goal.delay;
      return;
    }
    let p0 = states[0]!;
    let p1 = states[1]!;
    let q0 = states[2]!;
    let q1 = states[3]!;
    let u0 = states[4]!;
    let u1 = states[5]!;
    let v0 = states[6]!;
    let v1 = states[7]!;
    const { b0, b1, a1, a2 } = low;
    const { b0: d0, b1: d1, a1: c1, a2: c2 } = high;
    const panShare = 1 - Math.exp(-frames / (TAU_SEC.turn * rate));
    const sendShare = 1 - Math.exp(-frames / (TAU_SEC.send * rate));
    const pan = this.pan + panShare * (goal.pan - this.pan);
    const wet = this.reverb + sendShare * (goal.reverb - this.reverb);
    const late = this.delay + sendShare * (goal.delay - this.delay);
    // Gains at the beginning of the block, and what they grow by from frame to frame.
    setPan(FROM, this.pan);
    setPan(TO, pan);
    let ll = FROM[0]!;
    let lr = FROM[1]!;
    let rl = FROM[2]!;
    let rr = FROM[3]!;
    const stepLl = (TO[0]! - ll) / frames;
    const stepLr = (TO[1]! - lr) / frames;
    const stepRl = (TO[2]! - rl) / frames;
    const stepRr = (TO[3]! - rr) / frames;
    // Both channels go to one, half of each.
    let rv = this.reverb / 2;
    let dl = this.delay / 2;
    const stepRv = (wet - this.reverb) / (2 * frames);
    const stepDl = (late - this.delay) / (2 * frames);
    for (let n = 0; n < frames; n++) {
      let l = inLeft ? inLeft[n]! : 0;
      let r = inRight ? inRight[n]! : 0;
      if (hasLow) {
        const yl = b0 * l + p0;
        p0 = b1 * l - a1 * yl + p1;
        p1 = b0 * l - a2 * yl;
        l = yl;
        const yr = b0 * r + q0;
        q0 = b1 * r - a1 * yr + q1;
        q1 = b0 * r - a2 * yr;
        r = yr;
      }
      if (hasHigh) {
        const yl = d0 * l + u0;
        u0 = d1 * l - c1 * yl + u1;
        u1 = d0 * l - c2 * yl;
        l = yl;
        const yr = d0 * r + v0;
        v0 = d1 * r - c1 * yr + v1;
        v1 = d0 * r - c2 * yr;
        r = yr;
      }
      const outLeft = ll * l + lr * r;
      const outRight = rl * l + rr * r;
      left[n]! += outLeft;
      right[n]! += outRight;
      const mono = outLeft + outRight;
      reverb[n]! += rv * mono;
      delay[n]! += dl * mono;
      ll += stepLl;
      lr += stepLr;
      rl += stepRl;
      rr += stepRr;
      rv += stepRv;
      dl += stepDl;
    }
    states[0] = p0;
    states[1] = p1;
    states[2] = q0;
    states[3] = q1;
    states[4] = u0;
    states[5] = u1;
    states[6] = v0;
    states[7] = v1;
    this.pan = Math.abs(goal.pan - pan) < NEAR ? goal.pan : pan;
    this.reverb = Math.abs(goal.reverb - wet) < 1e-6 ? goal.reverb : wet;
    this.delay = Math.abs(goal.delay - late) < 1e-6 ? goal.delay : late;
  }
}

/** Lanes that slots are put through, and the reverb and the delay that they share. */
export class SlotDesk {
  private readonly rate: number;
  private readonly lanes: (Lane | undefined)[] = [];
  private readonly reverb: Reverb;
  private readonly echo: Echo;
  private readonly block: DeskBlock = { left: EMPTY, right: EMPTY, reverb: EMPTY, delay: EMPTY };
  private rung: readonly [Float32Array, Float32Array] = [EMPTY, EMPTY];

  /** @param sampleRate frames a second @param bps tempo of the echoes in quarter notes a second */
  constructor(sampleRate: number, bps: number) {
    this.rate = sampleRate;
    this.reverb = new Reverb(sampleRate);
    this.echo = new Echo(bps, sampleRate);
  }

  /** Echoes at another tempo from a frame of the context on; a change that was to come is dropped. */
  retune(bps: number, atFrame: number): void {
    this.echo.retune(bps, atFrame);
  }

  /** Puts effects into a lane, at once. */
  open(lane: number, effects: DeskEffects): void {
    this.lanes[lane] = new Lane(effects, this.rate);
  }

  /** Turns a lane to other effects from a frame on; cuts that it did not have at its opening it does not get. */
  turn(lane: number, effects: DeskEffects, atFrame: number, nowFrame: number): void {
    this.lanes[lane]?.turn(effects, atFrame, nowFrame);
  }

  /** Takes a lane out. */
  close(lane: number): void {
    this.lanes[lane] = undefined;
  }

  /**
   * A block of all lanes. Allocates nothing once it has seen a block as long.
   * @param inputs per lane no, one or two channels
   * @param mix left and right, overwritten: the slots with what they share
   * @param nowFrame frame of the context on which the block begins
   */
  process(
    inputs: readonly (readonly Float32Array[])[],
    mix: readonly Float32Array[],
    nowFrame: number,
  ): void {
    const left = mix[0]!;
    const right = mix[1]!;
    const { block, lanes } = this;
    if (block.reverb.length !== left.length) {
      block.reverb = new Float32Array(left.length);
      block.delay = new Float32Array(left.length);
      this.rung = [new Float32Array(left.length), new Float32Array(left.length)];
    }
    block.left = left;
    block.right = right;
    left.fill(0);
    right.fill(0);
    block.delay.fill(0);
    block.reverb.fill(0);
    for (let lane = 0; lane < lanes.length; lane++) {
      lanes[lane]?.add(inputs[lane] ?? NOTHING, block, nowFrame);
    }
    const rungLeft = this.rung[0];
    const rungRight = this.rung[1];
    this.reverb.process(block.reverb, this.rung);
    for (let n = 0; n < left.length; n++) {
      left[n]! += rungLeft[n]!;
      right[n]! += rungRight[n]!;
    }
    this.echo.add(block.delay, left, right, nowFrame);
  }
}
