import { type SelectQueryBuilder, sql } from 'kysely';
import type { Queries } from '../../ports/database/database.ts';
import type { Schema, ShareRow } from '../../ports/database/schema.ts';
import { EPOCH_NOTE } from './epoch.ts';
import { forUpdate } from './locks.ts';

/** Which shares a list holds; everything left out matches. Removed ones never do. */
export interface ShareFilter {
  /** Only what this account shared. */
  readonly userId?: string | undefined;
  /** True lists private shares too. */
  readonly withPrivate?: boolean | undefined;
  /** Only what this account liked. */
  readonly likedBy?: string | undefined;
  readonly source?: string | undefined;
  /** Milliseconds since the epoch; both bounds are outside. */
  readonly sharedAfter?: number | undefined;
  readonly sharedBefore?: number | undefined;
}

export interface PageOf {
  readonly sort: 'latest' | 'likes';
  readonly limit: number;
  readonly skip: number;
}

/** A share as one reader sees it. */
export interface ShareView extends Omit<ShareRow, 'source'> {
  readonly displayName: string;
  readonly isDemo: boolean;
  readonly isLiked: boolean;
  /** Names the state of embedded documents; null before anything changed it. */
  readonly epoch: string | null;
}

/**
 * Shares that an account liked. The cross join makes SQLite read the few likes of the account first, and
 * not the whole feed in its order; to PostgreSQL it is a join as any other.
 */
function likedShares(
  queries: Queries,
  userId: string,
): SelectQueryBuilder<Schema, 'shares', object> {
  return queries
    .selectFrom('likes')
    .crossJoin('shares')
    .whereRef('shares.id', '=', 'likes.shareId')
    .where('likes.userId', '=', userId) as SelectQueryBuilder<Schema, 'shares', object>;
}

/** Ids of one page. They are limited before anything is joined: PostgreSQL would read all likes otherwise. */
function pageOfIds(
  queries: Queries,
  filter: ShareFilter,
  page: PageOf,
  readerId: string | undefined,
) {
  const { userId, withPrivate, likedBy, source, sharedAfter, sharedBefore } = filter;
  const from = likedBy === undefined ? queries.selectFrom('shares') : likedShares(queries, likedBy);
  let found = from.select('shares.id').where('shares.isRemoved', '=', false);
  if (!withPrivate) found = found.where('shares.isPrivate', '=', false);
  if (userId !== undefined) found = found.where('shares.userId', '=', userId);
  if (source !== undefined) found = found.where('shares.source', '=', source);
  if (sharedAfter !== undefined) found = found.where('shares.created', '>', sharedAfter);
  if (sharedBefore !== undefined) found = found.where('shares.created', '<', sharedBefore);
  if (readerId !== undefined) {
    // Read once, not looked up for every share that is skipped.
    const hidden = queries.selectFrom('hides').select('shareId').where('userId', '=', readerId);
    found = found.where('shares.id', 'not in', hidden);
  }
  if (page.sort === 'likes') found = found.orderBy('shares.likeCount', 'desc');
  return found
    .orderBy('shares.created', 'desc')
    .orderBy('shares.id', 'desc')
    .limit(page.limit)
    .offset(page.skip);
}

const VIEW_COLUMNS = [
  'shares.id',
  'shares.jamId',
  'shares.rifffId',
  'shares.userId',
  'shares.title',
  'shares.isPrivate',
  'shares.isRemoved',
  'shares.created',
  'shares.likeCount',
  'accounts.displayName',
  'accounts.isDemo',
  'likes.userId as likerId',
  'notes.value as epoch',
] as const;

/** Shares with who shared them and whether the reader likes them, in no order. */
function views(queries: Queries, readerId: string | undefined) {
  return queries
    .selectFrom('shares')
    .innerJoin('accounts', 'accounts.id', 'shares.userId')
    .leftJoin('likes', (join) =>
      join.onRef('likes.shareId', '=', 'shares.id').on('likes.userId', '=', readerId ?? ''),
    )
    .leftJoin('notes', (join) => join.on('notes.name', '=', EPOCH_NOTE))
    .select(VIEW_COLUMNS);
}

type ViewRow = Awaited<ReturnType<ReturnType<typeof views>['execute']>>[number];

/** Written out: spreading the rows of a page costs more than reading them. */
function asView(row: ViewRow): ShareView {
  return {
    id: row.id,
    jamId: row.jamId,
    rifffId: row.rifffId,
    userId: row.userId,
    title: row.title,
    isPrivate: row.isPrivate,
    isRemoved: row.isRemoved,
    created: row.created,
    likeCount: row.likeCount,
    displayName: row.displayName,
    isDemo: row.isDemo,
    isLiked: row.likerId !== null,
    epoch: row.epoch,
  };
}

/** One page of shares as `readerId` sees them; what they hid is left out. */
export async function findShares(
  queries: Queries,
  filter: ShareFilter,
  page: PageOf,
  readerId: string | undefined,
): Promise<ShareView[]> {
  const ids = pageOfIds(queries, filter, page, readerId).as('page');
  let found = views(queries, readerId).innerJoin(ids, 'page.id', 'shares.id');
  if (page.sort === 'likes') found = found.orderBy('shares.likeCount', 'desc');
  const rows = await found.orderBy('shares.created', 'desc').orderBy('shares.id', 'desc').execute();
  return rows.map(asView);
}

/** One share, private and removed ones too. */
export async function findShareView(
  queries: Queries,
  id: string,
  readerId: string | undefined,
): Promise<ShareView | undefined> {
  const row = await views(queries, readerId).where('shares.id', '=', id).executeTakeFirst();
  return row && asView(row);
}

/** One share as it is stored. */
export function findShare(queries: Queries, id: string): Promise<ShareRow | undefined> {
  return queries.selectFrom('shares').selectAll().where('id', '=', id).executeTakeFirst();
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

/** True when the share was stored; false when its id is taken or the rifff is shared publicly already. */
export async function insertShare(queries: Queries, share: ShareRow): Promise<boolean> {
  const rows = await queries
    .insertInto('shares')
    .values(share)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** True when a moderator removed a share of this rifff by this account. */
export async function wasRemoved(
  queries: Queries,
  share: Pick<ShareRow, 'userId' | 'jamId' | 'rifffId'>,
): Promise<boolean> {
  const row = await queries
    .selectFrom('shares')
    .select('id')
    .where('jamId', '=', share.jamId)
    .where('rifffId', '=', share.rifffId)
    .where('userId', '=', share.userId)
    .where('isRemoved', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Owner of a jam by its id. */
export async function findJamOwner(queries: Queries, jamId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('jams')
    .select('ownerId')
    .where('id', '=', jamId)
    .executeTakeFirst();
  return row?.ownerId;
}

/** True for an account that is there and was not deleted; in any case. Returns its id as it is written. */
export async function findAccountId(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('accounts')
    .select('id')
    .where('idFolded', '=', name.toLowerCase())
    .where('isDeleted', '=', false)
    .executeTakeFirst();
  return row?.id;
}

/** Adds a like; true when it is new. */
export async function insertLike(
  queries: Queries,
  like: { shareId: string; userId: string; created: number },
): Promise<boolean> {
  const rows = await queries
    .insertInto('likes')
    .values(like)
    .onConflict((conflict) => conflict.doNothing())
    .returning('shareId')
    .execute();
  return rows.length > 0;
}

/** Takes a like away; true when there was one. */
export async function deleteLike(
  queries: Queries,
  shareId: string,
  userId: string,
): Promise<boolean> {
  const rows = await queries
    .deleteFrom('likes')
    .where('shareId', '=', shareId)
    .where('userId', '=', userId)
    .returning('shareId')
    .execute();
  return rows.length > 0;
}

/** Adds to the count of likes. */
export async function addToLikeCount(queries: Queries, id: string, by: 1 | -1): Promise<void> {
  await queries
    .updateTable('shares')
    .set({ likeCount: sql<number>`${sql.ref('likeCount')} + ${sql.lit(by)}` })
    .where('id', '=', id)
    .execute();
}

/** Leaves a share out of an account's lists. Again: nothing changes. */
export async function insertHide(
  queries: Queries,
  hide: { shareId: string; userId: string; created: number },
): Promise<void> {
  await queries
    .insertInto('hides')
    .values(hide)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Shows a share in an account's lists again. */
export async function deleteHide(queries: Queries, shareId: string, userId: string): Promise<void> {
  await queries
    .deleteFrom('hides')
    .where('userId', '=', userId)
    .where('shareId', '=', shareId)
    .execute();
}

/** Stores a report; the second one of an account about a share is dropped. */
export async function insertReport(
  queries: Queries,
  report: {
    id: string;
    shareId: string;
    userId: string;
    reason: string;
    message: string;
    created: number;
  },
): Promise<void> {
  await queries
    .insertInto('reports')
    .values({ ...report, isOpen: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
