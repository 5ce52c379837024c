import type { SelectQueryBuilder } from 'kysely';
import type { ShareSource } from '../../../src/data/contract/sharing.ts';
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
  /** Only what people shared whom this account follows. */
  readonly followedBy?: string | undefined;
  readonly source?: ShareSource | undefined;
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
export interface ShareView extends Required<ShareRow> {
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

/** The same of people whom an account follows: where they shared little, it is read instead of the feed. */
function followedShares(queries: Queries, userId: string): Shares<object> {
  return queries
    .selectFrom('follows')
    .crossJoin('shares')
    .whereRef('shares.userId', '=', 'follows.userId')
    .where('follows.followerId', '=', userId) as unknown as Shares<object>;
}

/** Below this many skipped rows, joining them too costs less than finding the page first. */
const FEW_ROWS = 100;

/** What differs from one page to the next of the same kind of list. */
type Values = {
  userId: string;
  likedBy: string;
  followedBy: string;
  source: ShareSource;
  sharedAfter: number;
  sharedBefore: number;
  readerId: string;
  limit: number;
  skip: number;
};

/** Names everything that decides which query a page takes, apart from its values. */
function shapeOf(filter: ListFilter, { sort, skip }: PageOf, readerId: string | undefined) {
  const given = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  const names = given.map(([name]) => name).sort();
  return [sort, skip <= FEW_ROWS, readerId !== undefined, ...names].join(' ');
}

/** A filter, and how it is read. */
interface ListFilter extends ShareFilter {
  /** Those whom `followedBy` follows shared little. */
  readonly isFew?: boolean;
}

type Mark = <K extends keyof Values>(name: K) => Values[K];
export type Shares<R> = SelectQueryBuilder<Schema, 'shares', R>;

/** Leaves out what nobody sees, and what a reader hid or is of people whom they blocked: read once, not for each share. */
export function shownTo<R>(
  queries: Queries,
  from: Shares<R>,
  readerId: string | undefined,
): Shares<R> {
  const found = from.where('shares.isRemoved', '=', false).where(isOfStayingAccount() as never);
  if (readerId === undefined) return found;
  const hidden = queries.selectFrom('hides').select('shareId').where('userId', '=', readerId);
  const blocked = queries.selectFrom('blocks').select('blockedId').where('userId', '=', readerId);
  return found.where('shares.id', 'not in', hidden).where('shares.userId', 'not in', blocked);
}

/** Those of the shares that a filter lets through, but for what decides where they are read. */
function matching<R>(
  queries: Queries,
  from: Shares<R>,
  filter: ListFilter,
  readerId: string | undefined,
  mark: Mark,
): Shares<R> {
  const { userId, withPrivate, source, sharedAfter, sharedBefore, followedBy, isFew } = filter;
  let found = shownTo(queries, from, readerId === undefined ? undefined : mark('readerId'));
  if (!withPrivate) found = found.where('shares.isPrivate', '=', false);
  if (userId !== undefined) found = found.where('shares.userId', '=', mark('userId'));
  if (source !== undefined) found = found.where('shares.source', '=', mark('source'));
  if (sharedAfter !== undefined) found = found.where('shares.created', '>', mark('sharedAfter'));
  if (sharedBefore !== undefined) found = found.where('shares.created', '<', mark('sharedBefore'));
  if (followedBy === undefined || isFew) return found;
  const followed = queries
    .selectFrom('follows')
    .select('follows.userId')
    .where('follows.followerId', '=', mark('followedBy'));
  return found.where('shares.userId', 'in', followed);
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
  'shares.commentCount',
  'shares.source',
  'accounts.displayName',
  'accounts.isDemo',
  'likes.userId as likerId',
  'notes.value as epoch',
] as const;

/** Shares with who shared them and whether the reader likes them, in no order. */
export function views(queries: Queries, readerId: string | undefined) {
  return queries
    .selectFrom('shares')
    .innerJoin('accounts', 'accounts.id', 'shares.userId')
    .leftJoin('likes', (join) =>
      join.onRef('likes.shareId', '=', 'shares.id').on('likes.userId', '=', readerId ?? ''),
    )
    .leftJoin('notes', (join) => join.on('notes.name', '=', EPOCH_NOTE))
    .select(VIEW_COLUMNS);
}

export type ViewRow = Awaited<ReturnType<ReturnType<typeof views>['execute']>>[number];

/** Written out: spreading the rows of a page costs more than reading them. */
export function asView(row: ViewRow): ShareView {
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
    commentCount: row.commentCount ?? 0,
    source: row.source,
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
function isDirect(filter: ListFilter, { sort, skip }: PageOf): boolean {
  const { withPrivate, likedBy, isFew, sharedAfter, sharedBefore } = filter;
  if (skip > FEW_ROWS || withPrivate || likedBy !== undefined || isFew) return false;
  return sort === 'latest' || (sharedAfter === undefined && sharedBefore === undefined);
}

/** The query of one page. */
function pageQuery(
  queries: Queries,
  filter: ListFilter,
  page: PageOf,
  readerId: string | undefined,
  mark: Mark,
): Shares<ViewRow> {
  const reader = readerId === undefined ? undefined : mark('readerId');
  const shown = views(queries, reader) as unknown as Shares<ViewRow>;
  const cut = <R>(found: Shares<R>) =>
    inOrder(found, page).limit(mark('limit')).offset(mark('skip'));
  if (isDirect(filter, page)) return cut(matching(queries, shown, filter, readerId, mark));
  const from = filter.isFew
    ? followedShares(queries, mark('followedBy'))
    : filter.likedBy !== undefined
      ? likedShares(queries, mark('likedBy'))
      : queries.selectFrom('shares');
  const ids = cut(matching(queries, from, filter, readerId, mark).select('shares.id'));
  return inOrder(shown.innerJoin(ids.as('page'), 'page.id', 'shares.id') as never, page);
}

/** Public shares of people whom an account follows that are read rather than the feed in its order. */
const FEW_FOLLOWED = 2000;

/** True where those whom an account follows shared little; all of the feed may lie between two of their shares. */
async function isFewFollowed(queries: Queries, followedBy: string, few: number): Promise<boolean> {
  const [row] = await runPrepared<{ followedBy: string; most: number }, { total: number }>(
    queries,
    'followed',
    (mark) =>
      queries
        .selectFrom(
          followedShares(queries, mark('followedBy'))
            .select('shares.id')
            .where('shares.isRemoved', '=', false)
            .where('shares.isPrivate', '=', false)
            .limit(mark('most'))
            .as('some'),
        )
        .select((build) => build.fn.countAll<number>().as('total')),
    { followedBy, most: few },
  );
  return Number(row?.total) < few;
}

/**
 * One page of shares as `readerId` sees them: without what they hid, and without people whom they blocked.
 * @param fewFollowed see `FEW_FOLLOWED`
 */
export async function findShares(
  queries: Queries,
  filter: ShareFilter,
  page: PageOf,
  readerId: string | undefined,
  fewFollowed = FEW_FOLLOWED,
): Promise<ShareView[]> {
  const { followedBy, likedBy } = filter;
  const isFew =
    followedBy !== undefined &&
    likedBy === undefined &&
    (await isFewFollowed(queries, followedBy, fewFollowed));
  const list: ListFilter = { ...filter, isFew };
  const rows = await runPrepared<Values, ViewRow>(
    queries,
    `shares ${shapeOf(list, page, readerId)}`,
    (mark) => pageQuery(queries, list, page, readerId, mark),
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
