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
