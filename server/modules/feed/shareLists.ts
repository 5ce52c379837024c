import { sql } from 'kysely';
import type { ShareSource } from '../../../src/data/contract/sharing.ts';
import { isOfStayingAccount } from '../../plugins/accountLock.ts';
import type { Queries } from '../../ports/database/database.ts';
import { type MarkOf, runPrepared, shapeOfSlice, sliceOf } from '../../ports/database/prepared.ts';
import type { ShareRow } from '../../ports/database/schema.ts';
import { unindexedFlag, unindexedNumber, unindexedText } from '../../ports/database/unindexed.ts';
import { EPOCH_NOTE } from './repo.ts';
import {
  FEW,
  type Few,
  findWay,
  followedShares,
  likedShares,
  type PageOf,
  type ShareFilter,
  type Shares,
  type Way,
} from './shareWays.ts';

/** A share as one reader sees it. */
export interface ShareView extends Required<ShareRow> {
  readonly displayName: string;
  readonly isDemo: boolean;
  readonly isLiked: boolean;
  /** Key of the look that it was shared with. */
  readonly lookKey: string | null;
  /** Names the state of embedded documents; null before anything changed it. */
  readonly epoch: string | null;
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
  first: number;
};

/** A filter, and how it is read. */
interface ListFilter extends ShareFilter {
  readonly way: Way;
}

/** Names everything that decides which query a page takes, apart from its values. */
function shapeOf(list: ListFilter, page: PageOf, readerId: string | undefined) {
  const { way, ...filter } = list;
  const given = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  const names = given.map(([name]) => name).sort();
  const slice = isDirect(list, page) ? shapeOfSlice(page) : '';
  return [way, page.sort, page.skip <= FEW_ROWS, readerId !== undefined, slice, ...names].join(' ');
}

type Mark = MarkOf<Values>;

/** Leaves out what a reader hid or is of people whom they blocked, and of accounts that left: read once, not for each share. */
function notHidden<R>(queries: Queries, from: Shares<R>, readerId: string | undefined): Shares<R> {
  const found = from.where(isOfStayingAccount() as never);
  if (readerId === undefined) return found;
  const hidden = queries.selectFrom('hides').select('shareId').where('userId', '=', readerId);
  const blocked = queries.selectFrom('blocks').select('blockedId').where('userId', '=', readerId);
  return found.where('shares.id', 'not in', hidden).where('shares.userId', 'not in', blocked);
}

/** Of shares that were looked up those that anybody sees, and that are not hidden from this reader. */
export function shownTo<R>(
  queries: Queries,
  from: Shares<R>,
  readerId: string | undefined,
): Shares<R> {
  const found = from
    .where(unindexedFlag('shares.isRemoved'), '=', false)
    .where(unindexedFlag('shares.isPrivate'), '=', false);
  return notHidden(queries, found, readerId);
}

/** Those of the shares that a filter lets through, but for what decides where they are read. */
function matching<R>(
  queries: Queries,
  from: Shares<R>,
  filter: ListFilter,
  isByLikes: boolean,
  readerId: string | undefined,
  mark: Mark,
): Shares<R> {
  const { userId, withPrivate, source, sharedAfter, sharedBefore, followedBy, way } = filter;
  const isLookedUp = way === 'followed' || way === 'liked';
  const flag = (name: 'isRemoved' | 'isPrivate') =>
    isLookedUp ? unindexedFlag(`shares.${name}`) : sql.ref<boolean>(`shares.${name}`);
  const created =
    isByLikes && way === 'order'
      ? unindexedNumber('shares.created')
      : sql.ref<number>('shares.created');
  const madeWith = isLookedUp
    ? unindexedText<ShareSource>('shares.source')
    : sql.ref<ShareSource>('shares.source');
  const reader = readerId === undefined ? undefined : mark('readerId');
  let found = notHidden(queries, from.where(flag('isRemoved'), '=', false), reader);
  if (!withPrivate) found = found.where(flag('isPrivate'), '=', false);
  if (userId !== undefined) found = found.where('shares.userId', '=', mark('userId'));
  if (source !== undefined) found = found.where(madeWith, '=', mark('source'));
  if (sharedAfter !== undefined) found = found.where(created, '>', mark('sharedAfter'));
  if (sharedBefore !== undefined) found = found.where(created, '<', mark('sharedBefore'));
  if (followedBy === undefined || way === 'followed') return found;
  const followed = queries
    .selectFrom('follows')
    .select('follows.userId')
    .where('follows.followerId', '=', mark('followedBy'));
  return found.where(unindexedText('shares.userId'), 'in', followed);
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
] as const;

/**
 * Shares with who shared them and whether the reader likes them, in no order. A like and a look are looked up by their keys
 * for each share that is shown; as a join PostgreSQL may read all that the reader ever liked for it.
 */
export function views(queries: Queries, readerId: string | undefined) {
  return queries
    .selectFrom('shares')
    .innerJoin('accounts', 'accounts.id', 'shares.userId')
    .select(VIEW_COLUMNS)
    .select(({ selectFrom }) => [
      selectFrom('likes')
        .select('likes.userId')
        .whereRef('likes.shareId', '=', 'shares.id')
        .where('likes.userId', '=', readerId ?? '')
        .as('likerId'),
      selectFrom('shareLooks')
        .select('shareLooks.lookKey')
        .whereRef('shareLooks.shareId', '=', 'shares.id')
        .as('lookKey'),
      selectFrom('notes').select('notes.value').where('notes.name', '=', EPOCH_NOTE).as('epoch'),
    ]);
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
    lookKey: row.lookKey,
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
function isDirect({ way, withPrivate }: ListFilter, { skip }: PageOf): boolean {
  return way === 'order' && skip <= FEW_ROWS && !withPrivate;
}

/** Where ids are found that are then put in order. */
function placeOf(queries: Queries, { way }: ListFilter, mark: Mark): Shares<object> {
  if (way === 'followed') return followedShares(queries, mark('followedBy'));
  if (way === 'liked') return likedShares(queries, mark('likedBy'));
  return queries.selectFrom('shares');
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
  const match = <R>(from: Shares<R>) =>
    matching(queries, from, filter, page.sort === 'likes', readerId, mark);
  const cut = <R>(found: Shares<R>) =>
    inOrder(found, page).limit(mark('limit')).offset(mark('skip'));
  if (isDirect(filter, page)) {
    const { limit, skip } = sliceOf(page, mark);
    return inOrder(match(shown), page).limit(limit).offset(skip);
  }
  const found = match(placeOf(queries, filter, mark));
  let ids = found.select('shares.id');
  if (filter.way === 'likedOfFirst') {
    const first = inOrder(found, page).limit(mark('first'));
    const some = first.select(['shares.id', 'shares.created', 'shares.likeCount']).as('shares');
    ids = (queries.selectFrom(some) as unknown as Shares<object>)
      .select('shares.id')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('likes')
            .select('likes.userId')
            .whereRef('likes.shareId', '=', 'shares.id')
            .where('likes.userId', '=', mark('likedBy')),
        ),
      );
  }
  return inOrder(shown.innerJoin(cut(ids).as('page'), 'page.id', 'shares.id') as never, page);
}

/**
 * One page of shares as `readerId` sees them: without what they hid, and without people whom they blocked.
 * @param few see `Few`
 */
export async function findShares(
  queries: Queries,
  filter: ShareFilter,
  page: PageOf,
  readerId: string | undefined,
  few: Few = FEW,
): Promise<ShareView[]> {
  const read = async (way: Way) => {
    const list: ListFilter = { ...filter, way };
    return runPrepared<Values, ViewRow>(
      queries,
      `shares ${shapeOf(list, page, readerId)}`,
      (mark) => pageQuery(queries, list, page, readerId, mark),
      { ...filter, ...page, readerId, first: few.first } as Values,
    );
  };
  const way = await findWay(queries, filter, page, few);
  const rows = await read(way);
  // The first of the feed may hold too few of them: then all that they like is gone through.
  const isWhole = way !== 'likedOfFirst' || rows.length === page.limit;
  return (isWhole ? rows : await read('liked')).map(asView);
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
