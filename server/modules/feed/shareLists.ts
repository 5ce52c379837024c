import type { SelectQueryBuilder } from 'kysely';
import { isOfStayingAccount } from '../../plugins/accountLock.ts';
import type { Queries } from '../../ports/database/database.ts';
import { runPrepared } from '../../ports/database/prepared.ts';
import type { Schema, ShareRow } from '../../ports/database/schema.ts';
import { EPOCH_NOTE } from './repo.ts';

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
function likedShares(queries: Queries, userId: string): Shares<object> {
  return queries
    .selectFrom('likes')
    .crossJoin('shares')
    .whereRef('shares.id', '=', 'likes.shareId')
    .where('likes.userId', '=', userId) as unknown as Shares<object>;
}

/** Below this many skipped rows, joining them too costs less than finding the page first. */
const FEW_ROWS = 100;

/** What differs from one page to the next of the same kind of list. */
type Values = {
  userId: string;
  likedBy: string;
  source: string;
  sharedAfter: number;
  sharedBefore: number;
  readerId: string;
  limit: number;
  skip: number;
};

/** Names everything that decides which query a page takes, apart from its values. */
function shapeOf(filter: ShareFilter, { sort, skip }: PageOf, readerId: string | undefined) {
  const given = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  const names = given.map(([name]) => name).sort();
  return [sort, skip <= FEW_ROWS, readerId !== undefined, ...names].join(' ');
}

type Mark = <K extends keyof Values>(name: K) => Values[K];
type Shares<R> = SelectQueryBuilder<Schema, 'shares', R>;

/** Those of the shares that a filter lets through, but for `likedBy`. */
function matching<R>(
  queries: Queries,
  from: Shares<R>,
  filter: ShareFilter,
  readerId: string | undefined,
  mark: Mark,
): Shares<R> {
  const { userId, withPrivate, source, sharedAfter, sharedBefore } = filter;
  let found = from.where('shares.isRemoved', '=', false).where(isOfStayingAccount() as never);
  if (!withPrivate) found = found.where('shares.isPrivate', '=', false);
  if (userId !== undefined) found = found.where('shares.userId', '=', mark('userId'));
  if (source !== undefined) found = found.where('shares.source', '=', mark('source'));
  if (sharedAfter !== undefined) found = found.where('shares.created', '>', mark('sharedAfter'));
  if (sharedBefore !== undefined) found = found.where('shares.created', '<', mark('sharedBefore'));
  if (readerId === undefined) return found;
  // Read once, not looked up for every share that is skipped.
  const hidden = queries
    .selectFrom('hides')
    .select('shareId')
    .where('userId', '=', mark('readerId'));
  return found.where('shares.id', 'not in', hidden);
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

function inOrder<R>(found: Shares<R>, { sort }: PageOf): Shares<R> {
  const sorted = sort === 'likes' ? found.orderBy('shares.likeCount', 'desc') : found;
  return sorted.orderBy('shares.created', 'desc').orderBy('shares.id', 'desc');
}

/**
 * True where an index gives the page in its order, so that no more rows are joined than are shown or skipped.
 * Otherwise the ids of the page are found first, if they can out of an index alone, and only they are joined.
 */
function isDirect(filter: ShareFilter, { sort, skip }: PageOf): boolean {
  const { withPrivate, likedBy, sharedAfter, sharedBefore } = filter;
  if (skip > FEW_ROWS || withPrivate || likedBy !== undefined) return false;
  return sort === 'latest' || (sharedAfter === undefined && sharedBefore === undefined);
}

/** The query of one page. */
function pageQuery(
  queries: Queries,
  filter: ShareFilter,
  page: PageOf,
  readerId: string | undefined,
  mark: Mark,
): Shares<ViewRow> {
  const reader = readerId === undefined ? undefined : mark('readerId');
  const shown = views(queries, reader) as unknown as Shares<ViewRow>;
  const cut = <R>(found: Shares<R>) =>
    inOrder(found, page).limit(mark('limit')).offset(mark('skip'));
  if (isDirect(filter, page)) return cut(matching(queries, shown, filter, readerId, mark));
  const from =
    filter.likedBy === undefined
      ? queries.selectFrom('shares')
      : likedShares(queries, mark('likedBy'));
  const ids = cut(matching(queries, from, filter, readerId, mark).select('shares.id'));
  return inOrder(shown.innerJoin(ids.as('page'), 'page.id', 'shares.id') as never, page);
}

/** One page of shares as `readerId` sees them; what they hid is left out. */
export async function findShares(
  queries: Queries,
  filter: ShareFilter,
  page: PageOf,
  readerId: string | undefined,
): Promise<ShareView[]> {
  const rows = await runPrepared<Values, ViewRow>(
    queries,
    `shares ${shapeOf(filter, page, readerId)}`,
    (mark) => pageQuery(queries, filter, page, readerId, mark),
    { ...filter, ...page, readerId } as Values,
  );
  return rows.map(asView);
}

/** One share, private and removed ones too. */
export async function findShareView(
  queries: Queries,
  id: string,
  readerId: string | undefined,
): Promise<ShareView | undefined> {
  const row = await views(queries, readerId)
    .where('shares.id', '=', id)
    .where(isOfStayingAccount())
    .executeTakeFirst();
  return row && asView(row);
}

/** Shares by id, private and removed ones too, in the order of the ids. */
export async function findShareViews(
  queries: Queries,
  ids: readonly string[],
  readerId: string | undefined,
): Promise<ShareView[]> {
  if (ids.length === 0) return [];
  const rows = await views(queries, readerId)
    .where('shares.id', 'in', ids)
    .where(isOfStayingAccount())
    .execute();
  const byId = new Map(rows.map((row) => [row.id, asView(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
