import { createJob, type Job } from '../../kernel/jobs.ts';
import type { Queries } from '../../ports/database/database.ts';
import { keepNewest } from '../../ports/database/newest.ts';

/** What was read is kept for a year. */
export const READ_KEPT_MS = 365 * 86_400_000;
/** Notices of one account, read or not; the newest stay. */
export const NOTICES_MAX = 1000;
/** Accounts that are looked at in one go. */
const ACCOUNTS = 100;
const EVERY_MS = 10 * 60_000;

/**
 * Removes the old notices of the next accounts in the order of their ids.
 * @param after id of the last account of the time before; empty at the beginning
 * @returns where to go on, or null behind the last one
 */
export async function pruneNotices(
  queries: Queries,
  nowMs: number,
  after: string,
): Promise<string | null> {
  const accounts = await queries
    .selectFrom('notices')
    .select('userId')
    .distinct()
    .where('userId', '>', after)
    .orderBy('userId')
    .limit(ACCOUNTS)
    .execute();
  for (const { userId } of accounts) {
    await queries
      .deleteFrom('notices')
      .where('userId', '=', userId)
      .where('isRead', '=', true)
      .where('created', '<', nowMs - READ_KEPT_MS)
      .execute();
    await keepNewest(queries, 'notices', { userId }, NOTICES_MAX);
  }
  return accounts.length < ACCOUNTS ? null : accounts.at(-1)!.userId;
}

/** Removes old notices while the server runs, some accounts at a time; any number of nodes may do it. */
export function pruningJob(queries: Queries): Job {
  let cursor = '';
  return createJob({
    name: 'removing old notices',
    everyMs: EVERY_MS,
    isAtStart: false,
    async round() {
      cursor = (await pruneNotices(queries, Date.now(), cursor)) ?? '';
    },
  });
}
