import type { Transaction } from 'kysely';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { findRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { appendEvent, lockJam } from '../jams/events.ts';
import { buryRifffs } from '../jams/ownership.ts';
import { findRifff, type StoredRifff } from '../jams/repo.ts';
import { removeShares } from './removeShares.ts';
import { forgetEmbeds } from './repo.ts';
import { countAnswer } from './voices.ts';

/**
 * Ends the shares of a rifff that goes; every node forgets what it keeps of them. Throws `forbidden` where a moderator
 * took one out: then it stays for them to judge by.
 */
async function endShares(queries: Queries, identity: Identity, { jamId, id }: StoredRifff) {
  const shares = await findRows(queries, 'shares', { jamId, rifffId: id }, ['id', 'isRemoved']);
  if (shares.length === 0) return;
  if (shares.some(({ isRemoved }) => isRemoved) && !hasOffice(identity.roles)) {
    throw new ApiError('forbidden', 'A moderator removed this; it cannot be taken back');
  }
  await removeShares(
    queries,
    shares.map((share) => share.id),
  );
  await forgetEmbeds(queries);
}

/**
 * Leaves a tombstone of a rifff, inside a transaction that holds the lock of the account that removes it: its place, time and
 * lineage stay, its sound and its shares go, and reports of it are closed.
 * @param at `jamId` is the short id
 * @returns the event to announce after the commit; undefined when nothing was left of it already
 */
export async function removeRifff(
  database: Database,
  transaction: Transaction<Schema>,
  identity: Identity,
  { jamId, id }: { readonly jamId: string; readonly id: string },
): Promise<JamEvent | undefined> {
  await lockJam(database, transaction, jamId);
  await updateRows(transaction, 'jamReports', { kind: 'rifff', jamId, ref: id }, { isOpen: false });
  const rifff = await findRifff(transaction, jamId, id);
  if (!rifff || rifff.digest === '') return undefined;
  await endShares(transaction, identity, rifff);
  await removeRows(transaction, 'rifffLoops', { jamId, rifffId: id });
  await buryRifffs(transaction, [rifff]);
  await countAnswer(transaction, rifff, Date.now());
  const { userId } = identity;
  const about = { jamId, ref: id, userId, nowMs: Date.now() };
  return appendEvent(database, transaction, { kind: 'rifff-removed', ...about });
}
