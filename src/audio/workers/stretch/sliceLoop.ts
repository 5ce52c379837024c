/**
 * A loop of drums at another speed or pitch: cut at its hits, and every hit moved to where it belongs, unstretched.
 * A vocoder smears an attack over its window; a hit that is only moved is as sharp as it was. Where hits come apart
 * the end of each goes on as an echo of itself, to and fro, dying away.
 */
import { resampleLoop } from '../../../dsp/resample.ts';

/** Frames of a step of the envelope. */
const STEP_FRAMES = 48;
/** Steps that a hit must stand out from (20 ms) and by how much, in power. */
const BEFORE_STEPS = 20;
const RISE = 3;
/** Quieter than this against the loudest step is nothing, in power (−46 dB). */
const FLOOR = 2.5e-5;
/** Least distance of two hits: 40 ms, a 64th note at 94 bpm. */
const GAP_STEPS = 40;
/** A hit begins where its attack first reaches this share of its peak. */
const BEGIN_SHARE = 0.05;
/** Attacks are sought so far round the step that gave them away. */
const SEEK_FRAMES = 4 * STEP_FRAMES;

/** Power in each step of all channels, of the sound and of its slope (which hears what is high). */
function envelopes(channels: readonly Float32Array[]): { all: Float64Array; high: Float64Array } {
  const frames = channels[0]!.length;
  const steps = Math.max(1, Math.floor(frames / STEP_FRAMES));
  const all = new Float64Array(steps);
  const high = new Float64Array(steps);
  for (const channel of channels) {
    for (let n = 0; n < steps * STEP_FRAMES; n++) {
      const step = Math.floor(n / STEP_FRAMES);
      const here = channel[n]!;
      all[step]! += here * here;
      high[step]! += (here - channel[n === 0 ? frames - 1 : n - 1]!) ** 2;
    }
  }
  return { all, high };
}

/** How much a step stands out from the loudest of the 20 ms before it, round the loop's wrap. */
function rises(power: Float64Array): Float64Array {
  const { length } = power;
  const floor = power.reduce((most, one) => Math.max(most, one), 0) * FLOOR + 1e-12;
  return power.map((here, at) => {
    let before = floor;
    for (let back = 1; back <= BEFORE_STEPS; back++) {
      before = Math.max(before, power[(at - back + length * BEFORE_STEPS) % length]!);
    }
    return here / before;
  });
}

/**
 * Frames at which hits begin, ascending.
 * @param channels one pass of a loop, which goes round
 */
function findOnsets(channels: readonly Float32Array[]): number[] {
  const { all, high } = envelopes(channels);
  const steps = all.length;
  if (steps <= BEFORE_STEPS) return [];
  const [low, bright] = [rises(all), rises(high)];
  const strength = low.map((one, at) => Math.max(one, bright[at]!));
  const found: number[] = [];
  const loudestFirst = [...strength.keys()]
    .filter((at) => strength[at]! > RISE)
    .sort((a, b) => strength[b]! - strength[a]!);
  const isNear = (a: number, b: number) => {
    const apart = Math.abs(a - b);
    return Math.min(apart, steps - apart) < GAP_STEPS;
  };
  for (const at of loudestFirst) if (!found.some((other) => isNear(at, other))) found.push(at);
  const frames = channels[0]!.length;
  return [...new Set(found.map((at) => beginOf(channels, at * STEP_FRAMES, frames)))].sort(
    (a, b) => a - b,
  );
}

/** First frame of the attack round a frame: where the slope first reaches a share of its largest. */
function beginOf(channels: readonly Float32Array[], near: number, frames: number): number {
  const slope = (n: number) => {
    const at = ((n % frames) + frames) % frames;
    const before = at === 0 ? frames - 1 : at - 1;
    return channels.reduce((most, c) => Math.max(most, Math.abs(c[at]! - c[before]!)), 0);
  };
  let quiet = 0;
  for (let n = near - SEEK_FRAMES; n < near - STEP_FRAMES; n++) quiet = Math.max(quiet, slope(n));
  let peak = 0;
  for (let n = near - STEP_FRAMES; n < near + SEEK_FRAMES; n++) peak = Math.max(peak, slope(n));
  const enough = Math.max(quiet * 1.5, peak * BEGIN_SHARE);
  for (let n = near - STEP_FRAMES; n < near + SEEK_FRAMES; n++) {
    if (slope(n) >= enough) return ((n % frames) + frames) % frames;
  }
  return near % frames;
}

/** A hit fades in over these frames before it begins, while the one before it fades out. */
const FADE_FRAMES = 96;
/** The part of a hit that goes on to and fro: at most 80 ms, at most half of it. It loses 6 dB on each way. */
const TAIL = { frames: 3840, loss: 0.5 };

interface Slice {
  /** First frame in the source and in the result. */
  readonly from: number;
  readonly to: number;
  /** Frames until the next hit in both. */
  readonly fromFrames: number;
  readonly toFrames: number;
}

/**
 * One pass of a loop in `outFrames` frames, its hits at another pitch.
 * @param channels one pass at 48 kHz
 * @param pitch 2 is an octave up
 * @returns as many channels of `outFrames` frames, or null when the loop has no hits to cut at
 */
export function sliceLoop(
  channels: readonly Float32Array[],
  outFrames: number,
  pitch: number,
): Float32Array<ArrayBuffer>[] | null {
  const inFrames = channels[0]?.length ?? 0;
  if (inFrames < 1 || outFrames < 1) throw new RangeError('A loop needs at least one frame');
  const onsets = findOnsets(channels);
  if (onsets.length === 0) return null;
  const pitched = Math.max(1, Math.round(inFrames / pitch));
  const source = pitched === inFrames ? channels : resampleLoop(channels, pitched);
  const slices = slicesOf(onsets, inFrames, pitched, outFrames);
  return source.map((channel) => layChannel(channel, slices, outFrames));
}

/** @param pitched frames of the whole source at its new pitch, which is what the slices are taken from */
function slicesOf(
  onsets: readonly number[],
  inFrames: number,
  pitched: number,
  outFrames: number,
): Slice[] {
  const scale = (frame: number, frames: number) => Math.round((frame * frames) / inFrames);
  return onsets.map((onset, at) => {
    const next = onsets[at + 1] ?? onsets[0]! + inFrames;
    const [from, to] = [scale(onset, pitched), scale(onset, outFrames)];
    const fromFrames = Math.max(1, scale(next, pitched) - from);
    return { from, to, fromFrames, toFrames: Math.max(1, scale(next, outFrames) - to) };
  });
}

function layChannel(
  channel: Float32Array,
  slices: readonly Slice[],
  outFrames: number,
): Float32Array<ArrayBuffer> {
  const made = new Float32Array(outFrames);
  const wrap = (frame: number, frames: number) => ((frame % frames) + frames) % frames;
  slices.forEach(({ from, to, fromFrames, toFrames }, at) => {
    const next = slices[(at + 1) % slices.length]!;
    const fadeIn = Math.min(FADE_FRAMES, toFrames);
    const fadeOut = Math.min(FADE_FRAMES, toFrames, next.toFrames);
    const read = tailReader(fromFrames);
    for (let n = -fadeIn; n < toFrames; n++) {
      const { frame, gain } = read(n);
      const sample = channel[wrap(from + frame, channel.length)]! * gain;
      made[wrap(to + n, outFrames)]! += sample * fadeOf(n, fadeIn, toFrames, fadeOut);
    }
  });
  return made;
}

/** Gain of a slice at its frame `n`: up before it begins, down before the next begins. */
function fadeOf(n: number, fadeIn: number, frames: number, fadeOut: number): number {
  if (n < 0) return 0.5 - 0.5 * Math.cos((Math.PI * (n + fadeIn + 0.5)) / fadeIn);
  const left = frames - n;
  return left > fadeOut ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (left - 0.5)) / fadeOut);
}

/** Where in the source the frames of a slice come from: straight on, then its tail to and fro. */
function tailReader(fromFrames: number): (n: number) => { frame: number; gain: number } {
  const end = fromFrames - 1;
  const tail = Math.max(1, Math.min(TAIL.frames, fromFrames >> 1));
  return (n) => {
    if (n <= end) return { frame: n, gain: 1 };
    const over = n - end;
    const inside = over % (2 * tail);
    const frame = end - (inside <= tail ? inside : 2 * tail - inside);
    return { frame, gain: TAIL.loss ** (over / tail) };
  };
}
