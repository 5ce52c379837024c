/**
 * A whole file by `decodeAudioData`, and by a decoder of our own where that does not know Ogg Vorbis or FLAC (Safari
 * before 18.4 has no Ogg), does not finish in ten seconds, or ends it on another frame than the file does: loops are
 * kept in these, and every frame of them counts.
 */
import { DECODE_TIMEOUT_MS } from '../../data/contract/constants.ts';
import {
  flacFrames,
  isFlac,
  isOggVorbis,
  sniffSampleRate,
  vorbisFrames,
} from '../../dsp/soundHead.ts';
import { playPool } from '../workers/playPool.ts';
import type { Priority } from '../workers/priorityQueue.ts';
import { toBuffer } from './audioBuffer.ts';
import { throwIfCancelled, withTimeout } from './cancel.ts';

/** Limit of every decoder: after it another one is tried. */
export const DECODING = { limitMs: DECODE_TIMEOUT_MS };

/** What decoding may need of its caller. */
export interface DecodeWish {
  readonly priority?: Priority;
  readonly signal?: AbortSignal | undefined;
  /** In place of ten seconds. */
  readonly limitMs?: number;
}

/** A decoder of our own, and how many frames the file says it has. */
interface OwnDecoder {
  readonly task: 'vorbis' | 'flac';
  readonly frames: number | null;
}

function ownDecoder(bytes: Uint8Array<ArrayBuffer>, sampleRate: number): OwnDecoder | null {
  if (sniffSampleRate(bytes.buffer) !== sampleRate) return null;
  if (isOggVorbis(bytes)) return { task: 'vorbis', frames: vorbisFrames(bytes) };
  return isFlac(bytes) ? { task: 'flac', frames: flacFrames(bytes) } : null;
}

/**
 * Decodes a file at its own rate.
 * @param bytes the whole file; taken away by the browser
 * @param sampleRate Hz, that of the file
 * @throws DOMException or SoundFileError when nothing here can decode it; Error when it takes more than 10 s or is
 *   cancelled
 */
export async function decodeBytes(
  bytes: ArrayBuffer,
  sampleRate: number,
  { limitMs = DECODE_TIMEOUT_MS, ...wish }: DecodeWish = {},
): Promise<AudioBuffer> {
  const own = ownDecoder(new Uint8Array(bytes), sampleRate);
  const copy = own && new Uint8Array(bytes).slice();
  // At the file's own rate nothing is resampled, so the frame count is exact.
  const native = new OfflineAudioContext(2, 1, sampleRate).decodeAudioData(bytes);
  const inTime = withTimeout(native, limitMs, `Decoding took more than ${limitMs / 1000} s`);
  if (!own || !copy) return inTime;
  const { task, frames } = own;
  const decodeOurselves = async () =>
    toBuffer(await playPool.run(task, copy, { ...wish, limitMs }));
  try {
    const buffer = await inTime;
    if (frames === null || buffer.length === frames) return buffer;
    return await decodeOurselves().catch(() => buffer);
  } catch (error) {
    throwIfCancelled(wish.signal);
    if (error instanceof DOMException) return decodeOurselves();
    // The browser may still come to an end when ours does not.
    return decodeOurselves().catch((cause: unknown) => {
      throwIfCancelled(wish.signal);
      return withTimeout(native, limitMs, String(cause));
    });
  }
}
