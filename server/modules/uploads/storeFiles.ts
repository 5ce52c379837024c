import { createReadStream } from 'node:fs';
import type { Transaction } from 'kysely';
import type { AccountRules } from '../../accountRules.ts';
import { removeUnused, type Stores } from '../../kernel/content.ts';
import { lockPresentAccount } from '../../plugins/accountLock.ts';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import type { Spooled } from '../../ports/blobs/spool.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { findRights } from '../jams/commitRepo.ts';
import { requireSpace } from './quota.ts';

const putFile = (blobs: BlobStore, { path }: Spooled) => blobs.put(createReadStream(path));

/** What an account allows with what it makes now. */
export type Rights = Awaited<ReturnType<typeof findRights>>;

/** Where uploads are stored, and how much of it an account may have. */
export interface UploadStores extends Stores {
  readonly rules: AccountRules;
}

/**
 * Stores the content of received files, then the rows that `insert` writes, which name them: the rows are there
 * only with their content, and content that no row names is deleted again.
 * @param insert runs in a transaction and gives what is answered; `isStored` false when it named nothing new
 * @throws ApiError `unauthorised` when the account was deleted meanwhile, `over_quota` when it then has too much
 */
export async function storeFiles<T>(
  { database, blobs, rules }: UploadStores,
  { userId, files }: { userId: string; files: readonly Spooled[] },
  insert: (
    queries: Transaction<Schema>,
    rights: Rights,
  ) => Promise<{ readonly isStored: boolean; readonly answer: T }>,
): Promise<T> {
  const hashes = [...new Set(files.map(({ hash }) => hash))].sort();
  let isStored = false;
  try {
    for (const file of files) await putFile(blobs, file);
    const done = await database.transaction(async (transaction) => {
      // Always in the same order, so that two uploads never wait for each other.
      for (const hash of hashes) await database.lock(transaction, `blob:${hash}`);
      await lockPresentAccount(database, transaction, userId);
      const inserted = await insert(transaction, await findRights(transaction, userId));
      if (!inserted.isStored) return inserted;
      await requireSpace(transaction, rules, userId);
      // Someone may have removed the same content between storing it and naming it.
      for (const file of files) if (!(await blobs.has(file.hash))) await putFile(blobs, file);
      return inserted;
    });
    isStored = done.isStored;
    return done.answer;
  } finally {
    if (!isStored) for (const hash of hashes) await removeUnused({ database, blobs }, hash);
  }
}
