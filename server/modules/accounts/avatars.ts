import { ApiError } from '../../../src/data/contract/errors.ts';
import { newMediaKey, removeUnused, type Stores } from '../../kernel/content.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import type { Queries } from '../../ports/database/database.ts';
import { PICTURE_MIME } from '../uploads/pictures.ts';
import { refuseBarred } from '../uploads/shownPicture.ts';
import * as repo from './repo.ts';

/**
 * Stores a finished picture and shows it in place of the one before, which is gone with its address.
 * Returns its key in `/media`. Throws `unauthorised` when the account was deleted meanwhile, `forbidden` for a picture
 * that a moderator took off its profile, and whatever `check` throws, which looks at the transaction once the picture
 * stands in it.
 */
export async function storeAvatar(
  { database, blobs }: Stores,
  userId: string,
  picture: Buffer,
  check: (queries: Queries) => Promise<void> = async () => {},
): Promise<string> {
  const refusal = 'A moderator took this picture off your profile: choose another';
  await refuseBarred(database.queries, userId, picture, refusal);
  const { hash, size } = await blobs.put(picture);
  const key = newMediaKey();
  const stored = await database
    .transaction(async (transaction) => {
      await database.lock(transaction, `blob:${hash}`);
      await lockAccount(database, transaction, userId);
      const before = await repo.findAvatar(transaction, userId);
      const row = { key, hash, mime: PICTURE_MIME, size, userId };
      const isStored = await repo.replaceAvatar(transaction, row);
      if (isStored) await check(transaction);
      // Someone may have removed the same content between storing it and naming it.
      if (isStored && !(await blobs.has(hash))) await blobs.put(picture);
      return { before, isStored };
    })
    .catch(async (error: unknown) => {
      await removeUnused({ database, blobs }, hash);
      throw error;
    });
  const unneeded = stored.isStored ? stored.before?.hash : hash;
  if (unneeded) await removeUnused({ database, blobs }, unneeded);
  if (!stored.isStored) throw new ApiError('unauthorised', 'This account is gone');
  return key;
}

/** Takes a picture away, its content too unless something else needs it. */
export async function removeAvatar(stores: Stores, userId: string): Promise<void> {
  const { queries } = stores.database;
  const before = await repo.findAvatar(queries, userId);
  if (!before) return;
  await repo.deleteAvatar(queries, userId);
  await removeUnused(stores, before.hash);
}
