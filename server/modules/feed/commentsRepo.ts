import type { Queries } from '../../ports/database/database.ts';
import { hasRow, insertOnce, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { ShareRow } from '../../ports/database/schema.ts';
import type { CommentRow } from '../../ports/database/schemaChart.ts';

/** A comment with who wrote it. */
export interface ShownComment extends CommentRow {
  readonly displayName: string;
  readonly isDemo: boolean;
}

const selectShown = (queries: Queries) =>
  queries
    .selectFrom('comments')
    .innerJoin('accounts', 'accounts.id', 'comments.userId')
    .selectAll('comments')
    .select(['accounts.displayName', 'accounts.isDemo'])
    .where('accounts.isDeleted', '=', false);

/**
 * Comments on a share as `readerId` sees them, newest first; those of people who left or whom the reader blocked are
 * left out.
 * @param before only what is older, in milliseconds since the epoch
 */
export function findComments(
  queries: Queries,
  shareId: string,
  readerId: string | undefined,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ShownComment[]> {
  let query = selectShown(queries).where('comments.shareId', '=', shareId);
  if (before !== undefined) query = query.where('comments.created', '<', before);
  if (readerId !== undefined) {
    const blocked = queries.selectFrom('blocks').select('blockedId').where('userId', '=', readerId);
    query = query.where('comments.userId', 'not in', blocked);
  }
  return query.orderBy('comments.created', 'desc').limit(limit).execute();
}

/** One comment of any share, as long as its author is there. */
export function findComment(queries: Queries, id: string): Promise<ShownComment | undefined> {
  return selectShown(queries).where('comments.id', '=', id).executeTakeFirst();
}

/** Stores a comment; false where its id is taken. */
export async function insertComment(queries: Queries, row: CommentRow): Promise<boolean> {
  return (await insertOnce(queries, 'comments', row)) > 0;
}

/** Deletes a comment and closes its reports. */
export async function deleteComment(queries: Queries, id: string): Promise<void> {
  await removeRows(queries, 'comments', { id });
  await updateRows(queries, 'jamReports', { kind: 'comment', ref: id }, { isOpen: false });
}

/** Reports a comment once for each account. */
export async function insertCommentReport(
  queries: Queries,
  { jamId }: Pick<ShareRow, 'jamId'>,
  report: { ref: string; userId: string; reason: string; created: number },
): Promise<void> {
  await insertOnce(queries, 'jamReports', { kind: 'comment', jamId, ...report, isOpen: true });
}

/** True when an account does not want to hear another. */
export async function isBlocked(
  queries: Queries,
  userId: string,
  blockedId: string,
): Promise<boolean> {
  return hasRow(queries, 'blocks', { userId, blockedId });
}
