import { sql } from 'kysely';
import type { Queries } from '../../ports/database/database.ts';
import { removeRows, updateRows } from '../../ports/database/rows.ts';
import { forgetShares } from '../people/notes.ts';
import { indexShares } from '../searchIndex/indexing.ts';
import { forUpdate } from './repo.ts';

/** Small rows that go in one transaction. */
const ROWS = 200;
/** What of others hangs on a share. */
const HANGING = ['likes', 'hides', 'reports', 'comments', 'chartVoices'] as const;

/** Locks shares until the transaction ends, always in the same order. */
export async function lockShares(queries: Queries, ids: readonly string[]): Promise<void> {
  await queries
    .selectFrom('shares')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(forUpdate(queries))
    .execute();
}

/** Some rows of a table by which shares they hang on. @returns how many went */
async function removeHanging(
  queries: Queries,
  table: (typeof HANGING)[number],
  shareIds: readonly string[],
): Promise<number> {
  const some = queries
    .selectFrom(table)
    .select(['shareId', 'userId'])
    .where('shareId', 'in', shareIds)
    .limit(ROWS);
  const gone = await queries
    .deleteFrom(table)
    .where(sql<boolean>`(${sql.ref('shareId')}, ${sql.ref('userId')}) in ${some}`)
    .returning('shareId')
    .execute();
  return gone.length;
}

/** Reports of comments go before the comments that they name. */
async function removeCommentReports(queries: Queries, shareIds: readonly string[]): Promise<void> {
  const comments = queries.selectFrom('comments').select('id').where('shareId', 'in', shareIds);
  await queries
    .deleteFrom('jamReports')
    .where('kind', '=', 'comment')
    .where('ref', 'in', comments)
    .execute();
}

/**
 * Removes shares once nothing hangs on them, else some of what does; what moderators did stays on record, and a week that
 * one of them won has no winner to show.
 * @returns true when they are gone
 */
export async function removeSharesPartly(
  queries: Queries,
  ids: readonly string[],
): Promise<boolean> {
  await lockShares(queries, ids);
  await removeCommentReports(queries, ids);
  let removed = 0;
  for (const table of HANGING) removed += await removeHanging(queries, table, ids);
  if (removed >= ROWS) return false;
  await removeRows(queries, 'chart', { shareId: ids });
  await removeRows(queries, 'shareLooks', { shareId: ids });
  await updateRows(queries, 'weekWinners', { shareId: ids }, { shareId: null });
  await forgetShares(queries, ids);
  await removeRows(queries, 'shares', { id: ids });
  await indexShares(queries, ids);
  return true;
}

/** Removes shares with everything that hangs on them. */
export async function removeShares(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  while (!(await removeSharesPartly(queries, ids)));
}
