import { sql } from 'kysely';
import {
  pointsOf,
  type Tally,
  tallyChange,
  type Voice,
} from '../../../src/data/rules/chart/points.ts';
import { LIFE_MS, openWeeks } from '../../../src/data/rules/chart/weeks.ts';
import type { Queries } from '../../ports/database/database.ts';
import { putRow, removeRows } from '../../ports/database/rows.ts';
import type { ShareRow } from '../../ports/database/schema.ts';
import type { RifffRow } from '../../ports/database/schemaJams.ts';
import { forUpdate } from './repo.ts';

type Counted = Pick<ShareRow, 'id' | 'userId' | 'isPrivate' | 'created'>;

/** What an account did about a share so far, and what it was counted with; undefined where the rifff is gone. */
async function findReactions(queries: Queries, share: Counted, userId: string) {
  const row = await queries
    .selectFrom('shares')
    .innerJoin('rifffs', (join) =>
      join.onRef('rifffs.jamId', '=', 'shares.jamId').onRef('rifffs.id', '=', 'shares.rifffId'),
    )
    .leftJoin('chartVoices as voice', (join) =>
      join.onRef('voice.shareId', '=', 'shares.id').on('voice.userId', '=', userId),
    )
    .select(['rifffs.userId as maker', 'voice.points', 'voice.isFollower'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('likes')
          .select('likes.userId')
          .whereRef('likes.shareId', '=', 'shares.id')
          .where('likes.userId', '=', userId),
      ).as('isLiked'),
      exists(
        selectFrom('comments')
          .select('comments.id')
          .whereRef('comments.shareId', '=', 'shares.id')
          .where('comments.userId', '=', userId),
      ).as('isCommented'),
      exists(
        selectFrom('rifffs as answers')
          .select('answers.id')
          .whereRef('answers.parentJamId', '=', 'shares.jamId')
          .whereRef('answers.parentId', '=', 'shares.rifffId')
          .whereRef('answers.created', '>=', 'shares.created')
          .where('answers.userId', '=', userId)
          .where('answers.digest', '!=', ''),
      ).as('isAnswered'),
    ])
    .where('shares.id', '=', share.id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { maker, points, isFollower } = row;
  return {
    maker,
    before: points === null || isFollower === null ? undefined : { points, isFollower },
    points: pointsOf({
      isLiked: Boolean(row.isLiked),
      isCommented: Boolean(row.isCommented),
      isAnswered: Boolean(row.isAnswered),
    }),
  };
}

/**
 * Whether an account counts, and as what: guests and pupils do not, nor does who has yet to confirm an address.
 * @returns undefined for one that does not count
 */
async function findStanding(queries: Queries, userId: string, ownerId: string) {
  const row = await queries
    .selectFrom('accounts')
    .leftJoin('follows', (join) =>
      join.onRef('follows.followerId', '=', 'accounts.id').on('follows.userId', '=', ownerId),
    )
    .select('follows.followerId')
    .where('accounts.id', '=', userId)
    .where('accounts.isDeleted', '=', false)
    .where('accounts.guestOf', 'is', null)
    .where('accounts.classId', 'is', null)
    .where('accounts.awaitsConfirmation', '=', false)
    .executeTakeFirst();
  return row && { isFollower: row.followerId !== null };
}

/** Adds to the rows that a share has in the charts of these weeks. */
async function addToChart(
  queries: Queries,
  share: Pick<Counted, 'id' | 'created'>,
  weeks: readonly number[],
  change: Tally,
): Promise<void> {
  const sum = (name: keyof Tally) =>
    sql<number>`${sql.ref(`chart.${name}`)} + ${sql.ref(`excluded.${name}`)}`;
  await queries
    .insertInto('chart')
    .values(weeks.map((week) => ({ shareId: share.id, week, created: share.created, ...change })))
    .onConflict((conflict) =>
      conflict.columns(['shareId', 'week']).doUpdateSet({
        points: sum('points'),
        people: sum('people'),
        strangerPoints: sum('strangerPoints'),
        strangers: sum('strangers'),
      }),
    )
    .execute();
}

/**
 * Counts what an account gives a share, in the transaction that changed it and holds the lock of the share. Nothing
 * changes for private shares, for what is one's own, and once the seven days of the share are over.
 * @param nowMs when the change was made
 */
export async function countVoice(
  queries: Queries,
  share: Counted,
  userId: string,
  nowMs: number,
): Promise<void> {
  const weeks = openWeeks(share.created, nowMs);
  if (weeks.length === 0 || share.isPrivate || userId === share.userId) return;
  const reactions = await findReactions(queries, share, userId);
  if (!reactions || reactions.maker === userId) return;
  const { before, points } = reactions;
  const standing = before ?? (await findStanding(queries, userId, share.userId));
  if (!standing || (before?.points ?? 0) === points) return;
  const voice: Voice = { points, isFollower: standing.isFollower };
  const { isFollower } = standing;
  await putRow(queries, 'chartVoices', { shareId: share.id, userId }, { points }, { isFollower });
  await addToChart(queries, share, weeks, tallyChange(before?.points ?? 0, voice));
}

type Answer = Pick<RifffRow, 'userId' | 'parentJamId' | 'parentId'>;

/**
 * Counts a rifff that answers others, or one that is gone, for the shares of what it answers; in the transaction that
 * stored it. @param nowMs when that was
 */
export async function countAnswer(
  queries: Queries,
  { userId, parentJamId, parentId }: Answer,
  nowMs: number,
): Promise<void> {
  if (parentJamId === null || parentId === null) return;
  const shares = await queries
    .selectFrom('shares')
    .select(['id', 'userId', 'isPrivate', 'created'])
    .where('jamId', '=', parentJamId)
    .where('rifffId', '=', parentId)
    .where('isPrivate', '=', false)
    .where('created', '>', nowMs - LIFE_MS)
    .orderBy('id')
    .modifyEnd(forUpdate(queries))
    .execute();
  for (const share of shares) await countVoice(queries, share, userId, nowMs);
}

/** What some of an account's voices are of, for as long as they count. */
type Taken = Pick<ShareRow, 'id' | 'created'> & Voice;

/**
 * Takes voices of an account back: from the chart where they still count, and for good.
 * @param shareIds shares that the caller locked
 */
export async function removeVoices(
  queries: Queries,
  userId: string,
  shareIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const counted: Taken[] = await queries
    .selectFrom('chartVoices')
    .innerJoin('shares', 'shares.id', 'chartVoices.shareId')
    .select(['shares.id', 'shares.created', 'chartVoices.points', 'chartVoices.isFollower'])
    .where('chartVoices.userId', '=', userId)
    .where('chartVoices.shareId', 'in', shareIds)
    .where('chartVoices.points', '>', 0)
    .where('shares.created', '>', nowMs - LIFE_MS)
    .execute();
  for (const { points, isFollower, ...share } of counted) {
    const change = tallyChange(points, { points: 0, isFollower });
    await addToChart(queries, share, openWeeks(share.created, nowMs), change);
  }
  await removeRows(queries, 'chartVoices', { userId, shareId: shareIds });
}
