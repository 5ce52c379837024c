/** Loops that sound like one, among those that the reader may find. */
import { sql } from 'kysely';
import { SEARCH_MOST } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { nearestFirst, timbreBytes, type Voiced } from '../../../src/data/rules/search/timbre.ts';
import type { Queries } from '../../ports/database/database.ts';
import { valuesOf } from '../../ports/database/rows.ts';
import { scopeOf } from '../searchIndex/docs.ts';
import { type Asked, holds } from './candidates.ts';
import { seenBy } from './seenBy.ts';

/** Loops that one is compared with at most: the newest that everybody finds, and as many of the reader's own. */
const MOST_COMPARED = 10_000;
/** The nearest of them, of which it is asked whether the reader may see them now. */
const MOST_JUDGED = 2 * SEARCH_MOST;

/** The reader; undefined for a visitor. */
interface Looking {
  readonly readerId: string | undefined;
  readonly nowMs: number;
}

/** Where the reader's loops are: with everybody's, and their own. */
const scopesOf = ({ readerId }: Looking): string[] => [
  scopeOf('loops'),
  ...(readerId === undefined ? [] : [scopeOf('loops', readerId)]),
];

/** Those of some loops that the reader may see, as they are now. */
async function seenAmong(
  queries: Queries,
  ids: readonly string[],
  looking: Looking,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { where } = seenBy({ kind: 'loops', ...looking });
  const seen = queries.selectFrom('loops').select('id').where('id', 'in', ids).where(where);
  return new Set(valuesOf(await seen.execute(), 'id'));
}

/** Timbre of the loop that is asked of. @throws ApiError `not_found` */
async function timbreOf(queries: Queries, id: string, looking: Looking): Promise<Uint8Array> {
  const [row] = await queries
    .selectFrom('searchDocs')
    .select('timbre')
    .where('kind', '=', 'loops')
    .where('id', '=', id)
    .where('scope', 'in', scopesOf(looking))
    .execute();
  if (!row || !(await seenAmong(queries, [id], looking)).has(id)) {
    throw new ApiError('not_found', 'There is no such loop');
  }
  const timbre = timbreBytes(row.timbre);
  if (!timbre) throw new ApiError('not_found', 'How this loop sounds was not measured');
  return timbre;
}

/** The newest loops of a scope that were measured and hold what else is asked for. */
async function voicedIn(queries: Queries, scope: string, asked: Asked): Promise<Voiced[]> {
  const { rows } = await sql<Voiced>`
    select "id", "timbre" from (
      select * from "searchDocs" where "scope" = ${scope}
      order by "age", "id" limit ${sql.lit(MOST_COMPARED)}) as "searchDocs"
    where "timbre" is not null and ${holds(asked)}`.execute(queries);
  return rows;
}

/**
 * Ids of the loops that sound most like one, the nearest first, without it and those that were not measured: at most what
 * can be paged through, and whether there is more.
 * @param like the loop that is asked of
 * @param asked what else must hold
 * @throws ApiError `not_found` where the reader finds no such loop, or how it sounds was not measured
 */
export async function findAlike(
  queries: Queries,
  like: string,
  asked: Asked,
  looking: Looking,
): Promise<{ ids: string[]; isMore: boolean }> {
  const timbre = await timbreOf(queries, like, looking);
  const voiced = await Promise.all(
    scopesOf(looking).map((scope) => voicedIn(queries, scope, asked)),
  );
  const order = nearestFirst(
    timbre,
    voiced.flat().filter(({ id }) => id !== like),
  );
  const near = order.slice(0, MOST_JUDGED);
  const seen = await seenAmong(queries, near, looking);
  const ids = near.filter((id) => seen.has(id));
  const isMore = ids.length > SEARCH_MOST || order.length > near.length;
  return { ids: ids.slice(0, SEARCH_MOST), isMore };
}
