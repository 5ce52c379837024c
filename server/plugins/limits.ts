import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../src/data/contract/errors.ts';
import type { Queries } from '../ports/database/database.ts';
import { removeRows } from '../ports/database/rows.ts';

export interface LimitOptions {
  /** Calls that pass in one window. */
  readonly max: number;
  readonly windowMs: number;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/**
 * What a clock may seem to go back without having been set: calls read it and then wait for the storage, where a later
 * one may come first, and several servers over one storage have clocks of their own.
 */
const UNEVEN_MS = 60_000;

/** A full window is taken from memory this long before the storage is asked about it again. */
const FULL_KEPT_MS = 5000;
const MOST_FULL = 20_000;
type FullWindows = LRUCache<string, number>;
/**
 * When the windows that were found full are over, by key, for each storage: a caller who goes on after that costs the others
 * no write to the disk.
 */
const fullWindows = new WeakMap<Queries, FullWindows>();

function fullWindowsOf(queries: Queries): FullWindows {
  const known = fullWindows.get(queries);
  if (known) return known;
  const made: FullWindows = new LRUCache({ max: MOST_FULL, ttl: FULL_KEPT_MS });
  fullWindows.set(queries, made);
  return made;
}

/**
 * Counts one call under `key` in the shared storage and throws `too_many_requests` with the seconds to wait
 * once the window is full. A window begins with its first call and refused calls do not lengthen it, so
 * no caller is locked out for longer than that. A window that ends more than a minute further ahead than it is long was
 * begun by a clock that has been set back since: it is over. Call it outside of transactions: what a failed one rolls
 * back would not be counted.
 */
export async function limit(
  queries: Queries,
  key: string,
  { max, windowMs, nowMs }: LimitOptions,
): Promise<void> {
  const full = fullWindowsOf(queries);
  const fullUntil = full.get(key) ?? 0;
  const latest = nowMs + windowMs + UNEVEN_MS;
  if (fullUntil > nowMs && fullUntil <= latest) throw refusal(key, fullUntil - nowMs);
  const resetsAt = sql.ref('limits.resetsAt');
  const isOver = sql<boolean>`(${resetsAt} <= ${nowMs} or ${resetsAt} > ${latest})`;
  const row = await queries
    .insertInto('limits')
    .values({ key, count: 1, resetsAt: nowMs + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else ${sql.ref('limits.count')} + 1 end`,
        resetsAt: sql<number>`case when ${isOver} then ${sql.ref('excluded.resetsAt')} else ${sql.ref('limits.resetsAt')} end`,
      }),
    )
    .returning(['count', 'resetsAt'])
    .executeTakeFirstOrThrow();
  if (row.count <= max) return;
  full.set(key, row.resetsAt);
  throw refusal(key, row.resetsAt - nowMs);
}

/** @param key what it begins with, up to a colon, is the kind of the limit */
function refusal(key: string, waitMs: number): ApiError {
  const [kind = ''] = key.split(':');
  const waitSec = Math.max(1, Math.ceil(waitMs / 1000));
  return new ApiError(
    'too_many_requests',
    `Too many requests: try again in ${waitSec} ${waitSec === 1 ? 'second' : 'seconds'}`,
    { retryAfterSec: waitSec, kind },
  );
}

const BURST_MS = 10_000;
const HOUR_MS = 3_600_000;

/** How often an account may do something: at once, faster than a hand does it, and in an hour. */
export interface Pace {
  readonly atOnce: number;
  /** What "at once" is, in ms; ten seconds unless it is given. */
  readonly burstMs?: number;
  readonly perHour: number;
}

/** Counts a deed of an account against its pace. Throws `too_many_requests` with the seconds to wait. */
export async function limitPace(
  queries: Queries,
  kind: string,
  userId: string,
  { atOnce, burstMs = BURST_MS, perHour }: Pace,
): Promise<void> {
  const nowMs = Date.now();
  await limit(queries, `${kind}-burst:${userId}`, { max: atOnce, windowMs: burstMs, nowMs });
  await limit(queries, `${kind}:${userId}`, { max: perHour, windowMs: HOUR_MS, nowMs });
}

/** Like `limit`, but tells instead of throwing: true while the call is within the limit. */
export async function isWithinLimit(
  queries: Queries,
  key: string,
  options: LimitOptions,
): Promise<boolean> {
  try {
    await limit(queries, key, options);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Forgets the calls under `key`, such as wrong passwords before the right one. */
export async function forgive(queries: Queries, key: string): Promise<void> {
  await removeRows(queries, 'limits', { key });
  fullWindowsOf(queries).delete(key);
}

/**
 * How limits name an address. One household or server has a whole /64 of IPv6, so that is one caller; IPv4
 * that comes mapped into IPv6 is the same caller as without.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
