/**
 * What is tried again, and when: with the back-off of sync, which is 1000 ms, then three times the pause before, at most
 * a minute. One timer, one place; the queues, the session and the draft use it.
 */
import { SYNC_RETRY_BASE_MS, SYNC_RETRY_FACTOR, SYNC_RETRY_MAX_MS } from './contract/constants.ts';
import type { ApiError } from './contract/errors.ts';

/** Answers that the same call would get again. */
const REFUSALS: readonly number[] = [400, 403, 404, 409, 413];

/**
 * Is an answer final: would the same call be answered the same? All else is tried again: a server that cannot be reached
 * (status 0) or is busy, an account that has to sign in first (401), and what only found no room.
 */
export function isRefusal({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean {
  return REFUSALS.includes(status) && code !== 'over_quota';
}

/** Longest that a server may put the next try off. */
const MAX_WAIT_SEC = 600;

export class Retry {
  /** When it is tried again, in ms since the epoch; 0 when nothing stands in the way. */
  nextTryMs = 0;
  #pauseMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Is a try planned? */
  get isPlanned(): boolean {
    return this.#timer !== undefined;
  }

  /**
   * It failed: the next pause is longer. Nothing is planned by this alone.
   * @param retryAfterSec a server that says when to come again is not asked before
   * @returns the pause that is kept, in ms
   */
  putOff(retryAfterSec = 0): number {
    const next = this.#pauseMs > 0 ? this.#pauseMs * SYNC_RETRY_FACTOR : SYNC_RETRY_BASE_MS;
    this.#pauseMs = Math.min(next, SYNC_RETRY_MAX_MS);
    const keptMs = Math.max(this.#pauseMs, 1000 * Math.min(MAX_WAIT_SEC, retryAfterSec));
    this.nextTryMs = Date.now() + keptMs;
    return keptMs;
  }

  /** Keeps the pause that another tab keeps. */
  follow(pauseMs: number): void {
    this.#pauseMs = Math.max(this.#pauseMs, Math.min(pauseMs, SYNC_RETRY_MAX_MS));
    this.nextTryMs = Date.now() + pauseMs;
  }

  /** Runs `task` when it is time, in place of what was planned before. */
  plan(task: () => void): void {
    this.stop();
    const run = () => {
      this.#timer = undefined;
      task();
    };
    this.#timer = setTimeout(run, Math.max(0, this.nextTryMs - Date.now()));
  }

  /** Runs nothing that was planned; the pauses go on growing. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** It went well, or is wanted at once: the next pause is the shortest one. */
  reset(): void {
    this.stop();
    this.#pauseMs = 0;
    this.nextTryMs = 0;
  }
}
