import { type ExpressionBuilder, sql } from 'kysely';
import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import type { NotificationKind } from '../../../src/data/contract/noticeOptions.ts';
import { isOfStayingAccount } from '../../plugins/accountLock.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countOf } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { NoticeRow } from '../../ports/database/schemaJams.ts';
import { unindexedFlag } from '../../ports/database/unindexed.ts';

/** What was shared longer ago than this is no news. */
export const SHARES_NEWS_MS = 7 * 86_400_000;
/** Shares of the people whom an account follows that one notification tells of. */
const SHARES_TOLD = 50;
/** People that a notification names. */
const NAMED = 3;

type Build<T extends keyof Schema> = ExpressionBuilder<Schema, T>;

/** Those whom the account of a notice does not hear. */
const blockedBy = (build: Build<'notices'>) =>
  build
    .selectFrom('blocks')
    .select('blocks.blockedId')
    .whereRef('blocks.userId', '=', 'notices.userId');

/** Likes of the share of a notice that it is told of. */
const likesTold = (build: Build<'notices'>) =>
  build
    .selectFrom('likes')
    .select('likes.userId')
    .whereRef('likes.shareId', '=', 'notices.shareId')
    .whereRef('likes.userId', '!=', 'notices.userId')
    .where('likes.userId', 'not in', blockedBy(build));

/**
 * Notices of an account that are still true: without those of people whom it does not hear by now, of shares, likes and
 * follows that are gone, and of weeks that were given to another.
 * @param kinds at least one
 */
function truthful(queries: Queries, userId: string, kinds: readonly NotificationKind[]) {
  return queries
    .selectFrom('notices')
    .where('notices.userId', '=', userId)
    .where('notices.kind', 'in', kinds as NoticeRow['kind'][])
    .where((where) =>
      where.or([
        where('notices.kind', '=', 'like'),
        where('notices.fromId', 'not in', blockedBy(where)),
      ]),
    )
    .where((where) =>
      where.or([
        where('notices.shareId', 'is', null),
        where.exists(
          where
            .selectFrom('shares')
            .select('shares.id')
            .whereRef('shares.id', '=', 'notices.shareId')
            .where('shares.isRemoved', '=', false),
        ),
      ]),
    )
    .where((where) =>
      where.or([where('notices.kind', '!=', 'like'), where.exists(likesTold(where))]),
    )
    .where((where) =>
      where.or([
        where('notices.kind', '!=', 'follow'),
        where.exists(
          where
            .selectFrom('follows')
            .select('follows.userId')
            .whereRef('follows.followerId', '=', 'notices.fromId')
            .whereRef('follows.userId', '=', 'notices.userId'),
        ),
      ]),
    )
    .where((where) =>
      where.or([
        where('notices.kind', '!=', 'winner'),
        where.exists(
          where
            .selectFrom('weekWinners')
            .select('weekWinners.week')
            .whereRef('weekWinners.shareId', '=', 'notices.shareId'),
        ),
      ]),
    );
}

export type FoundNotice = Awaited<ReturnType<typeof findNotices>>[number];

/** Notices of these kinds, the newest first, between moments where they are given. */
export function findNotices(
  queries: Queries,
  userId: string,
  { kinds, before, after, size, isUnread, isOfPeople }: NoticePage,
) {
  let query = truthful(queries, userId, kinds)
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'notices.fromId').on('accounts.isDeleted', '=', false),
    )
    .leftJoin('shares', 'shares.id', 'notices.shareId')
    .selectAll('notices')
    .select(['accounts.id as from', 'accounts.displayName', 'shares.title as shareTitle']);
  if (before !== undefined) query = query.where('notices.created', '<', before);
  if (after !== undefined) query = query.where('notices.created', '>', after);
  if (isUnread) query = query.where('notices.isRead', '=', false);
  if (isOfPeople) query = query.where('notices.fromId', '!=', HOUSE_BAND_ID);
  return query
    .orderBy('notices.created', 'desc')
    .orderBy('notices.id', 'desc')
    .limit(size)
    .execute();
}

export interface NoticePage {
  /** At least one. */
  readonly kinds: readonly NotificationKind[];
  /** Older than this, ms. */
  readonly before?: number | undefined;
  /** Newer than this, ms. */
  readonly after?: number | undefined;
  readonly size: number;
  /** Only what was not read. */
  readonly isUnread?: boolean | undefined;
  /** Only what people did: nothing that the house band played. */
  readonly isOfPeople?: boolean | undefined;
}

/** How many notices of these kinds (at least one) are not read. */
export async function countUnread(
  queries: Queries,
  userId: string,
  kinds: readonly NotificationKind[],
): Promise<number> {
  return countOf(truthful(queries, userId, kinds).where('notices.isRead', '=', false));
}

/** Everything of these kinds (at least one) up to and with a moment (ms) counts as read. */
export async function markRead(
  queries: Queries,
  userId: string,
  kinds: readonly NotificationKind[],
  until: number,
): Promise<void> {
  await queries
    .updateTable('notices')
    .set({ isRead: true })
    .where('userId', '=', userId)
    .where('kind', 'in', kinds as NoticeRow['kind'][])
    .where('created', '<=', until)
    .where('isRead', '=', false)
    .execute();
}

export interface Liker {
  readonly user: string;
  readonly displayName: string;
}

/** Who likes a share, the latest first and three by name, and how many, as its maker is told. */
export async function findLikers(
  queries: Queries,
  { userId, shareId }: { userId: string; shareId: string },
): Promise<{ people: Liker[]; count: number }> {
  const told = queries
    .selectFrom('likes')
    .innerJoin('accounts', 'accounts.id', 'likes.userId')
    .where('likes.shareId', '=', shareId)
    .where('likes.userId', '!=', userId)
    .where('accounts.isDeleted', '=', false)
    .where('likes.userId', 'not in', (build) =>
      build.selectFrom('blocks').select('blocks.blockedId').where('blocks.userId', '=', userId),
    );
  const [people, count] = await Promise.all([
    told
      .select(['accounts.id as user', 'accounts.displayName'])
      .orderBy('likes.created', 'desc')
      .orderBy('likes.userId')
      .limit(NAMED)
      .execute(),
    countOf(told),
  ]);
  return { people, count };
}

export interface FollowedShares {
  /** When the newest came, ms. */
  readonly created: number;
  readonly shareId: string;
  readonly title: string;
  readonly jamId: string;
  readonly rifffId: string;
  readonly people: Liker[];
  readonly count: number;
}

/**
 * What those whom an account follows shared since it follows them, together; null for nothing. Made by reading: writing a
 * line for each follower of each share would cost a thousand times as much as it is read.
 * @param sinceMs outside
 */
export async function findFollowedShares(
  queries: Queries,
  userId: string,
  sinceMs: number,
): Promise<FollowedShares | null> {
  const rows = await queries
    .selectFrom('follows')
    .innerJoin('shares', 'shares.userId', 'follows.userId')
    .innerJoin('accounts', 'accounts.id', 'shares.userId')
    .select(['shares.id', 'shares.title', 'shares.jamId', 'shares.rifffId', 'shares.created'])
    .select(['accounts.id as user', 'accounts.displayName'])
    .where('follows.followerId', '=', userId)
    .where(unindexedFlag('shares.isRemoved'), '=', false)
    .where(unindexedFlag('shares.isPrivate'), '=', false)
    .where('shares.created', '>', sinceMs)
    .where(sql<boolean>`${sql.ref('shares.created')} > ${sql.ref('follows.created')}`)
    .where(isOfStayingAccount() as never)
    .where('shares.id', 'not in', (build) =>
      build.selectFrom('hides').select('hides.shareId').where('hides.userId', '=', userId),
    )
    .orderBy('shares.created', 'desc')
    .orderBy('shares.id', 'desc')
    .limit(SHARES_TOLD)
    .execute();
  const [newest] = rows;
  if (!newest) return null;
  const people = [...new Map(rows.map((row) => [row.user, row])).values()];
  const named = people.slice(0, NAMED).map(({ user, displayName }) => ({ user, displayName }));
  const { id: shareId, title, jamId, rifffId, created } = newest;
  return { created, shareId, title, jamId, rifffId, people: named, count: people.length };
}
