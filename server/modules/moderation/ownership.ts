import type { ExportOwned } from '../../kernel/ownership.ts';
import { ownedRows } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { removeRows } from '../../ports/database/rows.ts';

/** Suspension and appeals of an account, and the profiles that it reported, as its export lists them. Times in milliseconds since the epoch. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  return {
    profileReports: rows('profileReports', ['personId'], ['reason', 'created', 'isOpen']),
    suspensions: rows('suspensions', ['since'], ['reason', 'until']),
    appeals: rows('appeals', ['created', 'id'], ['text', 'state', 'answer']),
  };
};

/**
 * Removes what moderation keeps of an account, inside the caller's transaction. What moderators did stays on record,
 * and what they took out stays barred.
 */
export async function removeOwned(queries: Queries, userId: string): Promise<void> {
  await removeRows(queries, 'suspensions', { userId });
  await removeRows(queries, 'appeals', { userId });
  await queries
    .deleteFrom('profileReports')
    .where((where) => where.or([where('userId', '=', userId), where('personId', '=', userId)]))
    .execute();
}
