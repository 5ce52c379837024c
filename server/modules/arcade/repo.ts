import type { Insertable, Selectable } from 'kysely';
import type { ArcadeField } from '../../../src/data/contract/arcade.ts';
import { isOfStayingAccount } from '../../plugins/accountLock.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, hasRow, insertOnce, updateRows } from '../../ports/database/rows.ts';
import type { ArcadeRunRow } from '../../ports/database/schemaArcade.ts';
import { unindexedFlag } from '../../ports/database/unindexed.ts';
import { asView, type ShareView, views } from '../feed/shareLists.ts';

/** A run as it was read. */
export type StoredRun = Selectable<ArcadeRunRow>;

/** Public shares since a time, the best liked or the latest first. */
function publicShares(queries: Queries, sinceMs: number) {
  return queries
    .selectFrom('shares')
    .select(['id', 'jamId', 'rifffId', 'userId'])
    .where('isPrivate', '=', false)
    .where('isRemoved', '=', false)
    .where('created', '>', sinceMs)
    .where(isOfStayingAccount());
}

/** What may stand in the field: so many of the best liked shares since a time, then so many of the latest. */
export async function findCandidates(
  queries: Queries,
  sinceMs: number,
  { best, latest }: { best: number; latest: number },
) {
  const liked = await publicShares(queries, sinceMs)
    .orderBy('likeCount', 'desc')
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(best)
    .execute();
  const recent = await publicShares(queries, sinceMs)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(latest)
    .execute();
  return [...new Map([...liked, ...recent].map((row) => [row.id, row])).values()];
}

/** Those of the shares that a reader may see, with whether they like them; in no order. */
export async function findShown(
  queries: Queries,
  ids: readonly string[],
  readerId: string | undefined,
): Promise<ShareView[]> {
  if (ids.length === 0) return [];
  let found = views(queries, readerId)
    .where('shares.id', 'in', ids)
    .where(unindexedFlag('shares.isRemoved'), '=', false)
    .where(unindexedFlag('shares.isPrivate'), '=', false)
    .where(isOfStayingAccount());
  if (readerId !== undefined) {
    const hidden = queries.selectFrom('hides').select('shareId').where('userId', '=', readerId);
    const blocked = queries.selectFrom('blocks').select('blockedId').where('userId', '=', readerId);
    found = found.where('shares.id', 'not in', hidden).where('shares.userId', 'not in', blocked);
  }
  return (await found.execute()).map(asView);
}

/** What missions of a day are made of. */
export interface KeptField {
  readonly field: ArcadeField;
  /** Chance that stays here. */
  readonly salt: string;
}

/** The field of a day, if it was kept. */
export async function findField(queries: Queries, day: string): Promise<KeptField | undefined> {
  const row = await findRow(queries, 'arcadeFields', { day }, ['field', 'salt']);
  return row && { field: row.field as ArcadeField, salt: row.salt };
}

/** Keeps the field of a day, unless another call kept one first: then nothing changes. */
export async function insertField(queries: Queries, { field, salt }: KeptField): Promise<void> {
  await insertOnce(queries, 'arcadeFields', {
    day: field.day,
    field: JSON.stringify(field),
    salt,
    created: Date.now(),
  });
}

/** One run. */
export const findRun = (queries: Queries, id: string): Promise<StoredRun | undefined> =>
  findRow(queries, 'arcadeRuns', { id });

/** Runs of a seed in which the same was done, whatever the time, but for those of one account. */
export function findAlike(
  queries: Queries,
  { seed, shape, userId }: Pick<StoredRun, 'seed' | 'shape' | 'userId'>,
): Promise<Pick<StoredRun, 'id' | 'mode' | 'moves'>[]> {
  return queries
    .selectFrom('arcadeRuns')
    .select(['id', 'mode', 'moves'])
    .where('shape', '=', shape)
    .where('seed', '=', seed)
    .where((where) =>
      userId === null
        ? where.val(true)
        : where.or([where('userId', 'is', null), where('userId', '!=', userId)]),
    )
    .execute();
}

/** Stores a run; false when its id is taken. */
export async function insertRun(queries: Queries, row: Insertable<ArcadeRunRow>): Promise<boolean> {
  return (await insertOnce(queries, 'arcadeRuns', row)) > 0;
}

/** Puts a run on the board of its day, unless the person has a better one there. */
export async function raiseBest(
  queries: Queries,
  run: { day: string; userId: string; runId: string; score: number; created: number },
): Promise<void> {
  await queries
    .insertInto('arcadeBest')
    .values(run)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'userId'])
        .doUpdateSet({ runId: run.runId, score: run.score, created: run.created })
        .where('arcadeBest.score', '<', run.score),
    )
    .execute();
}

/** Gives a run that has no account to this one; false when it has an account. */
export async function takeRun(queries: Queries, id: string, userId: string): Promise<boolean> {
  return (await updateRows(queries, 'arcadeRuns', { id, userId: null }, { userId })) > 0;
}

/** Notes where the rifff of a run is. */
export async function setKept(
  queries: Queries,
  id: string,
  kept: Pick<StoredRun, 'jamId' | 'rifffId' | 'shareId'>,
): Promise<void> {
  await updateRows(queries, 'arcadeRuns', { id }, kept);
}

/** The name of an account that is there, and that the reader does not block. */
export async function findPlayer(
  queries: Queries,
  userId: string,
  readerId: string | undefined,
): Promise<{ user: string; displayName: string } | undefined> {
  const blocked = queries
    .selectFrom('blocks')
    .select('blockedId')
    .where('userId', '=', readerId ?? '');
  return queries
    .selectFrom('accounts')
    .select(['id as user', 'displayName'])
    .where('id', '=', userId)
    .where('isDeleted', '=', false)
    .where('id', 'not in', blocked)
    .executeTakeFirst();
}

/** True while a share is in the feed, or behind its link. */
export async function isShared(queries: Queries, shareId: string): Promise<boolean> {
  return hasRow(queries, 'shares', { id: shareId, isRemoved: false });
}

/** Removes codes whose time is over, and runs that were not claimed since a time. */
export async function removeUnclaimed(
  queries: Queries,
  { nowMs, sinceMs }: { nowMs: number; sinceMs: number },
): Promise<void> {
  await queries
    .deleteFrom('codes')
    .where('kind', '=', 'run')
    .where('expires', '<=', nowMs)
    .execute();
  await queries
    .deleteFrom('arcadeRuns')
    .where('userId', 'is', null)
    .where('created', '<=', sinceMs)
    .execute();
}
