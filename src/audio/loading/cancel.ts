/** Work that can be cancelled, by its caller or after a time. */
import { MESSAGES } from '../../data/contract/messages.ts';

/** What a cancelled loading rejects with: 'Buffer loading cancelled for rifff', name `AbortError`. */
export function cancelledError(): Error {
  const error = new Error(MESSAGES.loadingCancelled);
  error.name = 'AbortError';
  return error;
}

/** Throws `cancelledError` when the signal is aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelledError();
}

/**
 * The promise's result, or `cancelledError` as soon as the signal aborts; the work itself goes on for others
 * that wait for it.
 */
export function unlessCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  if (signal.aborted) {
    // Its own failure has no other listener.
    work.catch(() => undefined);
    return Promise.reject(cancelledError());
  }
  return new Promise<T>((resolve, reject) => {
    const cancel = () => reject(cancelledError());
    signal.addEventListener('abort', cancel, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}

/** Resolves after `ms` milliseconds. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The promise's result, or an error with `message` after `ms` milliseconds. */
export function withTimeout<T>(work: Promise<T>, ms: number, message: string): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(message)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** One wish for a rifff, from being asked for to sounding. */
export interface Loading {
  readonly abort: AbortController;
  /** Everything that was asked for sounds, or never will. */
  done: Promise<void>;
  /** Enough is here to begin with: all of it, or the first loop when it may start early. */
  begins: Promise<void>;
  begin(): void;
}

/** A loading that has just been asked for. */
export function newLoading(): Loading {
  let begin = () => {};
  const begins = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return { abort: new AbortController(), done: Promise.resolve(), begins, begin };
}
