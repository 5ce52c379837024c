import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../src/data/contract/errors.ts';
import type { Settings } from '../settings.ts';
import { pathOf } from './address.ts';

/** Addresses that are remembered at once; the one that was silent for longest is forgotten first. */
const MOST_ADDRESSES = 20_000;

interface Window {
  count: number;
  /** On the clock that never goes back, in milliseconds. */
  readonly endsMs: number;
}

type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void;

/**
 * The store of the limiter on the clock of the process: setting the clock of the machine back locks no caller out. The
 * shape is the one that `@fastify/rate-limit` asks for.
 */
export class WindowStore {
  readonly #windows = new LRUCache<string, Window>({ max: MOST_ADDRESSES });

  /** Counts one request of `key`; answers how many there were in the window and how long it still lasts. */
  incr(key: string, answer: Counted, windowMs: number): void {
    const nowMs = performance.now();
    const known = this.#windows.get(key);
    const window = known && known.endsMs > nowMs ? known : { count: 0, endsMs: nowMs + windowMs };
    window.count += 1;
    this.#windows.set(key, window);
    answer(null, { current: window.count, ttl: window.endsMs - nowMs });
  }

  child(): WindowStore {
    return new WindowStore();
  }
}

/** Watched by machines that ask often, and by nothing else. */
const UNLIMITED = new Set<string | undefined>(['/healthz', '/metrics']);

/** Built files are read from the disk and cost nothing else; a page may ask for many at once. */
function isFree({ routeOptions, url }: FastifyRequest): boolean {
  return (
    UNLIMITED.has(routeOptions.url) ||
    (routeOptions.url === '/*' && pathOf(url).startsWith('/assets/'))
  );
}

/** A school has one address: its pupils count with their class. Who calls is known by then. */
const keyOf = ({ identity, ip }: FastifyRequest): string =>
  identity?.pupilOf ? `class ${identity.pupilOf.classId}` : ip;

/**
 * Limits the requests that one address may make in a minute: calls, files and pages, however their address is written,
 * because the route that answers decides. What pupils who are signed in ask for counts with their class.
 */
export async function installRateLimit(
  app: FastifyInstance,
  { rateLimit: max }: Pick<Settings, 'rateLimit'>,
): Promise<void> {
  await app.register(rateLimit, {
    max,
    timeWindow: '1 minute',
    store: WindowStore,
    allowList: isFree,
    keyGenerator: keyOf,
    errorResponseBuilder: (_request, { after }) =>
      new ApiError('too_many_requests', `Too many requests: try again in ${after}`),
  });
}
