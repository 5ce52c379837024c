import { inPages, type Pages } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';

/** Rows of an export at a time. */
const PAGE = 20;

/** Suspension and appeals of an account, and the profiles that it reported, as its export lists them. Times in milliseconds since the epoch. */
export function exportOwned(queries: Queries, userId: string): Record<string, Pages> {
  const suspensions = queries
    .selectFrom('suspensions')
    .select(['reason', 'since', 'until'])
    .where('userId', '=', userId);
  const appeals = queries
    .selectFrom('appeals')
    .select(['id', 'text', 'created', 'state', 'answer'])
    .where('userId', '=', userId);
  const reports = queries
    .selectFrom('profileReports')
    .select(['personId', 'reason', 'created', 'isOpen'])
    .where('userId', '=', userId);
  return {
    profileReports: inPages(reports, ['personId'], PAGE),
    suspensions: inPages(suspensions, ['since'], PAGE),
    appeals: inPages(appeals, ['created', 'id'], PAGE),
  };
}

/**
 * Removes what moderation keeps of an account, inside the caller's transaction. What moderators did stays on record,
 * and what they took out stays barred.
 */
export async function removeOwned(queries: Queries, userId: string): Promise<void> {
  await queries.deleteFrom('suspensions').where('userId', '=', userId).execute();
  await queries.deleteFrom('appeals').where('userId', '=', userId).execute();
  await queries
    .deleteFrom('profileReports')
    .where((where) => where.or([where('userId', '=', userId), where('personId', '=', userId)]))
    .execute();
}
