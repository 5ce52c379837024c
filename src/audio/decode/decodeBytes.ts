/**
 * A whole file by `decodeAudioData`, and by a decoder of our own where that has no Ogg Vorbis (Safari before 18.4) or
 * ends it on another frame than the file does: loops are kept in it, and every frame of them counts.
 */

import { DECODE_TIMEOUT_MS } from '../../data/contract/constants.ts';
import type { DecodedAudio } from '../../dsp/soundFile.ts';
import { withTimeout } from '../load/cancel.ts';
import type { DecodePool } from './decodePool.ts';
import type { DecodePriority } from './priority.ts';
import { isOggVorbis, vorbisFrames, vorbisHead } from './vorbisHead.ts';

/** What decoding may need of whoever asks. */
export interface DecodeWish {
  readonly priority?: DecodePriority;
  readonly signal?: AbortSignal;
}

let pool: Promise<DecodePool> | null = null;

/** Decoded samples as a buffer at their own rate. */
export function toBuffer({ channels, length, sampleRate }: DecodedAudio): AudioBuffer {
  const buffer = new AudioBuffer({ length, numberOfChannels: channels.length, sampleRate });
  channels.forEach((channel, c) => {
    buffer.copyToChannel(channel, c);
  });
  return buffer;
}

/** The browser's own decoder at `sampleRate`. It takes the bytes away. @throws DOMException when it does not know it */
function decodeNative(bytes: ArrayBuffer, sampleRate: number): Promise<AudioBuffer> {
  // At the file's own rate nothing is resampled, so the frame count is exact.
  const context = new OfflineAudioContext(2, 1, sampleRate);
  return withTimeout(
    context.decodeAudioData(bytes),
    DECODE_TIMEOUT_MS,
    'Decoding took more than 10 s',
  );
}

async function decodeOurselves(
  bytes: Uint8Array<ArrayBuffer>,
  wish: DecodeWish,
): Promise<AudioBuffer> {
  pool ??= import('./decodePool.ts').then(({ DecodePool }) => new DecodePool());
  const decoded = await (await pool).run({ kind: 'vorbis', bytes }, wish);
  return toBuffer(decoded);
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
  wish: DecodeWish = {},
): Promise<AudioBuffer> {
  const head = new Uint8Array(bytes);
  if (!isOggVorbis(head) || vorbisHead(head).sampleRate !== sampleRate) {
    return decodeNative(bytes, sampleRate);
  }
  const copy = head.slice();
  try {
    const buffer = await decodeNative(bytes, sampleRate);
    if (buffer.length === vorbisFrames(copy)) return buffer;
    return await decodeOurselves(copy, wish).catch(() => buffer);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return decodeOurselves(copy, wish);
  }
}
