import { sql } from 'kysely';
import type { ExportOwned } from '../../kernel/ownership.ts';
import {
  endOf,
  inPages,
  ownedRows,
  pageBehind,
  type RemovalStep,
  removalOf,
  runSteps,
} from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { listRows, removeRows, takeRows, updateRows, valuesOf } from '../../ports/database/rows.ts';
import { lockShares, removeShares, removeSharesPartly } from './removeShares.ts';
import { addToCommentCount, forgetEmbeds } from './repo.ts';
import { removeVoices } from './voices.ts';

/** Shares that go in one transaction, with what hangs on them. */
const SHARES = 20;
/** Small rows that go in one transaction. */
const ROWS = 200;

/** Looks of shares, of 2.7 kB at most, in a page of an export. */
const DOCUMENTS = 24;

/** What an account has in the feed, as its export lists it. Times in milliseconds since the epoch. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  const shares = queries.selectFrom('shares').selectAll().where('userId', '=', userId);
  const looks = queries
    .selectFrom('shareLooks')
    .innerJoin('shares', 'shares.id', 'shareLooks.shareId')
    .select(['shareLooks.shareId', 'shareLooks.lookKey', 'shareLooks.document'])
    .where('shares.userId', '=', userId);
  return {
    shares: inPages(shares, ['created', 'id']),
    shareLooks: inPages(looks, ['shareId'], DOCUMENTS),
    likes: rows('likes', ['created', 'shareId'], []),
    hides: rows('hides', ['created', 'shareId'], []),
    reports: rows('reports', ['created', 'id'], ['shareId', 'reason', 'message', 'isOpen']),
    comments: rows('comments', ['created', 'id'], ['shareId', 'text']),
    chartVoices: rows('chartVoices', ['shareId'], ['points', 'isFollower']),
    weeksWon: rows('weekWinners', ['week'], ['shareId', 'origin', 'reason']),
    following: rows('follows', ['created', 'userId'], [], { followerId: userId }),
    followers: rows('follows', ['created', 'followerId'], []),
  };
};

/** What the account shared, the newest first: a page of the feed passes over them until they are gone. */
const ownShares: RemovalStep = async (queries, userId) => {
  const first = { columns: ['id'], most: SHARES } as const;
  const rows = await listRows(queries, 'shares', { userId }, ['created desc', 'id desc'], first);
  if (rows.length === 0) return null;
  await removeSharesPartly(queries, valuesOf(rows, 'id'));
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
  await removeShares(queries, valuesOf(rows, 'id'));
  return endOf(page, RIFFF_ORDER, ROWS);
};

/** Takes likes of the account back and counts them off. */
const ownLikes: RemovalStep = async (queries, userId) => {
  const some = { columns: ['shareId'], most: ROWS } as const;
  const ids = valuesOf(await listRows(queries, 'likes', { userId }, [], some), 'shareId');
  if (ids.length === 0) return null;
  await lockShares(queries, ids);
  const gone = await takeRows(queries, 'likes', { userId, shareId: ids }, ['shareId']);
  if (gone.length === 0) return [];
  await queries
    .updateTable('shares')
    .set((build) => ({ likeCount: build('likeCount', '-', 1) }))
    .where('id', 'in', valuesOf(gone, 'shareId'))
    .execute();
  return [];
};

/** What the account said about shares, and the reports of that. */
const ownComments: RemovalStep = async (queries, userId) => {
  const some = { columns: ['id', 'shareId'], most: ROWS } as const;
  const rows = await listRows(queries, 'comments', { userId }, [], some);
  if (rows.length === 0) return null;
  await lockShares(queries, [...new Set(valuesOf(rows, 'shareId'))]);
  const ids = valuesOf(rows, 'id');
  const gone = await takeRows(queries, 'comments', { id: ids }, ['shareId']);
  await removeRows(queries, 'jamReports', { kind: 'comment', ref: ids });
  for (const [shareId, { length }] of Map.groupBy(gone, (row) => row.shareId)) {
    await addToCommentCount(queries, shareId, -length);
  }
  return [];
};

/** What the account gave to the chart. Weeks that are over stay as they are, and name no account. */
const ownVoices: RemovalStep = async (queries, userId) => {
  const some = { columns: ['shareId'], most: ROWS } as const;
  const ids = valuesOf(await listRows(queries, 'chartVoices', { userId }, [], some), 'shareId');
  if (ids.length === 0) {
    await updateRows(queries, 'weekWinners', { userId }, { userId: null });
    return null;
  }
  await lockShares(queries, ids);
  await removeVoices(queries, userId, ids, Date.now());
  return [];
};

/** Removes an account from the feed. These come before the steps that remove the rifffs themselves. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [
  ownShares,
  sharesOfRifffs,
  ownLikes,
  ownComments,
  ownVoices,
  removalOf('hides', 'shareId'),
  removalOf('reports', 'shareId'),
  removalOf('follows', 'userId', 'followerId'),
  removalOf('follows', 'followerId'),
];

/** All of it at once, inside the caller's transaction; every node forgets the documents that it keeps. */
export async function removeOwned(queries: Queries, userId: string): Promise<void> {
  await runSteps(REMOVAL_STEPS, queries, userId);
  await forgetEmbeds(queries);
}
