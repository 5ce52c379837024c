/** Fetches and decodes loops at the rate of their own file, each once, cached by loop id. */
import { DECODE_WORKERS, HTTP_TIMEOUT_MS } from '../../data/contract/constants.ts';
import type { Loop } from '../../data/contract/loop.ts';
import { loopAudioUrl } from '../../data/contract/loopData.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import { sniffSampleRate } from '../../dsp/soundHead.ts';
import { moreUrgent, type Priority, PriorityQueue } from '../workers/priorityQueue.ts';
import { audioFileRequest, isRequested, loadAudioFile } from './audioFileRequest.ts';
import { type ByteCache, bufferBytes } from './byteCache.ts';
import { cancelledError, delay, throwIfCancelled } from './cancel.ts';
import { decodeBytes } from './decodeBytes.ts';
import { mediaHeaders } from './mediaCredential.ts';
import { SingleFlight } from './singleFlight.ts';

const TRIES = 3;
const RETRY_BASE_MS = 250;
const RETRY_FACTOR = 3;
/** Files on their way at once: on a thin line fewer come sooner, and what carries the beat is asked for first. */
const FETCHES_AT_ONCE = 3;

/** Is this a loop that can be played: a name, a length and a tempo? */
export function isPlayableLoop(loop: unknown): loop is Loop {
  if (typeof loop !== 'object' || loop === null) return false;
  const { _id, length16ths, bps, sampleRate } = loop as Partial<Loop>;
  const isAbove0 = (x: unknown) => typeof x === 'number' && Number.isFinite(x) && x > 0;
  return (
    typeof _id === 'string' &&
    Number.isInteger(length16ths) &&
    [length16ths, bps, sampleRate].every(isAbove0)
  );
}

/** How soon something is wanted, now; it may become more urgent while it waits. */
type Urgency = () => Priority;

/** Finds the samples of a loop that has no file yet; null when there are none. */
export type LocalSound = (loopId: string) => Promise<AudioBuffer | null>;

const keyOf = (loop: Loop) => `${loop._id}|${loopAudioUrl(loop) ?? 'local'}`;

export class LoopLoader {
  private readonly cache: ByteCache<AudioBuffer>;
  private readonly local: LocalSound | undefined;
  private readonly shared = new SingleFlight<AudioBuffer>();
  private readonly fetching = new PriorityQueue(FETCHES_AT_ONCE);
  private readonly decoding = new PriorityQueue(DECODE_WORKERS);
  /** How soon each loop is wanted that has been asked for. */
  private readonly wanted = new Map<string, Priority>();

  constructor(cache: ByteCache<AudioBuffer>, local?: LocalSound) {
    this.cache = cache;
    this.local = local;
  }

  /** Says how soon a loop is wanted; the soonest wish counts until it is here. */
  want(loop: Loop, priority: Priority): void {
    const key = keyOf(loop);
    this.wanted.set(key, moreUrgent(this.wanted.get(key), priority));
  }

  /**
   * The decoded file of a loop, at the file's own sample rate, uncut.
   * @throws Error 'Not a valid loop object', 'No media found for loop' (no address, not there, not audio),
   *   'Buffer loading cancelled for rifff'
   */
  async load(loop: Loop, signal?: AbortSignal): Promise<AudioBuffer> {
    throwIfCancelled(signal);
    if (!isPlayableLoop(loop)) throw new Error(MESSAGES.notALoop);
    const url = loopAudioUrl(loop);
    const key = keyOf(loop);
    const known = this.cache.get(key);
    if (known) return known;
    const urgency = () => this.wanted.get(key) ?? 'playing';
    return this.shared.join(
      key,
      async (abort) => {
        const buffer = url
          ? await this.fetchSound(url, loop, abort, urgency)
          : await this.local?.(loop._id);
        if (!buffer) throw new Error(MESSAGES.noMediaForLoop);
        this.cache.set(key, buffer, bufferBytes(buffer));
        this.wanted.delete(key);
        return buffer;
      },
      signal,
    );
  }

  private async fetchSound(
    url: string,
    { sampleRate, isLibraryLoop }: Loop,
    abort: AbortSignal,
    urgency: Urgency,
  ): Promise<AudioBuffer> {
    const request = audioFileRequest(url);
    if (isRequested(request)) {
      return this.fetching.run(() => loadAudioFile(request, urgency(), abort), urgency);
    }
    const gate = <T>(work: () => Promise<T>) => this.fetching.run(work, urgency);
    // The library is for everyone: asked for as the page's own preload did, it is not fetched twice.
    const headers = isLibraryLoop ? {} : mediaHeaders(url);
    const bytes = await fetchAudio({ url, headers }, abort, gate);
    return this.decoding.run(() => decodeAudio(bytes, sampleRate, urgency(), abort), urgency);
  }
}

interface Asked {
  readonly url: string;
  readonly headers: Record<string, string>;
}

async function fetchOnce(
  { url, headers }: Asked,
  signal: AbortSignal,
): Promise<{ status: number; bytes: ArrayBuffer | null }> {
  throwIfCancelled(signal);
  const timeout = AbortSignal.timeout(HTTP_TIMEOUT_MS);
  const answer = await fetch(url, { headers, signal: AbortSignal.any([signal, timeout]) });
  return { status: answer.status, bytes: answer.ok ? await answer.arrayBuffer() : null };
}

/** Bytes at an address, tried again when the network or the server fails. */
async function fetchAudio(
  asked: Asked,
  signal: AbortSignal,
  gate: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<ArrayBuffer> {
  let cause: unknown;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0) await delay(RETRY_BASE_MS * RETRY_FACTOR ** (attempt - 1));
    throwIfCancelled(signal);
    try {
      const { status, bytes } = await gate(() => fetchOnce(asked, signal));
      if (bytes) return bytes;
      cause = new Error(`${status} for ${asked.url}`);
      if (status < 500 && status !== 408 && status !== 429) break;
    } catch (error) {
      if (signal.aborted) throw cancelledError();
      cause = error;
    }
  }
  throw new Error(MESSAGES.noMediaForLoop, { cause });
}

async function decodeAudio(
  bytes: ArrayBuffer,
  declaredRate: number,
  priority: Priority,
  signal: AbortSignal,
): Promise<AudioBuffer> {
  throwIfCancelled(signal);
  try {
    return await decodeBytes(bytes, sniffSampleRate(bytes) ?? declaredRate, { priority, signal });
  } catch (cause) {
    throwIfCancelled(signal);
    throw new Error(MESSAGES.noMediaForLoop, { cause });
  }
}
