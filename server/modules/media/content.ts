import { randomBytes } from 'node:crypto';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import type { Database, Queries } from '../../ports/database/database.ts';

/** Where rows and their content lie. */
export interface Stores {
  readonly database: Database;
  readonly blobs: BlobStore;
}

/** A new address in `/media`: random, so that knowing the content does not tell it. */
export const newMediaKey = (): string => randomBytes(16).toString('hex');

/** Does anything that is served still need this content? */
async function isContentUsed(queries: Queries, hash: string): Promise<boolean> {
  const users = await Promise.all([
    queries.selectFrom('avatars').select('key').where('hash', '=', hash).executeTakeFirst(),
    queries.selectFrom('media').select('key').where('hash', '=', hash).executeTakeFirst(),
    queries.selectFrom('tracks').select('key').where('hash', '=', hash).executeTakeFirst(),
  ]);
  return users.some((user) => user !== undefined);
}

/** Deletes content that nothing names any more. */
export async function removeUnused({ database, blobs }: Stores, hash: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await database.lock(transaction, `blob:${hash}`);
    if (!(await isContentUsed(transaction, hash))) await blobs.delete(hash);
  });
}
