import { randomBytes } from 'node:crypto';
import { newId } from '../../src/data/rules/ids.ts';
import type { BlobStore } from '../ports/blobs/blobStore.ts';
import type { Database, Queries } from '../ports/database/database.ts';
import {
  type Column,
  hasRow,
  insertRows,
  removeRows,
  type Some,
  takeRows,
  type Values,
  valuesOf,
} from '../ports/database/rows.ts';

/** Where rows and their content lie. */
export interface Stores {
  readonly database: Database;
  readonly blobs: BlobStore;
}

/** A new address in `/media`: random, so that knowing the content does not tell it. */
export const newMediaKey = (): string => randomBytes(16).toString('hex');

/** Tables whose rows name content by its `hash`; backups copy what they name, and nothing else is kept. */
export const CONTENT_TABLES = [
  'avatars',
  'clubImages',
  'jamFiles',
  'media',
  'syncAttachments',
  'tokenFiles',
  'tracks',
] as const;

/** Does anything that is served still need this content? */
async function isContentUsed(queries: Queries, hash: string): Promise<boolean> {
  const users = await Promise.all(CONTENT_TABLES.map((table) => hasRow(queries, table, { hash })));
  return users.includes(true);
}

/** Deletes content that nothing names any more. */
export async function removeUnused({ database, blobs }: Stores, hash: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await database.lock(transaction, `blob:${hash}`);
    if (!(await isContentUsed(transaction, hash))) await blobs.delete(hash);
  });
}

/** Notes content that a row in this transaction lets go of, so that it is looked at even after a crash. */
export async function noteLoose(queries: Queries, hashes: readonly string[]): Promise<void> {
  const rows = [...new Set(hashes)].map((hash) => ({ id: newId(), hash }));
  if (rows.length > 0) await insertRows(queries, 'looseContent', rows);
}

/**
 * Deletes rows that name content, all with these values or some of them, and notes what they let go of.
 * @returns of each its hash, and the column of `some`
 */
export async function removeFiles<
  T extends (typeof CONTENT_TABLES)[number],
  C extends Column<T> = never,
>(
  queries: Queries,
  table: T,
  values: Values<T>,
  some?: Some<T, C>,
): Promise<Record<'hash' | C, string>[]> {
  const columns = some ? ['hash', some.column] : ['hash'];
  const rows = await takeRows<T, never>(queries, table, values, columns as never[], some);
  const gone = rows as Record<'hash' | C, string>[];
  await noteLoose(queries, valuesOf(gone, 'hash'));
  return gone;
}

/** Looks at one noted content and deletes it unless something names it; false when none is noted. */
export async function removeOneLoose({ database, blobs }: Stores): Promise<boolean> {
  const noted = await database.queries
    .selectFrom('looseContent')
    .selectAll()
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!noted) return false;
  const { id, hash } = noted;
  await database.transaction(async (transaction) => {
    await database.lock(transaction, `blob:${hash}`);
    // Only this note: another row may be letting go of the same content just now.
    await removeRows(transaction, 'looseContent', { id });
    if (!(await isContentUsed(transaction, hash))) await blobs.delete(hash);
  });
  return true;
}
