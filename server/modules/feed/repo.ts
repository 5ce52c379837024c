import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { newId } from '../../../src/data/rules/ids.ts';
import type { Queries } from '../../ports/database/database.ts';
import { writeNote } from '../../ports/database/notes.ts';
import { findRow, hasRow, insertOnce, listRows, removeRows } from '../../ports/database/rows.ts';
import type { ReportRow, ShareRow } from '../../ports/database/schema.ts';
import { indexShares } from '../searchIndex/indexing.ts';

/** One share as it is stored. */
export function findShare(queries: Queries, id: string): Promise<ShareRow | undefined> {
  return findRow(queries, 'shares', { id });
}

/** One share, locked until the transaction ends: everything about one share happens in a row. */
export function lockShare(queries: Queries, id: string): Promise<ShareRow | undefined> {
  return queries
    .selectFrom('shares')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(forUpdate(queries))
    .executeTakeFirst();
}

/** Does an insert or a removal that answers its rows change anything? */
async function isStored(query: { execute(): Promise<unknown[]> }): Promise<boolean> {
  return (await query.execute()).length > 0;
}

/** True when the share was stored; false when its id is taken or the rifff is shared publicly already. */
export async function insertShare(queries: Queries, share: ShareRow): Promise<boolean> {
  const insert = queries.insertInto('shares').values(share);
  const isNew = await isStored(
    insert.onConflict((conflict) => conflict.doNothing()).returning('id'),
  );
  if (isNew) await indexShares(queries, [share.id]);
  return isNew;
}

/** True when a moderator removed a share of this rifff by this account. */
export async function wasRemoved(
  queries: Queries,
  share: Pick<ShareRow, 'userId' | 'jamId' | 'rifffId'>,
): Promise<boolean> {
  return hasRow(queries, 'shares', {
    jamId: share.jamId,
    rifffId: share.rifffId,
    userId: share.userId,
    isRemoved: true,
  });
}

/** Who owns a jam (short id), and the class that it is a channel of; undefined where it is not there. */
export async function findSharing(queries: Queries, jamId: string) {
  return queries
    .selectFrom('jams')
    .leftJoin('classes', 'classes.clubId', 'jams.clubId')
    .select(['jams.ownerId', 'classes.id as classId'])
    .where('jams.id', '=', jamId)
    .executeTakeFirst();
}

/** True for an account that was closed and whose belongings are on their way out. */
export async function isLeaving(queries: Queries, userId: string): Promise<boolean> {
  return hasRow(queries, 'departures', { userId });
}

/** Adds a like; true when it is new. */
export async function insertLike(
  queries: Queries,
  like: { shareId: string; userId: string; created: number },
): Promise<boolean> {
  const insert = queries.insertInto('likes').values(like);
  return isStored(insert.onConflict((conflict) => conflict.doNothing()).returning('shareId'));
}

/** Takes a like away; true when there was one. */
export async function deleteLike(
  queries: Queries,
  shareId: string,
  userId: string,
): Promise<boolean> {
  return (await removeRows(queries, 'likes', { shareId, userId })) > 0;
}

/** Adds to the count of likes. */
export async function addToLikeCount(queries: Queries, id: string, by: 1 | -1): Promise<void> {
  await queries
    .updateTable('shares')
    .set({ likeCount: sql<number>`${sql.ref('likeCount')} + ${sql.lit(by)}` })
    .where('id', '=', id)
    .execute();
}

/** Adds to the count of comments. */
export async function addToCommentCount(queries: Queries, id: string, by: number): Promise<void> {
  await queries
    .updateTable('shares')
    .set((build) => ({ commentCount: build('commentCount', '+', by) }))
    .where('id', '=', id)
    .execute();
}

/** Leaves a share out of an account's lists. Again: nothing changes. */
export async function insertHide(
  queries: Queries,
  hide: { shareId: string; userId: string; created: number },
): Promise<void> {
  await insertOnce(queries, 'hides', hide);
}

/** Shows a share in an account's lists again. */
export async function deleteHide(queries: Queries, shareId: string, userId: string): Promise<void> {
  await removeRows(queries, 'hides', { userId, shareId });
}

/** Stores a report; the second one of an account about a share is dropped. */
export async function insertReport(
  queries: Queries,
  report: Omit<ReportRow, 'isOpen'>,
): Promise<void> {
  await insertOnce(queries, 'reports', { ...report, isOpen: true });
}

/** The note that names the present state of what embedded documents show. */
export const EPOCH_NOTE = 'embeds';

/**
 * Every node forgets the documents that it keeps for the feed, as soon as this transaction is done. For
 * what changes documents that are otherwise immutable: an account that goes, a loop that is removed.
 */
export async function forgetEmbeds(queries: Queries): Promise<void> {
  await writeNote(queries, EPOCH_NOTE, newId());
}

/**
 * Ends a select of rows that its transaction goes on to change. A share is always locked before its likes,
 * so that no two transactions wait for each other. SQLite lets one writer in at a time and needs nothing.
 */
export function forUpdate(queries: Queries): RawBuilder<unknown> {
  return queries.getExecutor().adapter instanceof PostgresAdapter ? sql`for update` : sql``;
}

/** Why a share was removed the last time. */
export async function findRemovalReason(
  queries: Queries,
  shareId: string,
): Promise<string | undefined> {
  const removals = { shareId, action: 'remove' } as const;
  const newest = { columns: ['reason'], most: 1 } as const;
  const [row] = await listRows(queries, 'audit', removals, ['created desc', 'id desc'], newest);
  return row?.reason;
}
