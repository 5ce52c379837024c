/**
 * Loops whose sound is a plain WAV or AIFF at an address: asked for by the rules of the specification, sections 5 and
 * 7, and read by our own decoders.
 */
import { MESSAGES } from '../../data/contract/messages.ts';
import { playPool } from '../workers/playPool.ts';
import type { Priority } from '../workers/priorityQueue.ts';
import { WorkerLimitError } from '../workers/workerPool.ts';
import { toBuffer } from './audioBuffer.ts';
import { cancelledError, throwIfCancelled } from './cancel.ts';
import { DECODING } from './decodeBytes.ts';

/** Extensions that are asked for; anything else fails without a request. */
const REQUESTED = ['wav', 'aiff', 'aif'] as const;
export type AudioFileExtension = (typeof REQUESTED)[number];

export interface AudioFileRequest {
  readonly url: string;
  readonly isAsync: boolean;
  /** Of the lower-cased url; '' when it has none. */
  readonly extension: string;
}

/** The request of an address; its query and fragment are no part of the extension. */
export function audioFileRequest(url: string, isAsync = true): AudioFileRequest {
  const path = url.toLowerCase().split(/[?#]/, 1)[0]!;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return { url, isAsync, extension: dot < 0 ? '' : name.slice(dot + 1) };
}

/** May it be sent? Only wav, aiff and aif are. */
export function isRequested(
  request: AudioFileRequest,
): request is AudioFileRequest & { extension: AudioFileExtension } {
  return REQUESTED.some((extension) => extension === request.extension);
}

/** Did it succeed? 0 is what an address without HTTP answers. */
export function isAudioFileStatus(status: number): boolean {
  return status === 200 || status === 0;
}

/** The bytes of text that was read without a character set: the low byte of each letter. */
export function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i) & 0xff);
}

export interface AudioFileHandlers {
  onSuccess(bytes: Uint8Array<ArrayBuffer>, extension: AudioFileExtension): void;
  /** Called without the error. */
  onFailure(): void;
}

/**
 * Sends a request and hands its bytes on. Read as text that keeps every byte. An extension that is not requested,
 * any other status and a lost network go to the failure handler.
 * @returns takes the request back; no handler is called then
 */
export function sendAudioFileRequest(
  request: AudioFileRequest,
  { onSuccess, onFailure }: AudioFileHandlers,
): () => void {
  if (!isRequested(request)) {
    onFailure();
    return () => {};
  }
  const { url, isAsync, extension } = request;
  const call = new XMLHttpRequest();
  call.onload = () => {
    if (isAudioFileStatus(call.status)) onSuccess(bytesOfText(call.responseText), extension);
    else onFailure();
  };
  call.onerror = onFailure;
  try {
    call.open('GET', url, isAsync);
    call.overrideMimeType('text/plain; charset=x-user-defined');
    call.send();
  } catch {
    onFailure();
  }
  return () => call.abort();
}

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

/**
 * Fetches and decodes a WAV or AIFF at its own rate. What takes more than 10 s to decode is left to the browser.
 * @throws Error 'No media found for loop' when it cannot be had; SoundFileError, whose words go to the console, when
 *   it is no such file; Error 'Buffer loading cancelled for rifff'
 */
export async function loadAudioFile(
  request: AudioFileRequest,
  priority: Priority,
  signal: AbortSignal,
): Promise<AudioBuffer> {
  const { bytes, extension } = await ask(request, signal);
  try {
    const task = extension === 'wav' ? 'wav' : 'aiff';
    return toBuffer(await playPool.run(task, bytes, { ...DECODING, priority, signal }));
  } catch (error) {
    if (signal.aborted) throw cancelledError();
    if (!(error instanceof WorkerLimitError)) {
      console.error(error instanceof Error ? error.message : error);
      throw error;
    }
    return new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes.buffer);
  }
}
