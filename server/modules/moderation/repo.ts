import type { AuditEntry, Report } from '../../../src/data/contract/sharing.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { AuditRow } from '../../ports/database/schema.ts';

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

/** Takes a share out, or brings it back. */
export async function setRemoved(
  queries: Queries,
  shareId: string,
  isRemoved: boolean,
): Promise<void> {
  await queries.updateTable('shares').set({ isRemoved }).where('id', '=', shareId).execute();
}

/** Writes what a moderator did. */
export async function insertAudit(queries: Queries, entry: AuditRow): Promise<void> {
  await queries.insertInto('audit').values(entry).execute();
}

/** What moderators did, newest first. A moderator whose account was deleted is not named. */
export async function findAudit(queries: Queries, max: number): Promise<AuditEntry[]> {
  const rows = await queries
    .selectFrom('audit')
    .leftJoin('shares', 'shares.id', 'audit.shareId')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'audit.moderatorId').on('accounts.isDeleted', '=', false),
    )
    .select([
      'audit.id',
      'accounts.id as moderator',
      'audit.action',
      'audit.shareId',
      'shares.title',
      'audit.reason',
      'audit.created',
    ])
    .orderBy('audit.created', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(max)
    .execute();
  return rows.map((row) => ({
    ...row,
    moderator: row.moderator ?? '',
    title: row.title ?? '',
  }));
}
