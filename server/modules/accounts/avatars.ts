import { randomBytes } from 'node:crypto';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import type { Database } from '../../ports/database/database.ts';
import { PICTURE_MIME } from './picture.ts';
import * as repo from './repo.ts';

interface Stores {
  readonly database: Database;
  readonly blobs: BlobStore;
}

/**
 * Stores a finished picture and shows it in place of the one before, which is gone with its address.
 * Returns its key in `/media`.
 */
export async function storeAvatar(
  { database, blobs }: Stores,
  userId: string,
  picture: Buffer,
): Promise<string> {
  const { hash, size } = await blobs.put(picture);
  const key = randomBytes(16).toString('hex');
  const before = await database.transaction(async (transaction) => {
    await database.lock(transaction, `blob:${hash}`);
    const known = await repo.findAvatar(transaction, userId);
    await repo.replaceAvatar(transaction, { key, hash, mime: PICTURE_MIME, size, userId });
    // Someone may have removed the same content between storing it and naming it.
    if (!(await blobs.has(hash))) await blobs.put(picture);
    return known;
  });
  if (before && before.hash !== hash) await removeUnused({ database, blobs }, before.hash);
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
