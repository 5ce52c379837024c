import { ApiError } from '../../../src/data/contract/errors.ts';
import type { AuditAction, AuditEntry } from '../../../src/data/contract/sharing.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows, putRow } from '../../ports/database/rows.ts';
import type { JamReportRow } from '../../ports/database/schemaJams.ts';

/** Throws `forbidden` for everyone but moderators, whatever a route let through. */
export function requireModerator({ roles }: Identity): void {
  if (!hasOffice(roles)) throw new ApiError('forbidden', 'Only moderators may do this');
}

/** What was done, to a share or to a person. */
export interface Deed {
  readonly action: AuditAction;
  readonly reason: string;
  readonly shareId?: string;
  readonly userId?: string;
}

/** Writes down what a moderator did, in the transaction that does it. Returns the id of the line. */
export async function writeAudit(
  transaction: Queries,
  { userId: moderatorId }: Pick<Identity, 'userId'>,
  { action, reason, shareId = '', userId }: Deed,
): Promise<string> {
  const id = newId();
  const created = Date.now();
  await insertRows(transaction, 'audit', {
    id,
    moderatorId,
    action,
    shareId,
    userId: userId ?? null,
    reason,
    created,
  });
  return id;
}

/** Lines of the audit with the names in them, newest first. Who left, moderator or not, is not named. */
export const selectAudit = (queries: Queries) =>
  queries
    .selectFrom('audit')
    .leftJoin('shares', 'shares.id', 'audit.shareId')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'audit.moderatorId').on('accounts.isDeleted', '=', false),
    )
    .leftJoin('accounts as people', (join) =>
      join.onRef('people.id', '=', 'audit.userId').on('people.isDeleted', '=', false),
    )
    .select([
      'audit.id',
      'accounts.id as moderator',
      'audit.action',
      'audit.shareId',
      'shares.title',
      'people.id as user',
      'audit.reason',
      'audit.created',
    ])
    .orderBy('audit.created', 'desc')
    .orderBy('audit.id', 'desc');

/** A line as readers see it. */
export const presentAudit = (
  row: Awaited<ReturnType<ReturnType<typeof selectAudit>['execute']>>[number],
): AuditEntry => ({
  ...row,
  moderator: row.moderator ?? '',
  title: row.title ?? '',
  user: row.user ?? '',
});

/** What moderators did, newest first. */
export async function findAudit(queries: Queries, max: number): Promise<AuditEntry[]> {
  const rows = await selectAudit(queries).limit(max).execute();
  return rows.map(presentAudit);
}

/** Writes down that a moderator deleted a message in its room, or a comment under its rifff, where no reason is asked for. */
export async function noteDeleted(
  transaction: Queries,
  moderator: Identity,
  { userId, what }: { readonly userId: string; readonly what: 'message' | 'comment' },
): Promise<void> {
  const reason = what === 'message' ? 'Deleted in its room' : 'Deleted under its rifff';
  await writeAudit(transaction, moderator, { action: `remove-${what}`, userId, reason });
}

/** Stores a report, in a transaction that writes for the reporter. A second report of the same thing renews the reason. */
export async function storeReport(
  transaction: Queries,
  row: Omit<JamReportRow, 'isOpen'>,
): Promise<void> {
  const { reason, created, ...key } = row;
  await putRow(transaction, 'jamReports', key, { reason, created, isOpen: true });
}
