/** Asking again where an answer was lost or the server is busy, and telling apart what ends an import from what does not. */
import {
  SYNC_RETRY_BASE_MS,
  SYNC_RETRY_FACTOR,
  SYNC_RETRY_MAX_MS,
} from '../../../data/contract/constants.ts';
import { ApiError } from '../../../data/contract/errors.ts';
import { isRefusal } from '../../../data/retry.ts';

/** With 1, 3, 9, 27 and then 60 seconds between them: about five minutes. */
const MAX_TRIES = 9;
/** Longest that a server may put a call off. */
const MAX_WAIT_MS = 600_000;

/** The import cannot go on; its message is for people. */
export class ImportStop extends Error {
  override name = 'ImportStop';
}

/** Waits, unless the signal ends it. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

export const waitFor: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/** Why nothing that comes after it could go well either; null where only this one thing failed. */
function stopOf({ status, code, message }: ApiError): string | null {
  if (status === 401) {
    return 'The server does not know you any more. Sign in and start it again: it goes on where it stopped.';
  }
  if (code === 'over_quota' || code === 'no_room') {
    return `${message.replace(/\.?$/, '.')} What came in stays; with more room, start it again: it goes on where it stopped.`;
  }
  if (status === 403 || status === 404) return `The server takes nothing more of it: ${message}`;
  return null;
}

/**
 * Makes a call until it is answered.
 * @throws ImportStop where nothing goes on; ApiError where the server refused this one thing; the signal's reason
 */
export async function patiently<T>(
  make: () => Promise<T>,
  wait: Wait,
  signal?: AbortSignal,
): Promise<T> {
  let pauseMs = SYNC_RETRY_BASE_MS;
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted();
    try {
      return await make();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ApiError)) throw error;
      const stop = stopOf(error);
      if (stop !== null) throw new ImportStop(stop, { cause: error });
      if (isRefusal(error)) throw error;
      if (tries === MAX_TRIES) {
        const what = error.status === 0 ? 'cannot be reached' : 'is too busy';
        const sentence = `The server ${what}. Start it again later: it goes on where it stopped.`;
        throw new ImportStop(sentence, { cause: error });
      }
      const askedMs = Math.min(MAX_WAIT_MS, 1000 * (error.retryAfterSec ?? 0));
      await wait(Math.max(pauseMs, askedMs), signal);
      pauseMs = Math.min(SYNC_RETRY_MAX_MS, pauseMs * SYNC_RETRY_FACTOR);
    }
  }
}
