import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, removeRows, updateRows } from '../../ports/database/rows.ts';
import { writeAudit } from '../audit/audit.ts';
import { takeOutOfShares } from '../feed/shareLooks.ts';
import { type EventStores, happenIn } from '../jams/events.ts';
import { deleteLooks } from './repo.ts';

/**
 * Who made a look; of one that is gone, as the jams and shares say that have a copy, empty for a person who left.
 * Undefined where nothing is left of it.
 */
export async function findLookMaker(queries: Queries, id: string): Promise<string | undefined> {
  const look = await findRow(queries, 'looks', { id }, ['ownerId']);
  if (look) return look.ownerId;
  const copy =
    (await findRow(queries, 'roomLooks', { lookKey: id }, ['userId'])) ??
    (await findRow(queries, 'shareLooks', { lookKey: id }, ['userId']));
  return copy?.userId;
}

/**
 * Takes a look out for a moderator: first the look itself, which is written down, so that no jam or share takes it any more,
 * then the copy of each jam, which is told, and those of shares, and last its reports are closed. Again, or after a crash in
 * the middle: what is left to do.
 */
export async function takeOutLook(
  stores: EventStores,
  moderator: Identity,
  id: string,
  reason: string,
): Promise<void> {
  const { database } = stores;
  const { queries } = database;
  await writeFor(database, moderator.userId, async (transaction) => {
    const userId = await findLookMaker(transaction, id);
    if (userId === undefined) return;
    await deleteLooks(transaction, [id]);
    // What was taken out may have been its name.
    await updateRows(transaction, 'lookMakers', { madeFromKey: id }, { name: '' });
    await writeAudit(transaction, moderator, { action: 'remove-look', userId, reason });
  });
  const jams = await queries
    .selectFrom('roomLooks')
    .select('jamId')
    .distinct()
    .where('lookKey', '=', id)
    .orderBy('jamId')
    .execute();
  for (const { jamId } of jams) {
    await happenIn(stores, moderator, jamId, async (transaction) => {
      const gone = await removeRows(transaction, 'roomLooks', { jamId, lookKey: id });
      return gone > 0 ? { kind: 'jam', ref: jamId } : undefined;
    });
  }
  await takeOutOfShares(database, id);
  const open = { kind: 'look', ref: id, isOpen: true } as const;
  await updateRows(queries, 'jamReports', open, { isOpen: false });
}
