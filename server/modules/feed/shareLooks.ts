/** The looks that people choose for what they share: copies, as jams have them. */
import type { LookCopy } from '../../../src/data/contract/savedLooks.ts';
import type { RemovalStep } from '../../ports/database/batches.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';
import { findRow, listRows, removeRows, updateRows, valuesOf } from '../../ports/database/rows.ts';
import { presentCopy } from './lookCopies.ts';
import { lockShares } from './removeShares.ts';

/** Shares whose looks change in one transaction. */
const SHARES = 200;

/** Key of the look of a share; null where it has none. */
export async function findLookKey(queries: Queries, shareId: string): Promise<string | null> {
  return (await findRow(queries, 'shareLooks', { shareId }, ['lookKey']))?.lookKey ?? null;
}

/** Looks by the ids of their shares; of those that are there. */
export async function findShareLooks(
  queries: Queries,
  shareIds: readonly string[],
): Promise<Map<string, LookCopy>> {
  const rows = queries
    .selectFrom('shareLooks')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'shareLooks.userId').on('accounts.isDeleted', '=', false),
    )
    .select(['shareLooks.shareId', 'shareLooks.lookKey as key', 'shareLooks.document'])
    .select(['accounts.id as user', 'accounts.displayName'])
    .where('shareLooks.shareId', 'in', shareIds);
  const found = await mapRows(shareIds, rows, (row) => [row.shareId, presentCopy(row)]);
  return new Map([...found].flatMap(([id, look]) => (look ? [[id, look] as const] : [])));
}

/** Of these looks those that a share has. */
export async function findSharedKeys(
  queries: Queries,
  lookKeys: readonly string[],
): Promise<Set<string>> {
  const keys = queries
    .selectFrom('shareLooks')
    .select('lookKey')
    .distinct()
    .where('lookKey', 'in', lookKeys);
  return new Set((await mapRows(lookKeys, keys, ({ lookKey }) => [lookKey, true])).keys());
}

/** Takes a look out of all shares, some in each transaction. Again, or after a crash in the middle: what is left of it. */
export async function takeOutOfShares(database: Database, lookKey: string): Promise<void> {
  const some = { columns: ['shareId'], most: SHARES } as const;
  for (;;) {
    const rows = await listRows(database.queries, 'shareLooks', { lookKey }, ['shareId'], some);
    const ids = valuesOf(rows, 'shareId');
    if (ids.length === 0) return;
    await database.transaction(async (transaction) => {
      await lockShares(transaction, ids);
      await removeRows(transaction, 'shareLooks', { shareId: ids, lookKey });
    });
  }
}

/** Shares of others with a look of the account do not name it any more. */
export const namesInShares: RemovalStep = async (queries, userId) => {
  const some = { columns: ['shareId'], most: SHARES } as const;
  const rows = await listRows(queries, 'shareLooks', { userId }, ['shareId'], some);
  const shareId = valuesOf(rows, 'shareId');
  if (shareId.length === 0) return null;
  await lockShares(queries, shareId);
  await updateRows(queries, 'shareLooks', { shareId, userId }, { userId: '' });
  // Once more: what was being shared with one of them names it as it did.
  return [];
};
