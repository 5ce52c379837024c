/** A whole file from the network: tried again when it breaks off, given up when nothing more comes. */
import { HTTP_TIMEOUT_MS } from '../../data/contract/constants.ts';
import { cancelledError, delay, throwIfCancelled } from './cancel.ts';
import { mediaHeaders } from './mediaCredential.ts';

const TRIES = 3;
const RETRY_BASE_MS = 250;
const RETRY_FACTOR = 3;

/** An answer that no further try changes. */
class RefusedError extends Error {}

/** Reads a body as long as bytes arrive, without a limit of time. */
async function readBody(answer: Response, alive: () => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    alive();
    parts.push(value);
  }
}

async function fetchOnce(url: string, signal: AbortSignal): Promise<Blob> {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(), HTTP_TIMEOUT_MS);
  };
  alive();
  try {
    const either = AbortSignal.any([signal, stalled.signal]);
    const answer = await fetch(url, { headers: mediaHeaders(url), signal: either });
    const { status } = answer;
    if (answer.ok) return await readBody(answer, alive);
    const isLasting = status < 500 && status !== 408 && status !== 429;
    throw isLasting ? new RefusedError(`${status} for ${url}`) : new Error(`${status} for ${url}`);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Fetches a file, with the page's credential where it is one of this server's.
 * @throws Error that says why it cannot be had; 'Buffer loading cancelled for rifff'
 */
export async function fetchFile(url: string, signal: AbortSignal): Promise<Blob> {
  for (let attempt = 1; ; attempt++) {
    throwIfCancelled(signal);
    try {
      return await fetchOnce(url, signal);
    } catch (error) {
      if (signal.aborted) throw cancelledError();
      if (attempt === TRIES || error instanceof RefusedError) throw error;
      await delay(RETRY_BASE_MS * RETRY_FACTOR ** (attempt - 1));
    }
  }
}
