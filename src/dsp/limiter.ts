/**
 * Look-ahead limiter with true-peak detection. Up to 0.5 dB below its ceiling it is a pure delay, equal to
 * the bit, and to that it brings what is louder: so much can two filters differ about a peak near Nyquist.
 * True peak: ITU-R BS.1770-4, Annex 2 (four times oversampling). Gain: sliding minimum of the wanted gain,
 * smoothed by two moving averages as long as the look-ahead, so that it arrives before every peak.
 */
import { bessel0 } from './bessel.ts';
import { DETECTOR_DELAY, LIMITER_DELAY_FRAMES, LOOKAHEAD_FRAMES, TAPS } from './limiterDelay.ts';

const OVERSAMPLING = 4;
/** Shape of its Kaiser window: flat to 20 kHz at 48 kHz. */
const BETA = 6;
/** Where it acts, as a share of the ceiling. */
const HEADROOM = 10 ** (-0.5 / 20);
const RELEASE_SEC = 0.12;

/** Coefficients of the three phases between samples: sinc under a Kaiser window. */
function makePhases(): Float32Array[] {
  const phases: Float32Array[] = [];
  for (let p = 1; p < OVERSAMPLING; p++) {
    const row = new Float32Array(TAPS);
    let sum = 0;
    for (let i = 0; i < TAPS; i++) {
      const x = i - (TAPS / 2 - 1) - p / OVERSAMPLING;
      const window = bessel0(BETA * Math.sqrt(Math.max(0, 1 - (x / (TAPS / 2)) ** 2)));
      row[i] = (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
      sum += row[i]!;
    }
    for (let i = 0; i < TAPS; i++) row[i] = row[i]! / sum;
    phases.push(row);
  }
  return phases;
}

const PHASE_ROWS = makePhases();
/** The first phase is the third one mirrored, the second its own mirror: halves of a window are added before. */
const HALF = TAPS / 2;
const half = (value: (early: number, late: number) => number, row: Float32Array) =>
  Float64Array.from({ length: HALF }, (_, i) => value(row[i]!, row[TAPS - 1 - i]!));
const MIDDLE = half((early) => early, PHASE_ROWS[1]!);
const EVEN = half((early, late) => (early + late) / 2, PHASE_ROWS[0]!);
const ODD = half((early, late) => (early - late) / 2, PHASE_ROWS[0]!);
/** No true peak is larger than this many times the largest sample around it. */
const WORST_OVERSHOOT = Math.max(
  ...PHASE_ROWS.map((row) => row.reduce((sum, x) => sum + Math.abs(x), 0)),
);

/** Moving average over a fixed window, exactly 1 while every input is 1. */
class MovingAverage {
  private readonly ring: Float64Array;
  private at = 0;
  private sum: number;
  private reduced = 0;

  constructor(length: number) {
    this.ring = new Float64Array(length).fill(1);
    this.sum = length;
  }

  push(value: number): number {
    const { ring } = this;
    const old = ring[this.at]!;
    if (old !== 1) this.reduced -= 1;
    if (value !== 1) this.reduced += 1;
    ring[this.at] = value;
    this.at = this.at + 1 === ring.length ? 0 : this.at + 1;
    this.sum += value - old;
    if (this.reduced === 0) {
      this.sum = ring.length;
      return 1;
    }
    return this.sum / ring.length;
  }
}

/** Smallest value of the last `length` ones (a monotonic queue in a ring). */
class SlidingMinimum {
  private readonly length: number;
  private readonly values: Float64Array;
  private readonly times: Float64Array;
  private head = 0;
  private size = 0;
  private time = 0;

  constructor(length: number) {
    this.length = length;
    this.values = new Float64Array(length + 1);
    this.times = new Float64Array(length + 1);
  }

  push(value: number): number {
    const { values, times } = this;
    const capacity = values.length;
    if (this.size > 0 && times[this.head]! <= this.time - this.length) {
      this.head = this.head + 1 === capacity ? 0 : this.head + 1;
      this.size -= 1;
    }
    while (this.size > 0 && values[this.place(this.size - 1)]! >= value) this.size -= 1;
    const tail = this.place(this.size);
    values[tail] = value;
    times[tail] = this.time;
    this.size += 1;
    this.time += 1;
    return values[this.head]!;
  }

  private place(index: number): number {
    const at = this.head + index;
    return at < this.values.length ? at : at - this.values.length;
  }
}

/** Frames kept of each channel: what the delay and the detector look back on, and room to write. */
const LINE_FRAMES = 8192;
/** Most frames in a block. */
const MAX_BLOCK_FRAMES = 4096;
const LOOKBACK = LIMITER_DELAY_FRAMES + TAPS;

/** Stereo-linked limiter: one gain for all channels, so the image stays. */
export class Limiter {
  private readonly target: number;
  /** The newest samples of each channel, oldest first; `end` is where the next one goes. */
  private readonly lines: Float32Array[];
  private end = LOOKBACK;
  private readonly minimum = new SlidingMinimum(LOOKAHEAD_FRAMES + 1);
  private readonly first = new MovingAverage(LOOKAHEAD_FRAMES / 2);
  private readonly second = new MovingAverage(LOOKAHEAD_FRAMES / 2);
  private readonly release: number;
  private held = 1;
  /** Peaks, then gains of the frames of a block. */
  private readonly gains = new Float64Array(MAX_BLOCK_FRAMES);
  /** Frames since a sample was last loud enough to be near a peak over the target. */
  private quietFrames = LOOKBACK;
  /** Frames since the gain wanted was last below 1. */
  private freeFrames = 2 * LOOKBACK;

  /**
   * @param ceilingDb true peak that the output never exceeds, in dBTP
   * @param channelCount 1 or more
   * @param sampleRate in Hz
   */
  constructor(ceilingDb: number, channelCount: number, sampleRate: number) {
    this.target = 10 ** (ceilingDb / 20) * HEADROOM;
    this.lines = Array.from({ length: channelCount }, () => new Float32Array(LINE_FRAMES));
    this.release = 1 - Math.exp(-1 / (RELEASE_SEC * sampleRate));
  }

  /**
   * Limits one block of up to 4096 frames. `outputs` may be `inputs`; a missing input channel, and a sample
   * that is not a number, read as silence.
   */
  process(inputs: readonly Float32Array[], outputs: readonly Float32Array[], frames: number): void {
    const from = this.write(inputs, frames);
    const largest = this.largestIn(from, frames);
    const isQuiet = largest * WORST_OVERSHOOT <= this.target;
    if (isQuiet && this.quietFrames > TAPS && this.freeFrames > 2 * LOOKBACK && this.held === 1) {
      this.copy(outputs, from, frames);
      return;
    }
    this.findPeaks(from, frames);
    for (let n = 0; n < frames; n++) this.gains[n] = this.nextGain(this.gains[n]!);
    outputs.forEach((output, c) => {
      this.turnDown(output, this.lines[c], from, frames);
    });
  }

  /** Takes a block in. @returns where in the lines it begins */
  private write(inputs: readonly Float32Array[], frames: number): number {
    if (this.end + frames > LINE_FRAMES) {
      for (const line of this.lines) line.copyWithin(0, this.end - LOOKBACK, this.end);
      this.end = LOOKBACK;
    }
    const from = this.end;
    this.lines.forEach((line, c) => {
      const input = inputs[c];
      for (let n = 0; n < frames; n++) {
        const x = input ? input[n]! : 0;
        line[from + n] = x - x === 0 ? x : 0;
      }
    });
    this.end += frames;
    return from;
  }

  private largestIn(from: number, frames: number): number {
    let largest = 0;
    for (const line of this.lines) {
      for (let n = from; n < from + frames; n++) {
        const x = line[n]!;
        if (x > largest) largest = x;
        else if (-x > largest) largest = -x;
      }
    }
    return largest;
  }

  private copy(outputs: readonly Float32Array[], from: number, frames: number): void {
    const start = from - LIMITER_DELAY_FRAMES;
    outputs.forEach((output, c) => {
      const line = this.lines[c];
      if (line) output.set(line.subarray(start, start + frames));
      else output.fill(0);
    });
  }

  /** Puts the peak of every frame of a block into `gains`: 0 where nothing near it is loud enough to be one. */
  private findPeaks(from: number, frames: number): void {
    const { lines, gains } = this;
    const loud = this.target / WORST_OVERSHOOT;
    for (let n = 0; n < frames; n++) {
      let largest = 0;
      for (let c = 0; c < lines.length; c++) {
        largest = Math.max(largest, Math.abs(lines[c]![from + n]!));
      }
      this.quietFrames = largest > loud ? 0 : this.quietFrames + 1;
      let peak = 0;
      if (this.quietFrames <= TAPS) {
        for (let c = 0; c < lines.length; c++) peak = Math.max(peak, truePeak(lines[c]!, from + n));
      }
      gains[n] = peak;
    }
  }

  private nextGain(peak: number): number {
    const wanted = peak > this.target ? this.target / peak : 1;
    this.freeFrames = wanted < 1 ? 0 : this.freeFrames + 1;
    const low = this.minimum.push(wanted);
    this.held += (1 - this.held) * this.release;
    if (this.held > 1 - 1e-7) this.held = 1;
    if (low < this.held) this.held = low;
    return this.second.push(this.first.push(this.held));
  }

  /** Writes what a line held the delay ago, at the gains of this block. */
  private turnDown(
    output: Float32Array,
    line: Float32Array | undefined,
    from: number,
    frames: number,
  ): void {
    const { gains } = this;
    const start = from - LIMITER_DELAY_FRAMES;
    // A product with 1 is what was there, to the bit.
    for (let n = 0; n < frames; n++) output[n] = line ? line[start + n]! * gains[n]! : 0;
  }
}

/** Largest magnitude at and right after the frame `DETECTOR_DELAY` before `at`. */
function truePeak(line: Float32Array, at: number): number {
  const from = at - TAPS + 1;
  let middle = 0;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < HALF; i++) {
    const early = line[from + i]!;
    const late = line[at - i]!;
    const sum = early + late;
    middle += MIDDLE[i]! * sum;
    even += EVEN[i]! * sum;
    odd += ODD[i]! * (early - late);
  }
  const sample = Math.abs(line[at - DETECTOR_DELAY]!);
  // The first phase is even + odd, the third even − odd: one of them is as large as both magnitudes together.
  return Math.max(sample, Math.abs(middle), Math.abs(even) + Math.abs(odd));
}
