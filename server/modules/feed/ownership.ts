import { sql } from 'kysely';
import {
  endOf,
  inPages,
  type Pages,
  pageBehind,
  type RemovalStep,
  runSteps,
} from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { indexShares } from '../searchIndex/indexing.ts';
import { forgetEmbeds, forUpdate } from './repo.ts';

/** Rows of an export at a time: small ones. */
const PAGE = 200;
/** Shares that go in one transaction, with what hangs on them. */
const SHARES = 20;
/** Small rows that go in one transaction. */
const ROWS = 200;

/** What hangs on a share. */
const HANGING = ['likes', 'hides', 'reports'] as const;

/** What an account has in the feed, as its export lists it. Times in milliseconds since the epoch. */
export function exportOwned(queries: Queries, userId: string): Record<string, Pages> {
  const shares = queries.selectFrom('shares').selectAll().where('userId', '=', userId);
  const reports = queries
    .selectFrom('reports')
    .select(['id', 'shareId', 'reason', 'message', 'created', 'isOpen'])
    .where('userId', '=', userId);
  const [likes, hides] = (['likes', 'hides'] as const).map((table) =>
    queries.selectFrom(table).select(['shareId', 'created']).where('userId', '=', userId),
  );
  return {
    shares: inPages(shares, ['created', 'id'], PAGE),
    likes: inPages(likes!, ['created', 'shareId'], PAGE),
    hides: inPages(hides!, ['created', 'shareId'], PAGE),
    reports: inPages(reports, ['created', 'id'], PAGE),
  };
}

/** Locks shares until the transaction ends, always in the same order. */
async function lockShares(queries: Queries, ids: readonly string[]): Promise<void> {
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

/**
 * Removes shares once nothing hangs on them, else some of what does; what moderators did stays on record.
 * @returns true when they are gone
 */
async function removeSharesPartly(queries: Queries, ids: readonly string[]): Promise<boolean> {
  await lockShares(queries, ids);
  let removed = 0;
  for (const table of HANGING) removed += await removeHanging(queries, table, ids);
  if (removed >= ROWS) return false;
  await queries.deleteFrom('shares').where('id', 'in', ids).execute();
  await indexShares(queries, ids);
  return true;
}

/** Removes shares with everything that hangs on them; what moderators did stays on record. */
export async function removeShares(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  while (!(await removeSharesPartly(queries, ids)));
}

/** What the account shared, the newest first: a page of the feed passes over them until they are gone. */
const ownShares: RemovalStep = async (queries, userId) => {
  const rows = await queries
    .selectFrom('shares')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(SHARES)
    .execute();
  if (rows.length === 0) return null;
  await removeSharesPartly(
    queries,
    rows.map(({ id }) => id),
  );
  return [];
};

const RIFFF_ORDER = ['created', 'id', 'jamId'] as const;

/** What others shared of its rifffs. */
const sharesOfRifffs: RemovalStep = async (queries, userId, cursor) => {
  const rifffs = queries
    .selectFrom('rifffs')
    .select([...RIFFF_ORDER])
    .where('userId', '=', userId);
  const page = await pageBehind(rifffs, RIFFF_ORDER, { cursor, size: ROWS });
  if (page.length === 0) return null;
  const keys = sql.join(page.map(({ jamId, id }) => sql`(${jamId}, ${id})`));
  const rows = await queries
    .selectFrom('shares')
    .select('id')
    .where(sql<boolean>`(${sql.ref('jamId')}, ${sql.ref('rifffId')}) in (values ${keys})`)
    .execute();
  await removeShares(
    queries,
    rows.map(({ id }) => id),
  );
  return endOf(page, RIFFF_ORDER, ROWS);
};

/** Takes likes of the account back and counts them off. */
const ownLikes: RemovalStep = async (queries, userId) => {
  const liked = await queries
    .selectFrom('likes')
    .select('shareId')
    .where('userId', '=', userId)
    .limit(ROWS)
    .execute();
  if (liked.length === 0) return null;
  const ids = liked.map(({ shareId }) => shareId);
  await lockShares(queries, ids);
  const gone = await queries
    .deleteFrom('likes')
    .where('userId', '=', userId)
    .where('shareId', 'in', ids)
    .returning('shareId')
    .execute();
  if (gone.length === 0) return [];
  await queries
    .updateTable('shares')
    .set((build) => ({ likeCount: build('likeCount', '-', 1) }))
    .where(
      'id',
      'in',
      gone.map(({ shareId }) => shareId),
    )
    .execute();
  return [];
};

/** What the account hid, or reported. */
const rowsIn =
  (table: 'hides' | 'reports'): RemovalStep =>
  async (queries, userId) => {
    const some = queries
      .selectFrom(table)
      .select('shareId')
      .where('userId', '=', userId)
      .limit(ROWS);
    const gone = await queries
      .deleteFrom(table)
      .where('userId', '=', userId)
      .where('shareId', 'in', some)
      .returning('shareId')
      .execute();
    return gone.length < ROWS ? null : [];
  };

/** Removes an account from the feed. These come before the steps that remove the rifffs themselves. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [
  ownShares,
  sharesOfRifffs,
  ownLikes,
  rowsIn('hides'),
  rowsIn('reports'),
];

/** All of it at once, inside the caller's transaction; every node forgets the documents that it keeps. */
export async function removeOwned(queries: Queries, userId: string): Promise<void> {
  await runSteps(REMOVAL_STEPS, queries, userId);
  await forgetEmbeds(queries);
}
