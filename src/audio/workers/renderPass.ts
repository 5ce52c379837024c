/** The arithmetic of rendering a pattern, shared by the worker and by the page when no worker can run. */
import { loopLoudness } from '../../dsp/loudness.ts';
import { cutOrWrap, MAX_WARP_FRAMES, resampleLoop, warpLoop } from '../../dsp/resample.ts';
import { sliceLoop } from './stretch/sliceLoop.ts';

/** How a loop comes to another speed or pitch: its tones by a vocoder, or its hits moved one by one. */
export type ShiftMethod = 'tones' | 'slices';

/** A change of pitch, or of speed without pitch. */
export interface Shift {
  readonly method: ShiftMethod;
  /** Does the pitch stay while the speed changes? */
  readonly keepsPitch: boolean;
  readonly semitones: number;
  /** Frames of the pass at 48 kHz and its own speed. */
  readonly ownFrames: number;
}

/** The vocoder: `channels` at 48 kHz become `outFrames` frames at their own pitch. */
export type Stretcher = (
  channels: readonly Float32Array[],
  outFrames: number,
) => Promise<Float32Array<ArrayBuffer>[]>;

export interface RenderJob {
  /** One pass of the file, cut to its frames. */
  readonly channels: Float32Array<ArrayBuffer>[];
  /** Whole lengths to render, longest first; none, one, or two that are a frame apart. */
  readonly lengths: readonly number[];
  /** Sample rate of the channels, when their loudness is to be measured too. */
  readonly measureRate?: number;
  /** Left out where the pitch follows the speed and nothing else. */
  readonly shift?: Shift | undefined;
}

export interface Rendered {
  /** Channels of one pass in each length of the job. */
  readonly passes: Float32Array<ArrayBuffer>[][];
  /** Integrated loudness of the source, when asked for. */
  readonly loudnessLufs?: number;
}

/**
 * Does a whole job.
 * @param stretch the vocoder; where there is none, or it fails, tones are moved in slices too
 */
export async function runJob(job: RenderJob, stretch?: Stretcher): Promise<Rendered> {
  const passes = job.lengths.length > 0 ? await passesOf(job, stretch) : [];
  if (job.measureRate === undefined) return { passes };
  return { passes, loudnessLufs: loopLoudness(job.channels, job.measureRate) };
}

async function passesOf(job: RenderJob, stretch: Stretcher | undefined) {
  if (!job.shift) return renderPasses(job, false);
  const longest = job.lengths[0]!;
  const [left, right] = job.channels;
  // Many loops are mono in two channels: one of them is enough work.
  const isDouble = job.channels.length === 2 && left!.every((sample, n) => sample === right![n]);
  const made = await shiftPass(isDouble ? [left!] : job.channels, longest, job.shift, stretch);
  const first = isDouble ? [made[0]!, made[0]!.slice()] : made;
  return job.lengths.map((length) => (length === longest ? first : warpLoop(first, length)));
}

/**
 * One pass at another pitch, or at another speed with its own pitch. Tones are stretched at their own pitch to the
 * length that resampling then turns into the new pitch and the wanted frames: exactly in tune, and cleaner than a
 * vocoder that moves the pitch itself.
 */
async function shiftPass(
  channels: readonly Float32Array<ArrayBuffer>[],
  outFrames: number,
  { method, keepsPitch, semitones, ownFrames }: Shift,
  stretch: Stretcher | undefined,
): Promise<Float32Array<ArrayBuffer>[]> {
  const source = resampleLoop(channels, ownFrames);
  const pitch = 2 ** (semitones / 12) * (keepsPitch ? 1 : ownFrames / outFrames);
  const inSlices = () => sliceLoop(source, outFrames, pitch);
  const sliced = method === 'slices' || !stretch ? inSlices() : null;
  if (sliced) return sliced;
  if (!stretch) return resampleLoop(source, outFrames);
  try {
    return resampleLoop(
      await stretch(source, Math.max(1, Math.round(outFrames * pitch))),
      outFrames,
    );
  } catch (error) {
    console.warn('No vocoder, moving in slices', error);
    return inSlices() ?? resampleLoop(source, outFrames);
  }
}

/** Can a pass of `inFrames` at 48 kHz become `outFrames` without resampling all of it? */
export function isNearLength(inFrames: number, outFrames: number): boolean {
  return Math.abs(inFrames - outFrames) <= MAX_WARP_FRAMES;
}

/**
 * One pass in each length. The longest is resampled from the source, or warped when only a few frames are
 * missing at the same rate; the other is the longest warped by a frame.
 */
export function renderPasses(job: RenderJob, canWarp: boolean): Float32Array<ArrayBuffer>[][] {
  const longest = job.lengths[0]!;
  const inFrames = job.channels[0]!.length;
  const first =
    canWarp && isNearLength(inFrames, longest)
      ? warpLoop(job.channels, longest)
      : resampleLoop(job.channels, longest);
  return job.lengths.map((length) => (length === longest ? first : warpLoop(first, length)));
}

/** One pass of a decoded file: `frames` frames from `offset`, going on from its own start if it is shorter. */
export function cutPass(
  channels: readonly Float32Array[],
  offset: number,
  frames: number,
): Float32Array<ArrayBuffer>[] {
  return channels.map((channel) => {
    const from = offset < channel.length ? offset : 0;
    return cutOrWrap(channel.subarray(from, from + frames), frames);
  });
}
