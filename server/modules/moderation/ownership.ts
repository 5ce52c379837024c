import type { Queries } from '../../ports/database/database.ts';

/** Suspension and appeals of an account, as its export lists them. Times in milliseconds since the epoch. */
export async function exportOwned(
  queries: Queries,
  userId: string,
): Promise<Record<string, unknown>> {
  const suspension = await queries
    .selectFrom('suspensions')
    .select(['reason', 'since', 'until'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  const appeals = await queries
    .selectFrom('appeals')
    .select(['text', 'created', 'state', 'answer'])
    .where('userId', '=', userId)
    .orderBy('created')
    .orderBy('id')
    .execute();
  return { suspension: suspension ?? null, appeals };
}

/**
 * Removes what moderation keeps of an account, inside the caller's transaction. What moderators did stays on record,
 * and what they took out stays barred.
 */
export async function removeOwned(queries: Queries, userId: string): Promise<void> {
  await queries.deleteFrom('suspensions').where('userId', '=', userId).execute();
  await queries.deleteFrom('appeals').where('userId', '=', userId).execute();
}
