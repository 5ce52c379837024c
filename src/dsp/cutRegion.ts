/** Cuts a loop out of a longer sound, to the exact frame. */
import { CROSSFADE_SEC, SAMPLE_RATE_HZ } from '../data/contract/constants.ts';
import { cutOrWrap, resampleLoop } from './resample.ts';
import { seamDb } from './seam.ts';

/** Where a loop lies in a sound, and how long it becomes. */
export interface Region {
  readonly sampleRate: number;
  /** First frame of the loop in the sound. */
  readonly startFrame: number;
  /** Frames of one pass at the rate of the loop, 48 kHz. */
  readonly frames: number;
}

/** A seam that bends no more than the sound itself is left as it is. */
const CLEAN_SEAM_DB = 0;

/** Frames that one pass has in the sound that it is cut out of. */
export function regionSourceFrames({ sampleRate, frames }: Omit<Region, 'startFrame'>): number {
  return Math.max(1, Math.round((frames * sampleRate) / SAMPLE_RATE_HZ));
}

/** Raised cosine from 0 at `n` = 0 to 1 at `n` = `length`. */
const rise = (n: number, length: number) => 0.5 - 0.5 * Math.cos((Math.PI * n) / length);

/** Lets the last frames before `end` run into `target`, which is read from its beginning. */
function blendInto(
  pass: Float32Array,
  end: number,
  length: number,
  target: (n: number) => number,
): void {
  for (let n = 0; n < length; n++) {
    const at = end - length + n;
    if (at < 0) continue;
    const share = rise(n + 1, length);
    pass[at] = pass[at]! * (1 - share) + target(n) * share;
  }
}

/** One pass of one channel at the rate of the sound. */
function passOf(channel: Float32Array, region: Region, wanted: number): Float32Array<ArrayBuffer> {
  const { startFrame, sampleRate } = region;
  const fade = Math.round(CROSSFADE_SEC * sampleRate);
  const present = channel.subarray(startFrame, startFrame + wanted);
  const missing = wanted - present.length;
  if (missing > fade) {
    // Half a bar of its own beginning would be wrong notes: the missing part is silent.
    const padded = new Float32Array(wanted);
    padded.set(present);
    blendInto(padded, present.length, Math.min(fade, present.length), () => 0);
    return padded;
  }
  const pass = cutOrWrap(present, wanted);
  const isWhole = startFrame === 0 && Math.abs(channel.length - wanted) <= 1;
  if (isWhole || seamDb(pass) <= CLEAN_SEAM_DB) return pass;
  const length = Math.min(fade, wanted >> 1);
  const before = startFrame - length;
  const behind = startFrame + wanted;
  if (before >= 0) {
    blendInto(pass, wanted, length, (n) => channel[before + n]!);
  } else if (behind + length <= channel.length) {
    for (let n = 0; n < length; n++) {
      const share = rise(n, length);
      pass[n] = channel[behind + n]! * (1 - share) + pass[n]! * share;
    }
  } else {
    const first = pass[0]!;
    blendInto(pass, wanted, length, () => first);
  }
  return pass;
}

/**
 * Cuts one pass of a loop and brings it to 48 kHz. What a sound that ends early lacks is taken from the beginning of
 * the pass up to 5 ms, and is silent beyond. Where the end would click into the beginning, its last 5 ms run into the
 * sound that leads to the beginning, or, at the beginning of a file, its first 5 ms come out of the sound that follows
 * the end. A file that is one whole loop is left as its maker cut it.
 * @param channels equally long, at the rate of the region
 * @returns as many channels of exactly `region.frames` frames
 * @throws RangeError when the region begins outside the sound or has no frames
 */
export function cutRegion(
  channels: readonly Float32Array[],
  region: Region,
): Float32Array<ArrayBuffer>[] {
  const available = channels[0]?.length ?? 0;
  const { startFrame, frames } = region;
  if (!(startFrame >= 0 && startFrame < available && frames >= 1)) {
    throw new RangeError('The region lies outside the sound');
  }
  const wanted = regionSourceFrames(region);
  const passes = channels.map((channel) => passOf(channel, region, wanted));
  return resampleLoop(passes, frames);
}
