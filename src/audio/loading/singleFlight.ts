/** Work that several ask for is done once. */
import { cancelledError, unlessCancelled } from './cancel.ts';

/** Work of one key, done once for all callers; aborted when the last of them has cancelled. */
export class SingleFlight<T> {
  private readonly running = new Map<
    string,
    { work: Promise<T>; abort: AbortController; waiting: number }
  >();

  /** Aborts all running work. */
  abort(): void {
    for (const { abort } of this.running.values()) abort.abort();
    this.running.clear();
  }

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

/** A result that is made once and kept for all callers. A failure is not kept, so the next caller tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
