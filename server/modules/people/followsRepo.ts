import { sql, type Transaction } from 'kysely';
import type { Database, Queries } from '../../ports/database/database.ts';
import { countRows, findRows, findsRow } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';

export interface FollowCounts {
  readonly followers: number;
  readonly following: number;
}

/** How many follow each of these accounts, and whom they follow, in number. */
export async function countFollows(
  queries: Queries,
  userIds: readonly string[],
): Promise<Map<string, FollowCounts>> {
  if (userIds.length === 0) return new Map();
  const count = (column: 'userId' | 'followerId') =>
    queries
      .selectFrom('follows')
      .select((build) => [`${column} as id` as const, build.fn.countAll<number>().as('total')])
      .where(column, 'in', userIds)
      .groupBy(column)
      .execute();
  const [followers, following] = await Promise.all([count('userId'), count('followerId')]);
  const of = (rows: readonly { id: string; total: number }[], id: string) =>
    Number(rows.find((row) => row.id === id)?.total ?? 0);
  return new Map(
    userIds.map((id) => [id, { followers: of(followers, id), following: of(following, id) }]),
  );
}

/** How many people an account follows. */
export async function countFollowed(queries: Queries, followerId: string): Promise<number> {
  return countRows(queries, 'follows', { followerId });
}

/** Those of the accounts whom a reader follows; none without a reader. */
export async function findFollowed(
  queries: Queries,
  readerId: string | undefined,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (readerId === undefined) return new Set();
  const rows = await findRows(queries, 'follows', { followerId: readerId, userId: userIds }, [
    'userId',
  ]);
  return new Set(rows.map(({ userId }) => userId));
}

/** Inside a transaction, behind the lock of an account: who blocks these people or follows them takes turns. */
export async function lockHearing(
  database: Database,
  transaction: Transaction<Schema>,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of [...userIds].sort()) await database.lock(transaction, `hearing:${userId}`);
}

/** Has one of the two blocked the other? */
export async function isBlockedEitherWay(queries: Queries, a: string, b: string): Promise<boolean> {
  return findsRow(
    queries
      .selectFrom('blocks')
      .where((where) =>
        where.or([where.and({ userId: a, blockedId: b }), where.and({ userId: b, blockedId: a })]),
      ),
  );
}

/** Neither of the two follows the other any more. */
export async function endFollows(queries: Queries, a: string, b: string): Promise<void> {
  await queries
    .deleteFrom('follows')
    .where((where) =>
      where.or([where.and({ followerId: a, userId: b }), where.and({ followerId: b, userId: a })]),
    )
    .execute();
}

interface FollowPage {
  readonly side: 'following' | 'followers';
  readonly userId: string;
  /** People whom the reader has blocked are left out. */
  readonly readerId: string | undefined;
  readonly size: number;
  /** `created.id` of the last row of the page before. */
  readonly after: string | undefined;
}

/** A page of the people on one side of an account, the latest first. */
export function findFollowPage(
  queries: Queries,
  { side, userId, readerId, size, after }: FollowPage,
) {
  const [own, other] =
    side === 'following'
      ? (['follows.followerId', 'follows.userId'] as const)
      : (['follows.userId', 'follows.followerId'] as const);
  let query = queries
    .selectFrom('follows')
    .innerJoin('accounts', 'accounts.id', other)
    .select(['accounts.id', 'accounts.displayName', 'accounts.avatarKey', 'accounts.isDemo'])
    .select('follows.created')
    .where(own, '=', userId)
    .where('accounts.isDeleted', '=', false);
  if (readerId !== undefined) {
    const blocked = queries
      .selectFrom('blocks')
      .select('blocks.blockedId')
      .where('blocks.userId', '=', readerId);
    query = query.where(other, 'not in', blocked);
  }
  if (after !== undefined) {
    const at = after.indexOf('.');
    const [created, id] = [Number(after.slice(0, at)), after.slice(at + 1)];
    query = query.where(
      sql<boolean>`(${sql.ref('follows.created')}, ${sql.ref(other)}) < (${created}, ${id})`,
    );
  }
  return query.orderBy('follows.created', 'desc').orderBy(other, 'desc').limit(size).execute();
}
