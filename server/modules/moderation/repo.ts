import type { Report } from '../../../src/data/contract/sharing.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { ShareRow } from '../../ports/database/schema.ts';
import { forUpdate } from '../feed/repo.ts';
import { indexShares } from '../searchIndex/indexing.ts';

/** Open reports, oldest first, of shares that are still there. */
export async function findOpenReports(queries: Queries, max: number): Promise<Report[]> {
  const rows = await queries
    .selectFrom('reports')
    .innerJoin('shares', 'shares.id', 'reports.shareId')
    .select([
      'reports.id',
      'reports.shareId',
      'shares.title',
      'shares.userId as user',
      'reports.userId as reporter',
      'reports.reason',
      'reports.message',
      'reports.created',
    ])
    .where('reports.isOpen', '=', true)
    .orderBy('reports.created')
    .orderBy('reports.id')
    .limit(max)
    .execute();
  return rows.map((row) => ({ ...row, reason: row.reason as Report['reason'] }));
}

/** Closes the open reports of a share; true when there were any. */
export async function closeReports(queries: Queries, shareId: string): Promise<boolean> {
  const rows = await queries
    .updateTable('reports')
    .set({ isOpen: false })
    .where('shareId', '=', shareId)
    .where('isOpen', '=', true)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Shares that one removal takes out at most besides the one that is named. */
const TWINS_MAX = 500;

/**
 * Other shares of the same account that still stand and are of the same rifff, or of one with a file of the same sound;
 * locked until the transaction ends.
 * @param hashes SHA-256 of files
 */
export function lockKin(
  queries: Queries,
  share: ShareRow,
  hashes: readonly string[],
): Promise<ShareRow[]> {
  return queries
    .selectFrom('shares')
    .selectAll()
    .where('userId', '=', share.userId)
    .where('id', '!=', share.id)
    .where('isRemoved', '=', false)
    .where((where) => {
      const isSame = where.and([
        where('jamId', '=', share.jamId),
        where('rifffId', '=', share.rifffId),
      ]);
      if (hashes.length === 0) return isSame;
      const held = where
        .selectFrom('rifffLoops')
        .innerJoin('media', 'media.loopId', 'rifffLoops.loopId')
        .select('rifffLoops.loopId')
        .whereRef('rifffLoops.jamId', '=', 'shares.jamId')
        .whereRef('rifffLoops.rifffId', '=', 'shares.rifffId')
        .where('media.hash', 'in', hashes);
      return where.or([isSame, where.exists(held)]);
    })
    .orderBy('id')
    .limit(TWINS_MAX)
    .modifyEnd(forUpdate(queries))
    .execute();
}

/** Takes a share out, or brings it back. */
export async function setRemoved(
  queries: Queries,
  shareId: string,
  isRemoved: boolean,
): Promise<void> {
  await queries.updateTable('shares').set({ isRemoved }).where('id', '=', shareId).execute();
  await indexShares(queries, [shareId]);
}
