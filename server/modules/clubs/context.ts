import type { Transaction } from 'kysely';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { ChildJobs } from '../../plugins/childJobs.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { hasRow } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { Announcer } from '../../ports/fanOut/announcer.ts';
import type { Settings } from '../../settings.ts';
import { appendEvent } from '../jams/events.ts';

/** What the calls of clubs share. */
export interface ClubsContext
  extends Pick<Server, 'database' | 'blobs' | 'presence' | 'publicUrl' | 'events'> {
  readonly jobs: ChildJobs;
  readonly announcer: Announcer;
  readonly settings: Pick<Settings, 'accounts'>;
}

type Work<T> = (transaction: Transaction<Schema>) => Promise<T>;

/** Inside a transaction: who changes a club takes turns. After the lock of the account, before that of a jam. */
export const lockClub = (
  database: Database,
  transaction: Transaction<Schema>,
  clubId: string,
): Promise<void> => database.lock(transaction, `club:${clubId}`);

/** Writes to a club for an account. What `work` reads inside stands until it ends: who may do this is asked there. */
export const changeClub = <T>(
  database: Database,
  { userId }: Pick<Identity, 'userId'>,
  clubId: string,
  work: Work<T>,
): Promise<T> =>
  writeFor(database, userId, async (transaction) => {
    await lockClub(database, transaction, clubId);
    return work(transaction);
  });

/** Throws `forbidden` for the club of a class, which lets in its pupils and ends with it. */
export async function refuseOfClass(queries: Queries, clubId: string): Promise<void> {
  if (!(await hasRow(queries, 'classes', { clubId }))) return;
  throw new ApiError('forbidden', 'This club belongs to a class: change the class instead');
}

/** The channels of a club that are not being closed, the oldest first. */
export const findChannels = (queries: Queries, clubIds: readonly string[]) =>
  queries
    .selectFrom('jams')
    .selectAll()
    .where('clubId', 'in', clubIds)
    .where('name', '!=', '')
    .orderBy('created')
    .orderBy('id')
    .execute();

/** Something that happened in a channel. */
export interface ChannelNews {
  readonly jamId: string;
  readonly event: JamEvent;
}

/**
 * Stores with a change of a club that its channels changed too, so that every page there asks again what it may. The
 * answer is for `announce`, once the transaction is through.
 */
export async function tellChannels(
  database: Database,
  transaction: Transaction<Schema>,
  jamIds: readonly string[],
  userId: string,
): Promise<ChannelNews[]> {
  const news: ChannelNews[] = [];
  const nowMs = Date.now();
  // Code that takes several of these locks takes them in one order.
  for (const jamId of [...jamIds].sort()) {
    const about = { jamId, kind: 'jam', ref: jamId, userId, nowMs } as const;
    news.push({ jamId, event: await appendEvent(database, transaction, about) });
  }
  return news;
}

export function announce(announcer: Announcer, news: readonly ChannelNews[]): void {
  for (const { jamId, event } of news) announcer.announce(jamId, [event]);
}
