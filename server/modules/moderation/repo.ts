import type { ProfileReport } from '../../../src/data/contract/moderation.ts';
import type { Report } from '../../../src/data/contract/sharing.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, putRow, updateRows } from '../../ports/database/rows.ts';
import type { ProfileReportRow, ShareRow } from '../../ports/database/schema.ts';
import type { AccountRow } from '../../ports/database/schemaAccounts.ts';
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
  return (await updateRows(queries, 'reports', { shareId, isOpen: true }, { isOpen: false })) > 0;
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
  await updateRows(queries, 'shares', { id: shareId }, { isRemoved });
  await indexShares(queries, [shareId]);
}

export type Person = Pick<AccountRow, 'id' | 'displayName' | 'bio' | 'classId'> & {
  externalLinks: unknown;
};

/** An account by its name in any case; undefined for one that left, and for accounts of the demo. */
export function findPerson(queries: Queries, name: string): Promise<Person | undefined> {
  const named = { idFolded: name.toLowerCase(), isDeleted: false, isDemo: false };
  return findRow(queries, 'accounts', named, [
    'id',
    'displayName',
    'bio',
    'externalLinks',
    'classId',
  ]);
}

/** Open reports of profiles that are still there, oldest first; a reporter who left is not named. */
export async function findProfileReports(queries: Queries, max: number): Promise<ProfileReport[]> {
  const rows = await queries
    .selectFrom('profileReports')
    .innerJoin('accounts as people', (join) =>
      join.onRef('people.id', '=', 'profileReports.personId').on('people.isDeleted', '=', false),
    )
    .leftJoin('accounts as reporters', (join) =>
      join
        .onRef('reporters.id', '=', 'profileReports.userId')
        .on('reporters.isDeleted', '=', false),
    )
    .select(['people.id as user', 'reporters.id as reporter'])
    .select(['profileReports.reason', 'profileReports.created'])
    .where('profileReports.isOpen', '=', true)
    .orderBy('profileReports.created')
    .orderBy('profileReports.personId')
    .orderBy('profileReports.userId')
    .limit(max)
    .execute();
  return rows.map((row) => ({ ...row, reporter: row.reporter ?? '' }));
}

/** Closes the open reports of a profile; true when there were any. */
export async function closeProfileReports(queries: Queries, personId: string): Promise<boolean> {
  return (
    (await updateRows(queries, 'profileReports', { personId, isOpen: true }, { isOpen: false })) > 0
  );
}

/** Stores a report of a profile; the second one of an account takes the place of the first and is open again. */
export async function putProfileReport(
  queries: Queries,
  row: Omit<ProfileReportRow, 'isOpen'>,
): Promise<void> {
  const { personId, userId, ...change } = row;
  await putRow(queries, 'profileReports', { personId, userId }, { ...change, isOpen: true });
}
