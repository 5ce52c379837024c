import { sql, type Transaction } from 'kysely';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { insertRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { JamEventRow } from '../../ports/database/schemaJams.ts';
import type { Announcer } from '../../ports/fanOut/announcer.ts';
import { findDeleted } from './present.ts';

/** What happened; it gets its number as it is stored. */
export interface NewEvent {
  /** Short id. */
  readonly jamId: string;
  readonly kind: JamEvent['kind'];
  readonly ref: string;
  readonly userId: string;
  readonly parentId?: string | null;
  readonly nowMs: number;
}

/** Inside a transaction: writers of a jam take turns. After the lock of the account, never before it. */
export function lockJam(
  database: Database,
  transaction: Transaction<Schema>,
  jamId: string,
): Promise<void> {
  return database.lock(transaction, `jam:${jamId}`);
}

const presentEvent = ({ jamId: _jamId, userId, ...row }: JamEventRow): JamEvent => ({
  ...row,
  kind: row.kind as JamEvent['kind'],
  user: userId,
});

/**
 * Stores an event of a jam with the next number, in the transaction of what it tells of; takes the lock of the jam,
 * which the caller may hold already. The answer is for the announcer, once the transaction is through.
 */
export async function appendEvent(
  database: Database,
  transaction: Transaction<Schema>,
  { jamId, kind, ref, userId, parentId = null, nowMs }: NewEvent,
): Promise<JamEvent> {
  await lockJam(database, transaction, jamId);
  const { lastEvent } = await transaction
    .updateTable('jams')
    .set({ lastEvent: sql<number>`${sql.ref('lastEvent')} + 1` })
    .where('id', '=', jamId)
    .returning('lastEvent')
    .executeTakeFirstOrThrow();
  const row = { jamId, number: lastEvent, kind, ref, userId, created: nowMs, parentId };
  await insertRows(transaction, 'jamEvents', row);
  return presentEvent(row);
}

/** What writing to a jam and telling of it takes. */
export interface EventStores {
  readonly database: Database;
  readonly announcer: Announcer;
}

/**
 * Writes to a jam for an account: `work` answers what happened, or nothing, which is stored with it and told afterwards.
 * @param jamId short id
 */
export async function happenIn(
  { database, announcer }: EventStores,
  { userId }: Pick<Identity, 'userId'>,
  jamId: string,
  work: (transaction: Transaction<Schema>) => Promise<Pick<NewEvent, 'kind' | 'ref'> | undefined>,
): Promise<JamEvent | undefined> {
  const event = await writeFor(database, userId, async (transaction) => {
    await lockJam(database, transaction, jamId);
    const happened = await work(transaction);
    const more = { jamId, userId, nowMs: Date.now() };
    return happened && appendEvent(database, transaction, { ...happened, ...more });
  });
  if (event) announcer.announce(jamId, [event]);
  return event;
}

/**
 * Events of a jam (short id) with a number above `since`, oldest first, at most `limit`. Who has left is not named: the
 * jam stands for them where an event tells of them.
 */
export async function readEvents(
  queries: Queries,
  jamId: string,
  since: number,
  limit: number,
): Promise<JamEvent[]> {
  const rows = await queries
    .selectFrom('jamEvents')
    .selectAll()
    .where('jamId', '=', jamId)
    .where('number', '>', since)
    .orderBy('number')
    .limit(limit)
    .execute();
  const named = rows.flatMap(({ kind, ref, userId }) =>
    kind === 'member' ? [ref, userId] : [userId],
  );
  const left = await findDeleted(queries, new Set(named));
  return rows.map((row) => {
    const ref = row.kind === 'member' && left.has(row.ref) ? jamId : row.ref;
    return presentEvent({ ...row, ref, userId: left.has(row.userId) ? '' : row.userId });
  });
}
