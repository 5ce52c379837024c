import type { Transaction } from 'kysely';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { newMediaKey, noteLoose, removeUnused } from '../../kernel/content.ts';
import { lockPresentAccount } from '../../plugins/accountLock.ts';
import { sha256 } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { takeRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { isFileBarred } from '../media/barred.ts';
import { PICTURE_MIME } from './pictures.ts';
import { requireSpace } from './quota.ts';
import type { UploadStores } from './storeFiles.ts';

/** How many pictures of one place an account may send. */
export const PICTURES = { max: 30, windowMs: 3_600_000 };

/** Throws `forbidden` for a finished picture that a moderator took away. */
export async function refuseBarred(
  queries: Queries,
  userId: string,
  bytes: Buffer,
  refusal = 'A moderator took this picture out: choose another',
): Promise<void> {
  const hash = sha256(bytes);
  const isBarred = await isFileBarred(queries, { kind: 'picture', hash, userId });
  if (isBarred) throw new ApiError('forbidden', refusal);
}

/** What the row of every picture says. */
interface PictureFile {
  readonly key: string;
  readonly hash: string;
  readonly mime: string;
  readonly size: number;
  readonly userId: string;
}

/** Where one picture stands: a jam with its cover, a club with its icon. All inside one transaction. */
export interface Place<T> {
  readonly table: 'clubImages' | 'jamFiles';
  /** Takes the locks of the place, and says which picture it has; null without one. */
  find(transaction: Transaction<Schema>): Promise<string | null>;
  /** Stores the row of another picture. */
  insert(transaction: Transaction<Schema>, file: PictureFile): Promise<void>;
  /** Has the place name the picture that it has now. */
  name(transaction: Transaction<Schema>, key: string | null, before: string | null): Promise<T>;
}

/**
 * Puts a finished picture, or none, in place of the one before, which is gone with its address and, where nothing else
 * needs it, its content.
 * @returns what `name` answers; undefined where there was none and is none
 * @throws ApiError `unauthorised`, `over_quota`
 */
export async function replacePicture<T>(
  { database, blobs, rules }: UploadStores,
  userId: string,
  bytes: Buffer | undefined,
  place: Place<T>,
): Promise<T | undefined> {
  const put = bytes && (await blobs.put(bytes));
  const loose = new Set<string>(put ? [put.hash] : []);
  try {
    return await database.transaction(async (transaction) => {
      if (put) await database.lock(transaction, `blob:${put.hash}`);
      await lockPresentAccount(database, transaction, userId);
      const before = await place.find(transaction);
      if (!put && before === null) return undefined;
      if (before !== null) {
        const gone = await takeRows(transaction, place.table, { key: before }, ['hash']);
        for (const { hash } of gone) loose.add(hash);
      }
      await noteLoose(transaction, [...loose]);
      const key = put ? newMediaKey() : null;
      if (put && key) {
        const { hash, size } = put;
        await place.insert(transaction, { key, hash, mime: PICTURE_MIME, size, userId });
        await requireSpace(transaction, rules, userId);
        // Someone may have removed the same content between storing it and naming it.
        if (!(await blobs.has(hash))) await blobs.put(bytes);
      }
      return place.name(transaction, key, before);
    });
  } finally {
    for (const hash of loose) await removeUnused({ database, blobs }, hash);
  }
}
