import { type RawBuilder, sql } from 'kysely';
import {
  ANSWER_POINTS,
  COMMENT_POINTS,
  LIKE_POINTS,
} from '../../../src/data/rules/chart/points.ts';
import { LIFE_MS, WEEK_MS, weekOf } from '../../../src/data/rules/chart/weeks.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { readNote, writeNote } from '../../ports/database/notes.ts';
import { removeRows } from '../../ports/database/rows.ts';
import { lockShares } from './removeShares.ts';

/** Shares that are counted in one transaction: on SQLite everybody waits for it. */
const SHARES = 50;
/** The note of shares that are still to be counted: the id of the last one that was. */
const RECOUNT_NOTE = 'recount';
const name = sql.ref;

/** When the week began that a share was made in; see `weekOf`, which counts from a Monday as well. */
const sharedWeek = (): RawBuilder<number> =>
  sql<number>`(${name('shares.created')} - (${name('shares.created')} - ${sql.lit(weekOf(0) + WEEK_MS)}) % ${sql.lit(WEEK_MS)})`;

/** Everything that was done about the shares, a row for each deed. */
const deeds = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${name('shareId')}, ${name('userId')}, ${sql.lit(LIKE_POINTS)} as ${name('points')}, ${name('created')}
    from ${name('likes')} where ${name('shareId')} in (${ids})
  union all
  select ${name('shareId')}, ${name('userId')}, ${sql.lit(COMMENT_POINTS)}, ${name('created')}
    from ${name('comments')} where ${name('shareId')} in (${ids})
  union all
  select ${name('shares.id')}, ${name('rifffs.userId')}, ${sql.lit(ANSWER_POINTS)}, ${name('rifffs.created')}
    from ${name('shares')} join ${name('rifffs')} on ${name('rifffs.parentJamId')} = ${name('shares.jamId')}
      and ${name('rifffs.parentId')} = ${name('shares.rifffId')}
    where ${name('shares.id')} in (${ids}) and ${name('rifffs.digest')} <> ''
      and ${name('rifffs.created')} >= ${name('shares.created')}`;

/** What each account gives each of the shares, of what was done before a moment. @param untilMs of each share, as SQL */
const voices = (ids: RawBuilder<unknown>, untilMs: RawBuilder<number>): RawBuilder<unknown> => sql`
  select ${name('shares.id')} as ${name('shareId')}, ${name('deeds.userId')} as ${name('userId')},
    ${name('shares.userId')} as ${name('ownerId')}, ${name('shares.created')} as ${name('created')},
    max(${name('deeds.points')}) as ${name('points')}, min(${name('deeds.created')}) as ${name('first')}
  from (${deeds(ids)}) as ${name('deeds')}
  join ${name('shares')} on ${name('shares.id')} = ${name('deeds.shareId')} and not ${name('shares.isPrivate')}
  join ${name('rifffs')} on ${name('rifffs.jamId')} = ${name('shares.jamId')}
    and ${name('rifffs.id')} = ${name('shares.rifffId')}
  join ${name('accounts')} on ${name('accounts.id')} = ${name('deeds.userId')}
  where ${name('deeds.userId')} <> ${name('shares.userId')} and ${name('deeds.userId')} <> ${name('rifffs.userId')}
    and not ${name('accounts.isDeleted')} and ${name('accounts.guestOf')} is null
    and ${name('accounts.classId')} is null
    and not ${name('accounts.awaitsConfirmation')}
    and ${name('deeds.created')} < ${name('shares.created')} + ${sql.lit(LIFE_MS)}
    and ${name('deeds.created')} < ${untilMs}
  group by ${name('shares.id')}, ${name('deeds.userId')}, ${name('shares.userId')}, ${name('shares.created')}`;

const isFollower = (given: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from ${name('follows')} where ${name('follows.followerId')} = ${name(`${given}.userId`)}
    and ${name('follows.userId')} = ${name(`${given}.ownerId`)}
    and ${name('follows.created')} <= ${name(`${given}.first`)})`;

/** Rows of the chart of one of the two weeks of each share. */
async function fillChart(
  queries: Queries,
  ids: RawBuilder<unknown>,
  week: RawBuilder<number>,
): Promise<void> {
  const untilMs = sql<number>`${week} + ${sql.lit(WEEK_MS)}`;
  const given = sql`select ${name('all.shareId')}, ${name('all.created')}, ${name('all.points')},
    case when ${isFollower('all')} then 0 else 1 end as ${name('stranger')}
    from (${voices(ids, untilMs)}) as ${name('all')}`;
  await sql`
    insert into ${name('chart')} (${name('shareId')}, ${name('week')}, ${name('created')}, ${name('points')},
      ${name('people')}, ${name('strangerPoints')}, ${name('strangers')})
    select ${name('given.shareId')}, ${week}, ${name('shares.created')}, sum(${name('given.points')}), count(*),
      sum(${name('given.points')} * ${name('given.stranger')}), sum(${name('given.stranger')})
    from (${given}) as ${name('given')} join ${name('shares')} on ${name('shares.id')} = ${name('given.shareId')}
    group by ${name('given.shareId')}, ${name('shares.created')}`.execute(queries);
}

/**
 * Counts shares anew from likes, comments and answers, as they stand now, inside the caller's transaction. For what came
 * without being counted; weeks that are over get what they would have had.
 * @param shareIds some hundreds at most
 */
export async function recountShares(queries: Queries, shareIds: readonly string[]): Promise<void> {
  if (shareIds.length === 0) return;
  await lockShares(queries, shareIds);
  await removeRows(queries, 'chart', { shareId: shareIds });
  await removeRows(queries, 'chartVoices', { shareId: shareIds });
  const ids = sql.join([...shareIds]);
  const complete = sql<number>`${sharedWeek()} + ${sql.lit(WEEK_MS)}`;
  const untilMs = sql<number>`${complete} + ${sql.lit(WEEK_MS)}`;
  await sql`
    insert into ${name('chartVoices')} (${name('shareId')}, ${name('userId')}, ${name('points')}, ${name('isFollower')})
    select ${name('all.shareId')}, ${name('all.userId')}, ${name('all.points')}, ${isFollower('all')}
    from (${voices(ids, untilMs)}) as ${name('all')}`.execute(queries);
  await fillChart(queries, ids, sharedWeek());
  await fillChart(queries, ids, complete);
}

/**
 * Counts some of the shares that the note says are still to be counted, in a transaction of its own.
 * @returns true when there are more
 */
export function recountSome(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await database.lock(transaction, RECOUNT_NOTE);
    const note = await readNote(transaction, RECOUNT_NOTE);
    if (note === undefined) return false;
    const rows = await transaction
      .selectFrom('shares')
      .select('id')
      .where('id', '>', note)
      .orderBy('id')
      .limit(SHARES)
      .execute();
    const ids = rows.map(({ id }) => id);
    await recountShares(transaction, ids);
    const last = ids.at(-1);
    if (last !== undefined && ids.length === SHARES) {
      await writeNote(transaction, RECOUNT_NOTE, last);
      return true;
    }
    await removeRows(transaction, 'notes', { name: RECOUNT_NOTE });
    return false;
  });
}
