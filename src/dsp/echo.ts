/** The shared delay: dotted eighths of the tempo, from side to side, each darker and softer than the one before. */
import { SAMPLE_RATE_HZ } from '../data/contract/constants.ts';
import { type Cut, makeCut } from './cut.ts';

/** Quarter notes between two echoes. */
const ECHO_BEATS = 0.75;
/** Longer than this is halved: a dotted eighth under 30 bpm is no echo any more. */
export const MAX_ECHO_SEC = 1.5;
export const ECHO_FEEDBACK = 0.42;
/** Corners of what goes round, with a Q of 1. */
export const ECHO_HIGH_CUT_HZ = 4200;
export const ECHO_LOW_CUT_HZ = 180;
const Q = 1;
/** How loud the first echo of a send of 1 is. */
export const ECHO_LEVEL = 0.7;
/** What an old tempo has faded out by. */
export const ECHO_GONE_SEC = 0.5;
/** Time constant with which a new tempo is let in. */
const IN_TAU_SEC = 0.004;
/** After so many echoes what is left of a send is under −100 dB. */
const ECHOES = 13;

/** Seconds between two echoes at a tempo in quarter notes a second, a whole number of frames. */
export function echoSec(bps: number, sampleRate: number): number {
  let sec = ECHO_BEATS / bps;
  while (sec > MAX_ECHO_SEC) sec /= 2;
  return Math.round(sec * sampleRate) / sampleRate;
}

/** Seconds that echoes at a tempo ring on. */
export function echoRingSec(bps: number): number {
  return ECHOES * echoSec(bps, SAMPLE_RATE_HZ);
}

/** Echoes at one tempo. */
class Line {
  readonly bps: number;
  /** Does it take in what is sent? */
  isOpen = true;
  private readonly frames: number;
  private readonly left: Float32Array;
  private readonly right: Float32Array;
  private readonly low: Cut;
  private readonly high: Cut;
  private readonly rate: number;
  private at = 0;
  private taken = 0;
  private level = ECHO_LEVEL;
  private quietFrames = 0;
  private closedFrames = 0;

  constructor(bps: number, rate: number, isFirst: boolean) {
    this.bps = bps;
    this.rate = rate;
    this.frames = Math.round(echoSec(bps, rate) * rate);
    this.left = new Float32Array(this.frames);
    this.right = new Float32Array(this.frames);
    this.low = makeCut('high', ECHO_LOW_CUT_HZ, Q, rate);
    this.high = makeCut('low', ECHO_HIGH_CUT_HZ, Q, rate);
    this.taken = isFirst ? 1 : 0;
    this.quietFrames = ECHOES * this.frames;
  }

  /** Has an old tempo faded out? */
  get isGone(): boolean {
    return this.closedFrames > ECHO_GONE_SEC * this.rate;
  }

  /** Adds what it answers to a block. */
  add(input: Float32Array, isSilent: boolean, left: Float32Array, right: Float32Array): void {
    const count = input.length;
    this.quietFrames = isSilent ? this.quietFrames + count : 0;
    if (!this.isOpen) this.closedFrames += count;
    if (this.quietFrames > ECHOES * this.frames) {
      this.taken = this.isOpen ? 1 : 0;
      return;
    }
    const { left: leftLine, right: rightLine, frames, rate, low, high } = this;
    const { b0, b1, a1, a2 } = low;
    const { b0: d0, b1: d1, a1: c1, a2: c2 } = high;
    let { s0: p0, s1: p1 } = low;
    let { s0: q0, s1: q1 } = high;
    const taken = this.taken;
    const goal = this.isOpen ? 1 : 0;
    const share = 1 - Math.exp(-count / (IN_TAU_SEC * rate));
    const next = Math.abs(goal - taken) < 1e-5 ? goal : taken + share * (goal - taken);
    const step = (next - taken) / count;
    const fade = this.isOpen ? 1 : Math.exp(-8 / (ECHO_GONE_SEC * rate));
    let { at, level } = this;
    for (let n = 0; n < count; n++) {
      const first = leftLine[at]!;
      const second = rightLine[at]!;
      const x = input[n]! * (taken + n * step) + ECHO_FEEDBACK * second;
      const y = b0 * x + p0;
      p0 = b1 * x - a1 * y + p1;
      p1 = b0 * x - a2 * y;
      const z = d0 * y + q0;
      q0 = d1 * y - c1 * z + q1;
      q1 = d0 * y - c2 * z;
      leftLine[at] = z;
      rightLine[at] = ECHO_FEEDBACK * first;
      at = at + 1 === frames ? 0 : at + 1;
      left[n]! += level * first;
      right[n]! += level * second;
      level *= fade;
    }
    low.s0 = p0;
    low.s1 = p1;
    high.s0 = q0;
    high.s1 = q1;
    this.at = at;
    this.level = level;
    this.taken = next;
  }
}

/** Echoes whose tempo may change: a new line takes over, the old one fades out. */
export class Echo {
  private readonly rate: number;
  private line: Line;
  private old: Line | null = null;
  private waiting: { readonly bps: number; readonly atFrame: number } | null = null;

  /** @param bps quarter notes a second @param sampleRate frames a second */
  constructor(bps: number, sampleRate: number) {
    this.rate = sampleRate;
    this.line = new Line(bps, sampleRate, true);
  }

  /** Another tempo from a frame of the context on; one that was to come is dropped. */
  retune(bps: number, atFrame: number): void {
    this.waiting = { bps, atFrame };
  }

  /**
   * Adds what a block of one channel is answered with to two channels. With nothing to answer it does no work.
   * @param nowFrame frame of the context on which the block begins
   */
  add(input: Float32Array, left: Float32Array, right: Float32Array, nowFrame: number): void {
    if (this.waiting && this.waiting.atFrame < nowFrame + input.length) {
      if (this.waiting.bps !== this.line.bps) {
        this.old = this.line;
        this.old.isOpen = false;
        this.line = new Line(this.waiting.bps, this.rate, false);
      }
      this.waiting = null;
    }
    let isSilent = true;
    for (let n = 0; n < input.length && isSilent; n++) isSilent = input[n] === 0;
    this.line.add(input, isSilent, left, right);
    if (this.old?.isGone) this.old = null;
    this.old?.add(input, isSilent, left, right);
  }
}
