/** The chroma that a loop's document stores. */
import { chroma } from './chroma.ts';

/** It is listened for in the middle of a loop, this long at most. */
const MOST_SEC = 30;

/** The frames of a loop that its stored chroma is heard from: the first, and how many. */
export function chromaStretch(
  frames: number,
  sampleRate: number,
): { readonly from: number; readonly frames: number } {
  const heard = Math.min(frames, MOST_SEC * sampleRate);
  return { from: (frames - heard) >> 1, frames: heard };
}

/**
 * Energy of the twelve pitch classes from C, as shares of all energy between 40 and 4200 Hz, to a thousandth.
 * @param channels one or two, equally long
 */
export function storedChroma(channels: readonly Float32Array[], sampleRate: number): number[] {
  const { from, frames } = chromaStretch(channels[0]?.length ?? 0, sampleRate);
  const middle = channels.map((channel) => channel.subarray(from, from + frames));
  const share = (value: number) => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);
  return Array.from(chroma(middle, sampleRate), (value) => Math.round(1000 * share(value)) / 1000);
}
