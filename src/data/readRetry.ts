/** When a page asks again for what it could not read; what it showed before stays meanwhile. */
import { ApiError } from './contract/errors.ts';

const MAX_TRIES = 2;
/** A server that says when to come again is only busy: then it is worth more patience. */
const MAX_TRIES_WHEN_TOLD = 6;
const BASE_MS = 1000;
const MAX_MS = 30_000;

const toldSec = (error: unknown) =>
  error instanceof ApiError && error.status >= 500 ? error.retryAfterSec : undefined;

/**
 * Is it asked again after so many failures, the first being 0? What the server refused, it will refuse again; and what is
 * closed for maintenance is asked for when it is open again.
 */
export function isAskedAgain(failures: number, error: unknown): boolean {
  if (error instanceof ApiError) {
    if (error.status >= 400 && error.status < 500) return false;
    if (error.code === 'maintenance') return false;
  }
  return failures < (toldSec(error) === undefined ? MAX_TRIES : MAX_TRIES_WHEN_TOLD);
}

/**
 * Pause before it is asked again, in ms: what the server said and up to as much again, so that those who were sent away
 * together do not come back together; else one second, doubled each time, at most half a minute.
 */
export function askAgainMs(failures: number, error: unknown, random = Math.random): number {
  const waitSec = toldSec(error);
  if (waitSec === undefined) return Math.min(MAX_MS, BASE_MS * 2 ** failures);
  return Math.min(MAX_MS, 1000 * Math.max(1, waitSec) * (1 + random()));
}
