/**
 * The shared reverb: one channel in, two out. Eight delay lines of incommensurable lengths feed each other
 * through a Hadamard matrix (J.-M. Jot and A. Chaigne, "Digital delay networks for designing artificial
 * reverberators", 1991), each with the loss that its length owes to the time of decay, of lows and of highs apart.
 * Four all-passes before them make the onset dense (M. R. Schroeder, 1962).
 */

/** Seconds before the first reflection: the dry sound stays in front. */
const PREDELAY_SEC = 0.006;
/** Seconds until a level has fallen by 60 dB, of lows and of highs. */
const DECAY_LOW_SEC = 1.7;
const DECAY_HIGH_SEC = 1.35;
/** Where lows and highs are told apart, by a one-pole low-pass. */
const SPLIT_HZ = 1800;
/** Under this nothing is sent back: rooms boom there. */
const LOW_CUT_HZ = 160;
const LOW_LEVEL = 2;
const HIGH_LEVEL = 0.5;
/** Seconds of the all-passes and of the lines. */
const DIFFUSER_SEC = [0.0021, 0.0033, 0.0053, 0.0083];
const DIFFUSION = 0.6;
const LINE_SEC = [0.0083, 0.0121, 0.0167, 0.0223, 0.0287, 0.0347, 0.0413, 0.0479];

/** Keeps the Hadamard matrix from making anything louder. */
const NORM = 1 / Math.sqrt(8);
/** Make the energy of what rings 1 on each side, so that a send of 1 is about as loud as the sound. */
const LEFT_LEVEL = 0.27737 / (2 * NORM);
const RIGHT_LEVEL = 0.31607 / (2 * NORM);

/** After so long what still rings of it is under −100 dB of what came in. */
export const REVERB_RING_SEC = 2.8;

const powerOfTwo = (frames: number) => 2 ** Math.ceil(Math.log2(frames + 1));
const isPrime = (n: number) => {
  for (let d = 3; d * d <= n; d += 2) if (n % d === 0) return false;
  return n % 2 === 1;
};
/** The next prime number of frames: lines without a common divisor do not fall on each other. */
const primeFrames = (sec: number, sampleRate: number) => {
  let frames = Math.round(sec * sampleRate);
  while (!isPrime(frames)) frames += 1;
  return frames;
};

function isZero(wave: Float32Array): boolean {
  for (let n = 0; n < wave.length; n++) if (wave[n] !== 0) return false;
  return true;
}

/** Gains of a line for lows and highs: what a sound loses in so many frames. */
const lossOf = (frames: number, decaySec: number, sampleRate: number) =>
  10 ** ((-3 * frames) / (decaySec * sampleRate));

export class Reverb {
  private readonly diffusers: readonly { readonly ring: Float32Array; readonly frames: number }[];
  private readonly before: Float32Array;
  private readonly predelay: number;
  /** One each: a loop over eight arrays is a quarter faster than one over parts of one. */
  private readonly lines: readonly Float32Array[];
  private readonly mask: number;
  private readonly frames: Int32Array;
  /** What a line gives back: direct[i] now, and a state. */
  private readonly direct: Float64Array;
  private readonly delayed: Float64Array;
  private readonly states = new Float64Array(LINE_SEC.length);
  private readonly pole: number;
  private readonly split: number;
  private readonly cut: number;
  private low = 0;
  private rumble = 0;
  private at = 0;
  private quietFrames: number;
  private readonly ringFrames: number;

  /** @param sampleRate frames a second */
  constructor(sampleRate: number) {
    const ring = (frames: number) => new Float32Array(powerOfTwo(frames));
    this.diffusers = DIFFUSER_SEC.map((sec) => {
      const frames = primeFrames(sec, sampleRate);
      return { ring: ring(frames), frames };
    });
    this.predelay = Math.round(PREDELAY_SEC * sampleRate);
    this.before = ring(this.predelay);
    this.frames = Int32Array.from(LINE_SEC, (sec) => primeFrames(sec, sampleRate));
    const size = powerOfTwo(Math.max(...this.frames));
    this.mask = size - 1;
    this.lines = LINE_SEC.map(() => new Float32Array(size));
    const gains = (decaySec: number) =>
      Float64Array.from(this.frames, (frames) => lossOf(frames, decaySec, sampleRate));
    const lows = gains(DECAY_LOW_SEC);
    const highs = gains(DECAY_HIGH_SEC);
    this.split = 1 - Math.exp((-2 * Math.PI * SPLIT_HZ) / sampleRate);
    this.pole = 1 - this.split;
    this.direct = highs.map((high, i) => NORM * (high + (lows[i]! - high) * this.split));
    this.delayed = highs.map((high) => -NORM * high * this.pole);
    this.cut = 1 - Math.exp((-2 * Math.PI * LOW_CUT_HZ) / sampleRate);
    this.ringFrames = Math.round(REVERB_RING_SEC * sampleRate);
    this.quietFrames = this.ringFrames;
  }

  /**
   * What a block rings. A reverb that has rung out and hears nothing does no work.
   * @param input one channel, or undefined for silence
   * @param outputs two channels as long, overwritten
   */
  process(input: Float32Array | undefined, outputs: readonly Float32Array[]): void {
    const [left, right] = outputs as [Float32Array, Float32Array];
    const isSilent = !input || isZero(input);
    this.quietFrames = isSilent ? this.quietFrames + left.length : 0;
    if (this.quietFrames > this.ringFrames) {
      if (this.quietFrames - left.length <= this.ringFrames) this.clear();
      left.fill(0);
      right.fill(0);
      return;
    }
    this.diffuse(input, left);
    this.reverberate(left, right);
  }

  /** Tone, predelay and all-passes; `wave` is overwritten with what goes into the lines. */
  private diffuse(input: Float32Array | undefined, wave: Float32Array): void {
    const { before, split, cut, at, predelay } = this;
    const mask = before.length - 1;
    let { low, rumble } = this;
    for (let n = 0; n < wave.length; n++) {
      const x = input ? input[n]! : 0;
      low += split * (x - low);
      rumble += cut * (low - rumble);
      before[(at + n) & mask] = LOW_LEVEL * (low - rumble) + HIGH_LEVEL * (x - low);
      wave[n] = before[(at + n - predelay) & mask]!;
    }
    this.low = low;
    this.rumble = rumble;
    for (const { ring, frames } of this.diffusers) {
      const last = ring.length - 1;
      for (let n = 0; n < wave.length; n++) {
        const old = ring[(at + n - frames) & last]!;
        const fresh = wave[n]! - DIFFUSION * old;
        ring[(at + n) & last] = fresh;
        wave[n] = old + DIFFUSION * fresh;
      }
    }
  }

  /** The lines; `left` holds what goes in. Written out, because a loop over eight lines costs several times as much. */
  private reverberate(left: Float32Array, right: Float32Array): void {
    const { lines, mask, frames, states, direct, delayed, pole } = this;
    const count = left.length;
    const line0 = lines[0]!;
    const f0 = frames[0]!;
    const g0 = direct[0]!;
    const d0 = delayed[0]!;
    let s0 = states[0]!;
    const line1 = lines[1]!;
    const f1 = frames[1]!;
    const g1 = direct[1]!;
    const d1 = delayed[1]!;
    let s1 = states[1]!;
    const line2 = lines[2]!;
    const f2 = frames[2]!;
    const g2 = direct[2]!;
    const d2 = delayed[2]!;
    let s2 = states[2]!;
    const line3 = lines[3]!;
    const f3 = frames[3]!;
    const g3 = direct[3]!;
    const d3 = delayed[3]!;
    let s3 = states[3]!;
    const line4 = lines[4]!;
    const f4 = frames[4]!;
    const g4 = direct[4]!;
    const d4 = delayed[4]!;
    let s4 = states[4]!;
    const line5 = lines[5]!;
    const f5 = frames[5]!;
    const g5 = direct[5]!;
    const d5 = delayed[5]!;
    let s5 = states[5]!;
    const line6 = lines[6]!;
    const f6 = frames[6]!;
    const g6 = direct[6]!;
    const d6 = delayed[6]!;
    let s6 = states[6]!;
    const line7 = lines[7]!;
    const f7 = frames[7]!;
    const g7 = direct[7]!;
    const d7 = delayed[7]!;
    let s7 = states[7]!;
    let { at } = this;
    for (let n = 0; n < count; n++) {
      const x = left[n]!;
      const x0 = line0[(at - f0) & mask]!;
      const y0 = g0 * x0 + s0;
      s0 = d0 * x0 + pole * y0;
      const x1 = line1[(at - f1) & mask]!;
      const y1 = g1 * x1 + s1;
      s1 = d1 * x1 + pole * y1;
      const x2 = line2[(at - f2) & mask]!;
      const y2 = g2 * x2 + s2;
      s2 = d2 * x2 + pole * y2;
      const x3 = line3[(at - f3) & mask]!;
      const y3 = g3 * x3 + s3;
      s3 = d3 * x3 + pole * y3;
      const x4 = line4[(at - f4) & mask]!;
      const y4 = g4 * x4 + s4;
      s4 = d4 * x4 + pole * y4;
      const x5 = line5[(at - f5) & mask]!;
      const y5 = g5 * x5 + s5;
      s5 = d5 * x5 + pole * y5;
      const x6 = line6[(at - f6) & mask]!;
      const y6 = g6 * x6 + s6;
      s6 = d6 * x6 + pole * y6;
      const x7 = line7[(at - f7) & mask]!;
      const y7 = g7 * x7 + s7;
      s7 = d7 * x7 + pole * y7;
      const a0 = y0 + y1;
      const a1 = y0 - y1;
      const a2 = y2 + y3;
      const a3 = y2 - y3;
      const a4 = y4 + y5;
      const a5 = y4 - y5;
      const a6 = y6 + y7;
      const a7 = y6 - y7;
      const b0 = a0 + a2;
      const b2 = a0 - a2;
      const b1 = a1 + a3;
      const b3 = a1 - a3;
      const b4 = a4 + a6;
      const b6 = a4 - a6;
      const b5 = a5 + a7;
      const b7 = a5 - a7;
      const c0 = b0 + b4;
      const c4 = b0 - b4;
      const c1 = b1 + b5;
      const c5 = b1 - b5;
      const c2 = b2 + b6;
      const c6 = b2 - b6;
      const c3 = b3 + b7;
      const c7 = b3 - b7;
      left[n] = LEFT_LEVEL * (c2 + c3);
      right[n] = RIGHT_LEVEL * (c2 - c3);
      const to = at & mask;
      line0[to] = x + c0;
      line1[to] = x + c1;
      line2[to] = x + c2;
      line3[to] = x + c3;
      line4[to] = x + c4;
      line5[to] = x + c5;
      line6[to] = x + c6;
      line7[to] = x + c7;
      at = (at + 1) | 0;
    }
    this.at = at;
    states[0] = s0;
    states[1] = s1;
    states[2] = s2;
    states[3] = s3;
    states[4] = s4;
    states[5] = s5;
    states[6] = s6;
    states[7] = s7;
  }

  /** Silences it. */
  clear(): void {
    for (const { ring } of this.diffusers) ring.fill(0);
    this.before.fill(0);
    for (const line of this.lines) line.fill(0);
    this.states.fill(0);
    this.low = 0;
    this.rumble = 0;
  }
}

/**
 * Two channels of what it rings of a single frame of 1.
 * @param sampleRate frames a second
 */
export function reverbImpulse(sampleRate: number): Float32Array<ArrayBuffer>[] {
  const frames = Math.ceil(REVERB_RING_SEC * sampleRate);
  const channels = [new Float32Array(frames), new Float32Array(frames)];
  const first = new Float32Array(frames);
  first[0] = 1;
  new Reverb(sampleRate).process(first, channels);
  return channels;
}
