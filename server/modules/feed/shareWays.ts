/** How a page of shares is read: all ways give the same page, and which is short depends on how much there is. */
import type { SelectQueryBuilder } from 'kysely';
import type { ShareSource } from '../../../src/data/contract/sharing.ts';
import type { Queries } from '../../ports/database/database.ts';
import { type MarkOf, runPrepared } from '../../ports/database/prepared.ts';
import type { Schema } from '../../ports/database/schema.ts';

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

export type Shares<R> = SelectQueryBuilder<Schema, 'shares', R>;

/**
 * - `order`: the feed in the order of the page, until that is full
 * - `followed`: what the people shared whom an account follows, then sorted
 * - `liked`: what an account liked, then sorted
 * - `likedOfFirst`: those of the first of the feed that an account liked
 * - `between`: what was shared between two moments, then sorted
 */
export type Way = 'order' | 'followed' | 'liked' | 'likedOfFirst' | 'between';

/** Rows up to which a way counts as short, and how many are the first of the feed. */
export interface Few {
  readonly followed: number;
  readonly liked: number;
  readonly between: number;
  readonly first: number;
}
export const FEW: Few = { followed: 2000, liked: 3000, between: 10_000, first: 3000 };

/**
 * Shares that an account liked. The cross join makes SQLite read the few likes of the account first, and
 * not the whole feed in its order; to PostgreSQL it is a join as any other.
 */
export function likedShares(queries: Queries, userId: string): Shares<object> {
  const likes = queries.selectFrom('likes').where('likes.userId', '=', userId).crossJoin('shares');
  return likes.whereRef('shares.id', '=', 'likes.shareId') as unknown as Shares<object>;
}

/** The same of people whom an account follows: where they shared little, it is read instead of the feed. */
export function followedShares(queries: Queries, userId: string): Shares<object> {
  const followed = queries.selectFrom('follows').where('follows.followerId', '=', userId);
  const shares = followed.crossJoin('shares').whereRef('shares.userId', '=', 'follows.userId');
  return shares as unknown as Shares<object>;
}

type Counted = {
  userId: string;
  sharedAfter: number;
  sharedBefore: number;
  most: number;
};

/** Rows of an index that are gone through by a way. */
const COUNTED = {
  followed: (queries: Queries, mark: MarkOf<Counted>) =>
    followedShares(queries, mark('userId'))
      .select('shares.id')
      .where('shares.isRemoved', '=', false)
      .where('shares.isPrivate', '=', false),
  liked: (queries: Queries, mark: MarkOf<Counted>) =>
    queries.selectFrom('likes').select('userId').where('userId', '=', mark('userId')),
  between: (queries: Queries, mark: MarkOf<Counted>) =>
    queries
      .selectFrom('shares')
      .select('id')
      .where('isPrivate', '=', false)
      .where('isRemoved', '=', false)
      .where('created', '>', mark('sharedAfter'))
      .where('created', '<', mark('sharedBefore')),
} as const;

/** True where a way goes through fewer rows than `most`. */
async function isShort(
  queries: Queries,
  way: keyof typeof COUNTED,
  values: Counted,
): Promise<boolean> {
  const [row] = await runPrepared<Counted, { total: number }>(
    queries,
    `few ${way}`,
    (mark) =>
      queries
        .selectFrom((COUNTED[way](queries, mark) as Shares<object>).limit(mark('most')).as('some'))
        .select((build) => build.fn.countAll<number>().as('total')),
    values,
  );
  return Number(row?.total) < values.most;
}

/** The way to a page. */
export async function findWay(
  queries: Queries,
  filter: ShareFilter,
  { sort }: PageOf,
  few: Few,
): Promise<Way> {
  const { likedBy, followedBy, userId, source } = filter;
  const { sharedAfter, sharedBefore } = filter;
  const bounds = { sharedAfter: sharedAfter ?? 0, sharedBefore: sharedBefore ?? 9e15 };
  const isFew = (way: keyof typeof COUNTED, who = '') =>
    isShort(queries, way, { userId: who, ...bounds, most: few[way] });
  if (likedBy !== undefined) return (await isFew('liked', likedBy)) ? 'liked' : 'likedOfFirst';
  if (followedBy !== undefined) return (await isFew('followed', followedBy)) ? 'followed' : 'order';
  const isBetween = sharedAfter !== undefined || sharedBefore !== undefined;
  const isWhole = userId === undefined && source === undefined;
  if (sort !== 'likes' || !isBetween || !isWhole) return 'order';
  return (await isFew('between')) ? 'between' : 'order';
}
