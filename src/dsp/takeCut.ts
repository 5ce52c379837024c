/** Cuts a loop out of a longer recording: exact frames, a seam without a click, and its place in the music. */
import { highestPeak } from './levels.ts';

export interface TakeCut {
  /** First frame of the loop in the recording; frames outside the recording are silence. */
  readonly startFrame: number;
  /** Frames of the loop. */
  readonly frames: number;
  /** Frames of the cross-fade over the seam. */
  readonly seamFrames: number;
  /**
   * 0: the loop's end is faded over to what was played before its start, so that an attack on the first beat stays
   * whole. More: what rang after its end is faded out over so many frames into its start.
   */
  readonly tailFrames: number;
  /** Frames by which the loop is turned to the right, so that it begins where the music's own bar 0 is. */
  readonly turnFrames: number;
}

/** Raised cosine from 0 to 1 over `frames`; 1 from there on. */
const rise = (n: number, frames: number) =>
  n >= frames ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (n + 0.5)) / frames);

function cutChannel(sound: Float32Array, cut: TakeCut): Float32Array<ArrayBuffer> {
  const { startFrame, frames } = cut;
  const at = (frame: number) => sound[frame] ?? 0;
  const seam = Math.min(cut.seamFrames, Math.floor(frames / 2));
  const tail = Math.min(cut.tailFrames, frames);
  const out = new Float32Array(frames);
  const from = Math.max(0, -startFrame);
  const to = Math.min(frames, sound.length - startFrame);
  if (to > from) out.set(sound.subarray(startFrame + from, startFrame + to), from);
  if (tail > 0) {
    for (let n = 0; n < seam; n++) out[n] = out[n]! * rise(n, seam);
    for (let n = 0; n < tail; n++) {
      out[n] = out[n]! + at(startFrame + frames + n) * (1 - rise(n, tail));
    }
  } else {
    for (let n = 0; n < seam; n++) {
      const share = rise(n, seam);
      const target = frames - seam + n;
      out[target] = out[target]! * (1 - share) + at(startFrame - seam + n) * share;
    }
  }
  return out;
}

function turned(sound: Float32Array<ArrayBuffer>, turn: number): Float32Array<ArrayBuffer> {
  const { length } = sound;
  const by = length > 0 ? ((turn % length) + length) % length : 0;
  if (by === 0) return sound;
  const out = new Float32Array(length);
  out.set(sound.subarray(length - by));
  out.set(sound.subarray(0, length - by), by);
  return out;
}

/** One pass of the loop that a cut describes, channel by channel. */
export function cutTake(
  channels: readonly Float32Array[],
  cut: TakeCut,
): Float32Array<ArrayBuffer>[] {
  return channels.map((channel) => turned(cutChannel(channel, cut), cut.turnFrames));
}

/** Sound below this beside the other channel is a channel that nothing is plugged into. */
const DEAD = 1e-4;

/**
 * The channels that carry something: one when both are alike or when nothing is plugged into the other.
 * @param channels one or two of equal length
 */
export function liveChannels<T extends Float32Array>(channels: readonly T[]): T[] {
  const [left, right] = channels;
  if (!left || !right) return [...channels];
  if (left.every((x, n) => x === right[n])) return [left];
  const [l, r] = [highestPeak([left]), highestPeak([right])];
  if (r < l * DEAD) return [left];
  return l < r * DEAD ? [right] : [left, right];
}
