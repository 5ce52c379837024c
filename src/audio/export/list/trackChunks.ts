import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import type { Track } from '../../../data/contract/uploads.ts';
import { throwIfCancelled } from '../../loading/cancel.ts';
import { channelsOf, decodeBytes } from '../../loading/decodeBytes.ts';
import { mediaHeaders } from '../../loading/mediaCredential.ts';
import { FADE_FRAMES, fadeCurve } from '../../looper/curves.ts';
import { gainOfDb } from '../../master/master.ts';
import { EXPORT_GAIN_DB } from '../chunks.ts';
import type { Mix } from '../mixdown.ts';

/** Five minutes of FLAC on a slow machine. */
const DECODE_LIMIT_MS = 60_000;

interface TrackPlan {
  readonly repetitions: number;
  /** Frames before the first in which it fades in, of the sound of its end, as loops do; 0 for none. */
  readonly leadFrames: number;
  readonly chunkFrames: number;
  readonly signal: AbortSignal;
}

/** Fetches and decodes a track at 48 kHz. @throws Error that names it */
async function load(track: Track, signal: AbortSignal): Promise<AudioBuffer> {
  try {
    const answer = await fetch(track.url, { headers: mediaHeaders(track.url), signal });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
    const wish = { limitMs: DECODE_LIMIT_MS, signal };
    return await decodeBytes(await answer.arrayBuffer(), SAMPLE_RATE_HZ, wish);
  } catch (cause) {
    throwIfCancelled(signal);
    throw new Error(`the track “${track.name || 'Untitled'}” could not be loaded`, { cause });
  }
}

/**
 * A track in pieces, at the gain of exports: one as long as its document says, however long its file is.
 * @param durationFrames with its repetitions
 * @throws Error that names it when it is not to be had
 */
export async function* trackChunks(
  track: Track,
  durationFrames: number,
  { repetitions, leadFrames, chunkFrames, signal }: TrackPlan,
): AsyncGenerator<{ fromFrame: number; mix: Mix }, void> {
  const sources = channelsOf(await load(track, signal));
  const gain = gainOfDb(EXPORT_GAIN_DB);
  const once = Math.max(1, Math.round(durationFrames / repetitions));
  const rise = fadeCurve({ fromFrame: 0, frames: Math.min(leadFrames, FADE_FRAMES) }, 'in');
  for (let fromFrame = -leadFrames; fromFrame < durationFrames; fromFrame += chunkFrames) {
    const frames = Math.min(chunkFrames, durationFrames - fromFrame);
    const channels = [0, 1].map((c) => {
      const source = sources[c] ?? sources[0]!;
      const part = new Float32Array(frames);
      for (let n = 0; n < frames; n++) {
        const at = fromFrame + n;
        const level = at < 0 ? gain * rise[at + leadFrames]! : gain;
        part[n] = level * (source[at < 0 ? Math.max(0, at + once) : at % once] ?? 0);
      }
      return part;
    });
    yield { fromFrame, mix: { channels, frames } };
  }
}
