/** What can be said of a sound before anybody has said anything: its outline, its strikes and its key. */
import { tonalContent } from './chroma.ts';
import { type KeyProposal, proposeKey } from './key.ts';
import { onsetStrikes, type Strikes } from './onsets.ts';
import { binFrames } from './peaks.ts';

export interface SoundSurvey {
  /** Largest magnitude in each bin over the whole sound, 255 is the loudest. */
  readonly outline: Uint8Array<ArrayBuffer>;
  readonly strikes: Strikes;
  readonly key: KeyProposal | null;
}

/** Frames that a bin of the outline covers at least, and bins that an outline has at most. */
const BIN_FRAMES = 128;
const MAX_BINS = 65_536;
/** The key is listened for in the middle of the sound, this long at most. */
const KEY_SEC = 30;

function outlineOf(channels: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const bins = Math.min(MAX_BINS, Math.max(1, Math.ceil(frames / BIN_FRAMES)));
  const peaks = new Float32Array(bins);
  let loudest = 0;
  for (let bin = 0; bin < bins; bin++) {
    const [from, to] = binFrames(bin, bins, frames);
    for (const channel of channels) {
      for (let at = from; at < to; at++) {
        const size = Math.abs(channel[at]!);
        if (size > peaks[bin]!) peaks[bin] = size;
      }
    }
    loudest = Math.max(loudest, peaks[bin]!);
  }
  return Uint8Array.from(peaks, (peak) => (loudest > 0 ? Math.round((255 * peak) / loudest) : 0));
}

/** Surveys a sound. @param channels one or two, equally long, at least one frame */
export function surveySound(channels: readonly Float32Array[], sampleRate: number): SoundSurvey {
  const frames = channels[0]!.length;
  const heard = Math.min(frames, KEY_SEC * sampleRate);
  const from = (frames - heard) >> 1;
  const middle = channels.map((channel) => channel.subarray(from, from + heard));
  const { shares, leanings } = tonalContent(middle, sampleRate);
  // The middle of a song begins anywhere.
  const first = from === 0 ? leanings.first : new Float32Array(12);
  return {
    outline: outlineOf(channels),
    strikes: onsetStrikes(channels, sampleRate),
    key: proposeKey(
      shares,
      Float32Array.from(leanings.bass, (bass, at) => bass + first[at]!),
    ),
  };
}
