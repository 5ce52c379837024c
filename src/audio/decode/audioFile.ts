/** Loops whose sound is a plain WAV or AIFF at an address: asked for by the rules, read by our own decoders. */
import { MESSAGES } from '../../data/contract/messages.ts';
import { cancelledError, throwIfCancelled } from '../load/cancel.ts';
import {
  type AudioFileExtension,
  type AudioFileRequest,
  sendAudioFileRequest,
} from './audioFileRequest.ts';
import { toBuffer } from './decodeBytes.ts';
import { DecodePool, DecodeTimeoutError } from './decodePool.ts';
import type { DecodePriority } from './priority.ts';

interface Answer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly extension: AudioFileExtension;
}

function ask(request: AudioFileRequest, signal: AbortSignal): Promise<Answer> {
  throwIfCancelled(signal);
  return new Promise<Answer>((resolve, reject) => {
    const takeBack = sendAudioFileRequest(request, {
      onSuccess: (bytes, extension) => resolve({ bytes, extension }),
      onFailure: () => reject(new Error(MESSAGES.noMediaForLoop)),
    });
    signal.addEventListener(
      'abort',
      () => {
        takeBack();
        reject(cancelledError());
      },
      { once: true },
    );
  });
}

let pool: DecodePool | null = null;

/**
 * Fetches and decodes a WAV or AIFF at its own rate. What takes more than 10 s to decode is left to the browser.
 * @throws Error 'No media found for loop' when it cannot be had; SoundFileError, whose words go to the console, when
 *   it is no such file; Error 'Buffer loading cancelled for rifff'
 */
export async function loadAudioFile(
  request: AudioFileRequest,
  priority: DecodePriority,
  signal: AbortSignal,
): Promise<AudioBuffer> {
  const { bytes, extension } = await ask(request, signal);
  pool ??= new DecodePool();
  try {
    const kind = extension === 'wav' ? 'wav' : 'aiff';
    return toBuffer(await pool.run({ kind, bytes }, { priority, signal }));
  } catch (error) {
    if (signal.aborted) throw cancelledError();
    if (!(error instanceof DecodeTimeoutError)) {
      console.error(error instanceof Error ? error.message : error);
      throw error;
    }
    return new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes.buffer);
  }
}
