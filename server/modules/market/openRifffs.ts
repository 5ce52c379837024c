import { type ExpressionBuilder, sql } from 'kysely';
import { COLLECT_WINDOW_MS } from '../../../src/data/contract/constants.ts';
import type { CollectibleJam } from '../../../src/data/contract/market.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { briefRifff } from '../jams/brief.ts';
import { presentRifffs } from '../jams/present.ts';
import { findRifffs, keyText, type RifffKey } from '../jams/repo.ts';
import { findTitles } from '../jams/titles.ts';
import { closesAt } from './judging.ts';

type OpenRifff = CollectibleJam['open'][number];

/** Rows of `rifffs` that hold loops, that no moderator took out and that were not collected. */
function isFree({ not, exists, selectFrom, and }: ExpressionBuilder<Schema, 'rifffs'>) {
  const mints = selectFrom('mints')
    .select('mints.tokenId')
    .whereRef('mints.jamId', '=', 'rifffs.jamId')
    .whereRef('mints.rifffId', '=', 'rifffs.id')
    .where('mints.state', '!=', 'failed');
  const tokens = selectFrom('tokens')
    .select('tokens.id')
    .whereRef('tokens.jamId', '=', 'rifffs.jamId')
    .whereRef('tokens.rifffId', '=', 'rifffs.id');
  const removed = selectFrom('shares')
    .select('shares.id')
    .whereRef('shares.jamId', '=', 'rifffs.jamId')
    .whereRef('shares.rifffId', '=', 'rifffs.id')
    .where('shares.isRemoved', '=', true);
  const loops = selectFrom('rifffLoops')
    .select('rifffLoops.loopId')
    .whereRef('rifffLoops.jamId', '=', 'rifffs.jamId')
    .whereRef('rifffLoops.rifffId', '=', 'rifffs.id');
  return and([not(exists(mints)), not(exists(tokens)), not(exists(removed)), exists(loops)]);
}

const openIn = (queries: Queries, jamIds: readonly string[], nowMs: number) =>
  queries
    .selectFrom('rifffs')
    .where('rifffs.jamId', 'in', jamIds)
    .where('rifffs.created', '>', nowMs - COLLECT_WINDOW_MS)
    .where('rifffs.digest', '!=', '')
    .where('rifffs.isImported', '=', false)
    .where(isFree);

/** How many rifffs of each jam can be collected; none of a jam without any. @param jamIds short */
export const countOpen = (queries: Queries, jamIds: readonly string[], nowMs: number) =>
  mapRows(
    jamIds,
    openIn(queries, jamIds, nowMs)
      .select((build) => ['rifffs.jamId', build.fn.countAll<number>().as('total')])
      .groupBy('rifffs.jamId'),
    ({ jamId, total }) => [jamId, Number(total)],
  );

/** Keys of the newest open rifffs of each jam, `most` of each at most, newest first. */
async function findNewestOpen(
  queries: Queries,
  jamIds: readonly string[],
  { most, nowMs }: { most: number; nowMs: number },
): Promise<RifffKey[]> {
  const ranked = openIn(queries, jamIds, nowMs)
    .select(['rifffs.jamId', 'rifffs.id as rifffId', 'rifffs.created'])
    .select(
      sql<number>`row_number() over (partition by ${sql.ref('rifffs.jamId')}
        order by ${sql.ref('rifffs.created')} desc, ${sql.ref('rifffs.id')} desc)`.as('place'),
    );
  const rows = await queries
    .selectFrom(ranked.as('ranked'))
    .select(['jamId', 'rifffId'])
    .where('place', '<=', most)
    .orderBy('created', 'desc')
    .orderBy('rifffId', 'desc')
    .execute();
  return rows;
}

/**
 * The newest rifffs of collectible jams whose window is open, by the short id of their jam, newest first, with short
 * peaks. A handful of queries, however many jams.
 */
export async function findOpen(
  { queries, publicUrl }: { queries: Queries; publicUrl: string | undefined },
  jamIds: readonly string[],
  at: { most: number; nowMs: number },
): Promise<Map<string, OpenRifff[]>> {
  if (jamIds.length === 0) return new Map();
  const keys = await findNewestOpen(queries, jamIds, at);
  const rows = await findRifffs(queries, keys);
  const [shown, titles] = await Promise.all([
    presentRifffs(queries, null, rows, publicUrl),
    findTitles(queries, keys),
  ]);
  const byKey = new Map(
    rows.map((row, index) => [keyText({ jamId: row.jamId, rifffId: row.id }), { row, index }]),
  );
  const open = keys.flatMap((key) => {
    const found = byKey.get(keyText(key));
    if (!found) return [];
    const { title, shareId } = titles.get(keyText(key))!;
    const rifff = briefRifff(shown[found.index]!);
    return [{ jamId: key.jamId, rifff, title, shareId, closes: closesAt(found.row) }];
  });
  return new Map(
    [...Map.groupBy(open, ({ jamId }) => jamId)].map(([jamId, list]) => [
      jamId,
      list.map(({ jamId: _, ...one }) => one),
    ]),
  );
}
