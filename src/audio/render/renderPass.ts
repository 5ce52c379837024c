/** The arithmetic of rendering a pattern, shared by the worker and by the page when no worker can run. */
import { cutOrWrap, MAX_WARP_FRAMES, resampleLoop, warpLoop } from '../../dsp/resample.ts';

export interface RenderJob {
  /** One pass of the file, cut to its frames. */
  readonly channels: Float32Array<ArrayBuffer>[];
  /** Whole lengths to render, longest first; one or two, a frame apart. */
  readonly lengths: readonly number[];
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
