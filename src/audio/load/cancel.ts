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
  if (signal.aborted) return Promise.reject(cancelledError());
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

/** Work of one key done once for all who wait; it is aborted when the last of them has cancelled. */
export class SharedWork<T> {
  private readonly running = new Map<
    string,
    { work: Promise<T>; abort: AbortController; waiting: number }
  >();

  /** Joins the work of `key`, or begins it. Rejects with `cancelledError` when `signal` aborts. */
  join(key: string, begin: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) return Promise.reject(cancelledError());
    let entry = this.running.get(key);
    if (!entry) {
      const abort = new AbortController();
      entry = { work: begin(abort.signal), abort, waiting: 0 };
      const mine = entry;
      this.running.set(key, mine);
      const forget = () => {
        if (this.running.get(key) === mine) this.running.delete(key);
      };
      mine.work.then(forget, forget);
    }
    const held = entry;
    held.waiting += 1;
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      held.waiting -= 1;
      if (held.waiting > 0) return;
      held.abort.abort();
      if (this.running.get(key) === held) this.running.delete(key);
    };
    signal?.addEventListener('abort', leave, { once: true });
    return unlessCancelled(held.work, signal).finally(() =>
      signal?.removeEventListener('abort', leave),
    );
  }
}
