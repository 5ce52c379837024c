import type { Queries } from '../../ports/database/database.ts';
import { forgetEmbeds, forUpdate } from './repo.ts';

/** Values in one statement: SQLite and PostgreSQL both take far more. */
const BATCH = 500;

/** What an account has in the feed, as its export lists it. Times in milliseconds since the epoch. */
export async function exportOwned(
  queries: Queries,
  userId: string,
): Promise<Record<string, unknown>> {
  const shares = await queries
    .selectFrom('shares')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('created')
    .orderBy('id')
    .execute();
  const likes = await queries
    .selectFrom('likes')
    .select(['shareId', 'created'])
    .where('userId', '=', userId)
    .orderBy('created')
    .orderBy('shareId')
    .execute();
  const hides = await queries
    .selectFrom('hides')
    .select(['shareId', 'created'])
    .where('userId', '=', userId)
    .orderBy('created')
    .orderBy('shareId')
    .execute();
  const reports = await queries
    .selectFrom('reports')
    .select(['id', 'shareId', 'reason', 'message', 'created', 'isOpen'])
    .where('userId', '=', userId)
    .orderBy('created')
    .orderBy('id')
    .execute();
  return { shares, likes, hides, reports };
}

/** Removes shares with everything that hangs on them; what moderators did stays on record. */
export async function removeShares(queries: Queries, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = ids.slice(from, from + BATCH);
    await queries.deleteFrom('shares').where('id', 'in', some).execute();
    for (const table of ['likes', 'hides', 'reports'] as const) {
      await queries.deleteFrom(table).where('shareId', 'in', some).execute();
    }
  }
}

/** Takes the likes of an account back and counts them off. */
async function removeLikes(queries: Queries, userId: string): Promise<void> {
  const liked = queries.selectFrom('likes').select('shareId').where('userId', '=', userId);
  await queries
    .selectFrom('shares')
    .select('id')
    .where('id', 'in', liked)
    .orderBy('id')
    .modifyEnd(forUpdate(queries))
    .execute();
  const gone = await queries
    .deleteFrom('likes')
    .where('userId', '=', userId)
    .returning('shareId')
    .execute();
  const ids = gone.map(({ shareId }) => shareId);
  for (let from = 0; from < ids.length; from += BATCH) {
    await queries
      .updateTable('shares')
      .set((build) => ({ likeCount: build('likeCount', '-', 1) }))
      .where('id', 'in', ids.slice(from, from + BATCH))
      .execute();
  }
}

/**
 * Removes an account from the feed: what it shared, what others shared of its rifffs, its likes, hides and
 * reports. Runs inside the caller's transaction and before the rifffs themselves are removed.
 */
export async function removeOwned(queries: Queries, userId: string, _nowMs: number): Promise<void> {
  const own = queries.selectFrom('shares').select('id').where('userId', '=', userId);
  const ofOwnRifffs = queries
    .selectFrom('rifffs')
    .innerJoin('shares', (join) =>
      join.onRef('shares.jamId', '=', 'rifffs.jamId').onRef('shares.rifffId', '=', 'rifffs.id'),
    )
    .select('shares.id')
    .where('rifffs.userId', '=', userId);
  const shares = await own.union(ofOwnRifffs).execute();
  await removeShares(queries, shares.map(({ id }) => id).sort());
  await removeLikes(queries, userId);
  await queries.deleteFrom('hides').where('userId', '=', userId).execute();
  await queries.deleteFrom('reports').where('userId', '=', userId).execute();
  await forgetEmbeds(queries);
}
