/**
 * A loop of drums at another speed or pitch: cut at its hits, and every hit moved to where it belongs, unstretched.
 * A vocoder smears an attack over its window; a hit that is only moved is as sharp as it was. Where hits come apart
 * the end of each goes on as an echo of itself, to and fro, dying away.
 */
import { resampleLoop } from '../../../dsp/resample.ts';
import { findOnsets } from './onsets.ts';

/** A hit fades in over these frames before it begins, while the one before it fades out. */
const FADE_FRAMES = 96;
/** The part of a hit that goes on to and fro: at most 80 ms, at most half of it. */
const TAIL_FRAMES = 3840;
/** What the tail loses on each way: 6 dB. */
const TAIL_LOSS = 0.5;

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
  const tail = Math.max(1, Math.min(TAIL_FRAMES, fromFrames >> 1));
  return (n) => {
    if (n <= end) return { frame: n, gain: 1 };
    const over = n - end;
    const inside = over % (2 * tail);
    const frame = end - (inside <= tail ? inside : 2 * tail - inside);
    return { frame, gain: TAIL_LOSS ** (over / tail) };
  };
}
