import type { Queries } from '../../ports/database/database.ts';

/** Display names by account; whoever is unknown or has left is not in there. */
export async function findNames(
  queries: Queries,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom('accounts')
    .select(['id', 'displayName'])
    .where('id', 'in', userIds)
    .where('isDeleted', '=', false)
    .execute();
  return new Map(rows.map(({ id, displayName }) => [id, displayName]));
}
