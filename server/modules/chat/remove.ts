import type { Transaction } from 'kysely';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import { removeUnused, type Stores } from '../../kernel/content.ts';
import { lockPresentAccount } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Database } from '../../ports/database/database.ts';
import { updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { appendEvent, lockJam } from '../jams/events.ts';
import * as repo from './repo.ts';

type Target = Pick<repo.StoredMessage, 'id' | 'jamId'>;

/** What a removal did. */
export interface Removal {
  /** To be announced after the commit. */
  readonly event: JamEvent;
  /** SHA-256 of content that nothing may need any more. */
  readonly hashes: readonly string[];
}

/**
 * Leaves nothing of a message but its place, and closes the reports of it, inside the caller's transaction.
 * @returns null when it was deleted already
 */
export async function emptyInPlace(
  database: Database,
  transaction: Transaction<Schema>,
  { userId }: Pick<Identity, 'userId'>,
  { id, jamId }: Target,
): Promise<Removal | null> {
  await lockJam(database, transaction, jamId);
  await updateRows(transaction, 'jamReports', { kind: 'message', ref: id }, { isOpen: false });
  const found = await repo.findMessage(transaction, id);
  if (!found || found.isRemoved) return null;
  const hashes = await repo.emptyMessage(transaction, id);
  const about = { jamId, ref: id, userId, nowMs: Date.now() };
  const event = await appendEvent(database, transaction, { kind: 'message-changed', ...about });
  return { event, hashes };
}

/**
 * Deletes a message with its reactions and files. `also` runs in the same transaction when it was there.
 * @returns the event to announce; null when it was deleted already
 */
export async function removeMessage(
  stores: Stores,
  identity: Pick<Identity, 'userId'>,
  message: Target,
  also: (transaction: Transaction<Schema>) => Promise<unknown> = async () => {},
): Promise<JamEvent | null> {
  const { database } = stores;
  const removal = await database.transaction(async (transaction) => {
    await lockPresentAccount(database, transaction, identity.userId);
    const done = await emptyInPlace(database, transaction, identity, message);
    if (done) await also(transaction);
    return done;
  });
  if (!removal) return null;
  for (const hash of new Set(removal.hashes)) await removeUnused(stores, hash);
  return removal.event;
}
