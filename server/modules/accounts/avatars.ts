import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import type { Database } from '../../ports/database/database.ts';
import { lockAccount } from '../auth/sessions.ts';
import { PICTURE_MIME } from './picture.ts';
import * as repo from './repo.ts';

interface Stores {
  readonly database: Database;
  readonly blobs: BlobStore;
}

/**
 * Stores a finished picture and shows it in place of the one before, which is gone with its address.
 * Returns its key in `/media`. Throws `unauthorised` when the account was deleted meanwhile.
 */
export async function storeAvatar(
  { database, blobs }: Stores,
  userId: string,
  picture: Buffer,
): Promise<string> {
  const { hash, size } = await blobs.put(picture);
  const key = randomBytes(16).toString('hex');
  const stored = await database.transaction(async (transaction) => {
    await database.lock(transaction, `blob:${hash}`);
    await lockAccount(database, transaction, userId);
    const before = await repo.findAvatar(transaction, userId);
    const row = { key, hash, mime: PICTURE_MIME, size, userId };
    const isStored = await repo.replaceAvatar(transaction, row);
    // Someone may have removed the same content between storing it and naming it.
    if (isStored && !(await blobs.has(hash))) await blobs.put(picture);
    return { before, isStored };
  });
  const unneeded = stored.isStored ? stored.before?.hash : hash;
  if (unneeded) await removeUnused({ database, blobs }, unneeded);
  if (!stored.isStored) throw new ApiError('unauthorised', 'This account is gone');
  return key;
}

/** Deletes content that nothing names any more. */
export async function removeUnused({ database, blobs }: Stores, hash: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await database.lock(transaction, `blob:${hash}`);
    if (!(await repo.isContentUsed(transaction, hash))) await blobs.delete(hash);
  });
}

/** Takes a picture away, its content too unless something else needs it. */
export async function removeAvatar(stores: Stores, userId: string): Promise<void> {
  const { queries } = stores.database;
  const before = await repo.findAvatar(queries, userId);
  if (!before) return;
  await repo.deleteAvatar(queries, userId);
  await removeUnused(stores, before.hash);
}
