import { MAX_SOUND_SEC, SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import type { Track } from '../../../data/contract/uploads.ts';
import { channelsOf } from '../../loading/audioBuffer.ts';
import { throwIfCancelled } from '../../loading/cancel.ts';
import { decodeBytes } from '../../loading/decodeBytes.ts';
import { mediaHeaders } from '../../loading/mediaCredential.ts';
import { FADE_FRAMES, fadeCurve } from '../../looper/curves.ts';
import { gainOfDb } from '../../master/master.ts';
import { PIECE_FRAMES, TrackSound } from '../../playlist/trackSound.ts';
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

/** The samples of a track at 48 kHz, wherever they are asked for. */
interface Source {
  /** Copies frames of both channels from one of the track on into `parts`; as many as there are of them. */
  copy(parts: readonly Float32Array[], from: number): Promise<number>;
  dispose(): void;
}

const copyFrom = (
  channels: readonly Float32Array[],
  parts: readonly Float32Array[],
  from: number,
): number => {
  const length = Math.max(0, Math.min(parts[0]!.length, channels[0]!.length - from));
  for (const [c, part] of parts.entries()) {
    part.set((channels[c] ?? channels[0]!).subarray(from, from + length));
  }
  return length;
};

/** A track that is decoded as a whole. */
async function openWhole(track: Track, signal: AbortSignal): Promise<Source> {
  const answer = await fetch(track.url, { headers: mediaHeaders(track.url), signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
  const wish = { limitMs: DECODE_LIMIT_MS, signal };
  const buffer = await decodeBytes(await answer.arrayBuffer(), SAMPLE_RATE_HZ, wish);
  const channels = channelsOf(buffer);
  return { copy: async (parts, from) => copyFrom(channels, parts, from), dispose: () => {} };
}

/** A track of more than five minutes, a piece at a time: the whole of half an hour takes 690 MB. */
async function openLong(track: Track, signal: AbortSignal): Promise<Source> {
  const sound = await TrackSound.open(track.url, signal);
  return {
    async copy(parts, from) {
      if (from >= sound.frames) return 0;
      const piece = channelsOf(await sound.piece(Math.floor(from / PIECE_FRAMES)));
      return copyFrom(piece, parts, from % PIECE_FRAMES);
    },
    dispose: () => sound.dispose(),
  };
}

/** Opens a track. @throws Error that names it */
async function open(track: Track, signal: AbortSignal): Promise<Source> {
  try {
    const isLong = track.durationSec > MAX_SOUND_SEC;
    return await (isLong ? openLong : openWhole)(track, signal);
  } catch (cause) {
    throwIfCancelled(signal);
    throw new Error(`the track “${track.name || 'Untitled'}” could not be loaded`, { cause });
  }
}

/** Two channels of `frames` from a frame on, passes of `once` frames one behind the other; silence where the file ends. */
async function readRound(source: Source, from: number, frames: number, once: number) {
  const channels = [new Float32Array(frames), new Float32Array(frames)];
  for (let n = 0; n < frames; ) {
    const at = (from + n) % once;
    const end = n + Math.min(frames - n, once - at);
    const copied = await source.copy(
      channels.map((channel) => channel.subarray(n, end)),
      at,
    );
    n = copied > 0 ? n + copied : end;
  }
  return channels;
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
  const source = await open(track, signal);
  const gain = gainOfDb(EXPORT_GAIN_DB);
  const once = Math.max(1, Math.round(durationFrames / repetitions));
  const rise = fadeCurve({ fromFrame: 0, frames: Math.min(leadFrames, FADE_FRAMES) }, 'in');
  try {
    for (let fromFrame = -leadFrames; fromFrame < durationFrames; fromFrame += chunkFrames) {
      const frames = Math.min(chunkFrames, durationFrames - fromFrame);
      // Before its first frame lies its end, as with loops.
      const before = once * Math.ceil(leadFrames / once);
      const channels = await readRound(source, fromFrame + before, frames, once);
      for (const channel of channels) {
        for (let n = 0; n < frames; n++) {
          const at = fromFrame + n;
          channel[n]! *= at < 0 ? gain * rise[at + leadFrames]! : gain;
        }
      }
      yield { fromFrame, mix: { channels, frames } };
    }
  } finally {
    source.dispose();
  }
}
