/** The arithmetic of rendering a pattern, shared by the worker and by the page when no worker can run. */
import { loopLoudness } from '../../dsp/loudness.ts';
import { cutOrWrap, MAX_WARP_FRAMES, resampleLoop, warpLoop } from '../../dsp/resample.ts';

export interface RenderJob {
  /** One pass of the file, cut to its frames. */
  readonly channels: Float32Array<ArrayBuffer>[];
  /** Whole lengths to render, longest first; none, one, or two that are a frame apart. */
  readonly lengths: readonly number[];
  /** Sample rate of the channels, when their loudness is to be measured too. */
  readonly measureRate?: number;
}

export interface Rendered {
  /** Channels of one pass in each length of the job. */
  readonly passes: Float32Array<ArrayBuffer>[][];
  /** Integrated loudness of the source, when asked for. */
  readonly loudnessLufs?: number;
}

/** Does a whole job by resampling. */
export function runJob(job: RenderJob): Rendered {
  const passes = job.lengths.length > 0 ? renderPasses(job, false) : [];
  if (job.measureRate === undefined) return { passes };
  return { passes, loudnessLufs: loopLoudness(job.channels, job.measureRate) };
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
