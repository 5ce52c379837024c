import { sql } from 'kysely';
import { presentRifff, slotLoopIds } from '../../server/modules/library/present.ts';
import { findLoopsById } from '../../server/modules/library/repo.ts';
import type { Queries } from '../../server/ports/database/database.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';

/**
 * The same page as one would write it first: everything joined, likes counted on reading, documents parsed,
 * loops embedded and the whole made into text again.
 */
export async function naivePage(queries: Queries, beforeMs: number, readerId: string) {
  const rows = await queries
    .selectFrom('shares')
    .innerJoin('accounts', 'accounts.id', 'shares.userId')
    .innerJoin('rifffs', (join) =>
      join.onRef('rifffs.jamId', '=', 'shares.jamId').onRef('rifffs.id', '=', 'shares.rifffId'),
    )
    .select(['shares.id', 'shares.title', 'shares.created', 'accounts.displayName', 'rifffs.doc'])
    .select(({ selectFrom, exists }) => [
      selectFrom('likes')
        .select((build) => build.fn.countAll<number>().as('count'))
        .whereRef('likes.shareId', '=', 'shares.id')
        .as('likeCount'),
      exists(
        selectFrom('likes')
          .select('likes.userId')
          .whereRef('likes.shareId', '=', 'shares.id')
          .where('likes.userId', '=', readerId),
      ).as('isLiked'),
    ])
    .where('shares.isPrivate', '=', false)
    .where('shares.isRemoved', '=', false)
    .where('shares.created', '<', beforeMs)
    .orderBy('shares.created', 'desc')
    .orderBy('shares.id', 'desc')
    .limit(20)
    .execute();
  const rifffs = rows.map(({ doc }) => doc as Rifff);
  const loops = await findLoopsById(queries, [...new Set(rifffs.flatMap(slotLoopIds))]);
  const data = rows.map((row, at) => ({
    ...row,
    doc: undefined,
    rifff: presentRifff(rifffs[at]!, loops, undefined),
  }));
  return Buffer.from(JSON.stringify({ ok: true, data: { rifffs: data } }));
}

/**
 * A page of the chart as one would write it first: everybody's reactions of a week's shares gathered, counted and sorted
 * for each request, and the documents of the best embedded.
 */
export async function naiveChart(queries: Queries, weekMs: number) {
  const until = weekMs + 7 * 24 * 3_600_000;
  const given = await queries
    .selectFrom('shares')
    .innerJoin('likes', 'likes.shareId', 'shares.id')
    .select(['shares.id', 'likes.userId', sql<number>`1`.as('points')])
    .where('shares.created', '>=', weekMs)
    .where('shares.created', '<', until)
    .whereRef('likes.userId', '!=', 'shares.userId')
    .unionAll(
      queries
        .selectFrom('shares')
        .innerJoin('comments', 'comments.shareId', 'shares.id')
        .select(['shares.id', 'comments.userId', sql<number>`2`.as('points')])
        .where('shares.created', '>=', weekMs)
        .where('shares.created', '<', until)
        .whereRef('comments.userId', '!=', 'shares.userId'),
    )
    .execute();
  const voices = new Map<string, Map<string, number>>();
  for (const { id, userId, points } of given) {
    const people = voices.get(id) ?? new Map<string, number>();
    voices.set(id, people.set(userId, Math.max(points, people.get(userId) ?? 0)));
  }
  const sums = [...voices].map(([id, people]) => ({
    id,
    points: [...people.values()].reduce((sum, points) => sum + points, 0),
  }));
  const best = sums.sort((a, b) => b.points - a.points).slice(0, 50);
  const rows = await queries
    .selectFrom('shares')
    .innerJoin('accounts', 'accounts.id', 'shares.userId')
    .innerJoin('rifffs', (join) =>
      join.onRef('rifffs.jamId', '=', 'shares.jamId').onRef('rifffs.id', '=', 'shares.rifffId'),
    )
    .select(['shares.id', 'shares.title', 'accounts.displayName', 'rifffs.doc'])
    .where(
      'shares.id',
      'in',
      best.map(({ id }) => id),
    )
    .execute();
  const rifffs = rows.map(({ doc }) => doc as Rifff);
  const loops = await findLoopsById(queries, [...new Set(rifffs.flatMap(slotLoopIds))]);
  const data = rows.map((row, at) => ({
    ...row,
    doc: undefined,
    rifff: presentRifff(rifffs[at]!, loops, undefined),
  }));
  return Buffer.from(JSON.stringify({ ok: true, data: { rifffs: data } }));
}
