import type { Insertable, Selectable, Transaction } from 'kysely';
import { removeFiles } from '../../kernel/content.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import {
  findRow,
  insertRows,
  removeRows,
  updateRows,
  valuesOf,
} from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { MintRow } from '../../ports/database/schemaMarket.ts';

export type StoredMint = Selectable<MintRow>;

export function findMint(queries: Queries, tokenId: string): Promise<StoredMint | undefined> {
  return findRow(queries, 'mints', { tokenId });
}

/** Are its files stored, and is it settled who gets what? */
export const isPrepared = ({ metadata }: Pick<StoredMint, 'metadata'>): boolean =>
  Object.keys(metadata as object).length > 0;

/** Code that begins a mint under an id, or changes it, takes turns. */
export const lockMint = (
  database: Database,
  transaction: Transaction<Schema>,
  tokenId: string,
): Promise<void> => database.lock(transaction, `mint:${tokenId}`);

/** Files of mints that come to nothing, or of tokens that are forgotten, are let go of. @returns their hashes */
export async function dropFiles(queries: Queries, tokenIds: readonly string[]): Promise<string[]> {
  return valuesOf(await removeFiles(queries, 'tokenFiles', { tokenId: tokenIds }), 'hash');
}

/** Stores a mint that nothing was done for yet, in place of one that failed; inside a transaction with its lock. */
export async function insertMint(queries: Queries, row: Insertable<MintRow>): Promise<void> {
  await removeRows(queries, 'mints', { tokenId: row.tokenId, state: 'failed' });
  await insertRows(queries, 'mints', row);
}

/** Changes a mint that is still where it was found; false where another got there first. */
export async function moveMint(
  queries: Queries,
  { tokenId, state, txHash }: Pick<StoredMint, 'tokenId' | 'state' | 'txHash'>,
  changes: Partial<Insertable<MintRow>>,
): Promise<boolean> {
  const changed = { ...changes, changed: Date.now() };
  return (await updateRows(queries, 'mints', { tokenId, state, txHash }, changed)) > 0;
}

/**
 * Ends a mint that came to nothing, in words for the account that asked for it.
 * @returns hashes of content that nothing may name any more
 */
export function failMint(
  database: Database,
  mint: Pick<StoredMint, 'tokenId' | 'state' | 'txHash'>,
  problem: string,
): Promise<string[]> {
  return database.transaction(async (transaction) => {
    await lockMint(database, transaction, mint.tokenId);
    const moved = await moveMint(transaction, mint, { state: 'failed', problem });
    return moved ? dropFiles(transaction, [mint.tokenId]) : [];
  });
}

/** Mints that are on their way and were left alone since then (ms), the oldest first. */
export async function findUnfinished(queries: Queries, beforeMs: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('mints')
    .select('tokenId')
    .where('state', 'in', ['planned', 'signed'])
    .where('changed', '<=', beforeMs)
    .orderBy('changed')
    .limit(200)
    .execute();
  return rows.map(({ tokenId }) => tokenId);
}
