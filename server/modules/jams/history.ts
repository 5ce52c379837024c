import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import { CATEGORY_SLUGS } from '../../../src/data/contract/categories.ts';
import { categoryColourCode } from '../../../src/data/contract/colours.ts';
import type { HistoryFilterSchema, TreeNode, TreeSchema } from '../../../src/data/contract/jams.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countOf, valuesOf } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { Reader } from './access.ts';
import { findImportedNames } from './importedNames.ts';
import { asRifff, type StoredRifff } from './repo.ts';

export type HistoryFilter = z.output<typeof HistoryFilterSchema>;

/** What a history is narrowed to, and for whom: what the reader hid is left out. */
interface Narrowed {
  readonly filter: HistoryFilter & { readonly hiddenFrom: string | undefined };
  /** False where every rifff of the jam is asked for. */
  readonly isNarrowed: boolean;
}

/** The filter out of a query that has other fields too. */
export function filterOf(query: HistoryFilter, reader: Reader): Narrowed {
  const { by, category, minBps, maxBps, root, scale, loopsOf } = query;
  const asked = { by, category, minBps, maxBps, root, scale, loopsOf };
  const isNarrowed = Object.values(asked).some((value) => value !== undefined);
  return { filter: { ...asked, hiddenFrom: reader?.userId }, isNarrowed };
}

/** A number of the document of a rifff. Both engines read the same operators; the answer of `->>` is cast. */
const NUMBERS = {
  bps: sql<number>`cast(${sql.ref('doc')} -> 'state' ->> 'bps' as double precision)`,
  root: sql<number>`cast(${sql.ref('doc')} ->> 'root' as double precision)`,
  scale: sql<number>`cast(${sql.ref('doc')} ->> 'scale' as double precision)`,
} as const;

/** Condition: the rifff holds a loop of this category, or of this maker. */
function holds(column: 'category' | 'creatorId', value: string): Expression<SqlBool> {
  const build = expressionBuilder<Schema, 'rifffs'>();
  return build.exists(
    build
      .selectFrom('rifffLoops')
      .innerJoin('loops', 'loops.id', 'rifffLoops.loopId')
      .select('rifffLoops.loopId')
      .whereRef('rifffLoops.jamId', '=', 'rifffs.jamId')
      .whereRef('rifffLoops.rifffId', '=', 'rifffs.id')
      .where(`loops.${column}`, '=', value),
  );
}

function isHiddenFrom(userId: string): Expression<SqlBool> {
  const build = expressionBuilder<Schema, 'rifffs'>();
  return build.exists(
    build
      .selectFrom('rifffHides')
      .select('rifffHides.rifffId')
      .where('rifffHides.userId', '=', userId)
      .whereRef('rifffHides.jamId', '=', 'rifffs.jamId')
      .whereRef('rifffHides.rifffId', '=', 'rifffs.id'),
  );
}

/** Rifffs of a jam that the filter leaves. */
function selectHistory(
  queries: Queries,
  jamId: string,
  { by, category, minBps, maxBps, root, scale, loopsOf }: HistoryFilter,
) {
  let query = queries.selectFrom('rifffs').where('jamId', '=', jamId);
  if (by !== undefined) query = query.where('userId', '=', by);
  if (category !== undefined) query = query.where(holds('category', category));
  if (loopsOf !== undefined) query = query.where(holds('creatorId', loopsOf));
  if (minBps !== undefined) query = query.where(NUMBERS.bps, '>=', minBps);
  if (maxBps !== undefined) query = query.where(NUMBERS.bps, '<=', maxBps);
  if (root !== undefined) query = query.where(NUMBERS.root, '=', root);
  if (scale !== undefined) query = query.where(NUMBERS.scale, '=', scale);
  return query;
}

/** How many rifffs of a jam the filter leaves, hidden ones included. */
export async function countHistory(
  queries: Queries,
  jamId: string,
  filter: HistoryFilter,
): Promise<number> {
  return countOf(selectHistory(queries, jamId, filter));
}

/** Which rifffs of a jam: all, or those strictly older than a time (ms). */
interface HistoryStart {
  readonly fromCreatedTime?: number | undefined;
  readonly filter: Narrowed['filter'];
}

/** A page of them. */
export interface HistoryPage extends HistoryStart {
  readonly pageNo: number;
  readonly pageSize: number;
}

/** Rifffs of a jam newest first, ties by id descending, without what the reader hid. */
function selectNewest(queries: Queries, jamId: string, { fromCreatedTime, filter }: HistoryStart) {
  const { hiddenFrom } = filter;
  let query = selectHistory(queries, jamId, filter);
  if (fromCreatedTime !== undefined) query = query.where('created', '<', fromCreatedTime);
  if (hiddenFrom !== undefined) query = query.where(({ not }) => not(isHiddenFrom(hiddenFrom)));
  return query.orderBy('created', 'desc').orderBy('id', 'desc');
}

/** One page of a jam (short id), newest first, ties by id descending, without what the reader hid. */
export async function findHistory(
  queries: Queries,
  jamId: string,
  { pageNo, pageSize, ...from }: HistoryPage,
): Promise<StoredRifff[]> {
  const rows = await selectNewest(queries, jamId, from)
    .selectAll('rifffs')
    .limit(pageSize)
    .offset(pageNo * pageSize)
    .execute();
  return rows.map(asRifff);
}

const CATEGORY_OF_COLOUR = new Map(
  CATEGORY_SLUGS.toReversed().map((slug) => [categoryColourCode(slug), slug]),
);

/** Categories of the used slots, out of the colours that a rifff has of them: so no document is read whole. */
function bandsOf(layerColours: string | null): string[] {
  const codes = JSON.parse(layerColours ?? '[]') as string[];
  return codes.map((code) => CATEGORY_OF_COLOUR.get(code) ?? '?');
}

/** A part of the history as nodes, newest first; `isLast` when nothing older is left. */
export async function findTree(
  queries: Queries,
  jamId: string,
  { limit, ...from }: HistoryStart & { limit: number },
): Promise<z.output<typeof TreeSchema>> {
  const rows = await selectNewest(queries, jamId, from)
    .select(['id', 'userId', 'created', 'parentJamId', 'parentId', 'digest'])
    .select([
      NUMBERS.bps.as('bps'),
      sql<string | null>`${sql.ref('doc')} ->> 'layerColours'`.as('layerColours'),
    ])
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const imported = await findImportedNames(queries, valuesOf(shown, 'userId'));
  const nodes = shown.map((row): TreeNode => {
    const user = row.digest === '' ? '' : row.userId;
    const importedName = imported.get(user);
    return {
      id: row.id,
      parentId: row.parentJamId === jamId ? row.parentId : null,
      // A tombstone is a place in the tree and has no maker.
      user,
      ...(importedName !== undefined && { importedName }),
      created: row.created,
      bps: row.bps,
      bands: bandsOf(row.layerColours),
    };
  });
  return { nodes, isLast: rows.length <= limit };
}
