import { sql } from 'kysely';
import type { Queries } from '../../ports/database/database.ts';
import { mapFound, mapRows } from '../../ports/database/mapRows.ts';
import { findRows } from '../../ports/database/rows.ts';
import { isOneOfRifffs, keyText, type RifffKey } from './repo.ts';

/**
 * Keys of what a rifff came from, its parent first, at most `limit`. A parent that is not there any more
 * is the last of them. Stops where the line would come round to itself, as imported data may.
 */
export async function findAncestorKeys(
  queries: Queries,
  start: RifffKey,
  limit: number,
): Promise<RifffKey[]> {
  const rows = await queries
    .withRecursive('line', (build) =>
      build
        .selectFrom('rifffs')
        .where('jamId', '=', start.jamId)
        .where('id', '=', start.rifffId)
        .where('parentId', 'is not', null)
        .select(['parentJamId as jamId', 'parentId as rifffId', sql<number>`1`.as('depth')])
        .unionAll(
          build
            .selectFrom('line')
            .innerJoin('rifffs', (join) =>
              join.onRef('rifffs.jamId', '=', 'line.jamId').onRef('rifffs.id', '=', 'line.rifffId'),
            )
            .where('rifffs.parentId', 'is not', null)
            .where('line.depth', '<', limit)
            .select([
              'rifffs.parentJamId as jamId',
              'rifffs.parentId as rifffId',
              sql<number>`${sql.ref('line.depth')} + 1`.as('depth'),
            ]),
        ),
    )
    .selectFrom('line')
    .select(['jamId', 'rifffId'])
    .orderBy('depth')
    .execute();
  const seen = new Set([keyText(start)]);
  const keys: RifffKey[] = [];
  for (const { jamId, rifffId } of rows) {
    const key = { jamId: jamId ?? '', rifffId: rifffId ?? '' };
    if (seen.has(keyText(key))) break;
    seen.add(keyText(key));
    keys.push(key);
  }
  return keys;
}

/** Keys of the rifffs that name this one as their parent, newest first. */
export async function findChildKeys(
  queries: Queries,
  { jamId, rifffId }: RifffKey,
  limit: number,
): Promise<RifffKey[]> {
  return queries
    .selectFrom('rifffs')
    .select(['jamId', 'id as rifffId'])
    .where('parentJamId', '=', jamId)
    .where('parentId', '=', rifffId)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Who made each of the rifffs, by `keyText`. */
export const findMakers = (queries: Queries, keys: readonly RifffKey[]) =>
  mapRows(
    keys,
    queries
      .selectFrom('rifffs')
      .select(['jamId', 'id as rifffId', 'userId'])
      .where(isOneOfRifffs(keys)),
    (row) => [keyText(row), row.userId],
  );

/** How accounts are shown, by `user_id`; those that were deleted are not in the answer. */
export const findNames = (queries: Queries, userIds: readonly string[]) =>
  mapFound(
    findRows(queries, 'accounts', { id: userIds, isDeleted: false }, ['id', 'displayName']),
    ({ id, displayName }) => [id, displayName],
  );

/** Those of the accounts that this server made for show. */
export const findDemo = async (
  queries: Queries,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await findRows(queries, 'accounts', { id: [...new Set(userIds)], isDemo: true }, [
    'id',
  ]);
  return new Set(rows.map(({ id }) => id));
};
