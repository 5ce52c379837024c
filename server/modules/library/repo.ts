import { expressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapFound } from '../../ports/database/mapRows.ts';
import { countOf, countRows, findRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { LoopRow } from '../../ports/database/schemaLibrary.ts';

/** Which loops of the library; everything left out matches. */
export interface LoopFilter {
  readonly id?: string | undefined;
  readonly creatorId?: string | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly packId?: string | undefined;
  /** Part of a name, as a person typed it. */
  readonly search?: string | undefined;
  /** Products that the reader holds: loops of other collections are not for them. `all` to count them. */
  readonly products: ReadonlySet<string> | 'all';
}

/** Condition on a row of `loops`: it is in no partner's collection, or in one that the reader holds. */
function isUnlocked(products: ReadonlySet<string>) {
  const { or, eb } = expressionBuilder<Schema, 'loops'>();
  const isHeld = products.size === 0 ? [] : [eb('loops.product', 'in', [...products])];
  return or([eb('loops.product', 'is', null), ...isHeld]);
}

/** Condition on a row of `loops`: no jam brought it in, or no rifff holds it. */
export const namedByNo = (table: 'jamLoops' | 'rifffLoops') => {
  const { exists, not, selectFrom } = expressionBuilder<Schema, 'loops'>();
  const names = selectFrom(table).select('loopId').whereRef('loopId', '=', 'loops.id');
  return not(exists(names));
};

export interface PageOf {
  readonly limit: number;
  readonly skip: number;
  readonly order: 'asc' | 'desc';
}

/** A stored loop; `doc` was checked by `LoopSchema` when it was stored. */
export interface StoredLoop {
  readonly id: string;
  readonly isRemoved: boolean;
  readonly doc: Loop;
}

/** A name as search compares it: the same letters in any case and any Unicode spelling. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** `%`, `_` and `\` of a search are meant as themselves. */
function likePattern(search: string): string {
  return `%${foldName(search).replace(/[\\%_]/g, '\\$&')}%`;
}

function matching<O>(
  query: SelectQueryBuilder<Schema, 'loops', O>,
  filter: LoopFilter,
): SelectQueryBuilder<Schema, 'loops', O> {
  const { id, creatorId, categories, packId, search, products } = filter;
  let found = query
    .where('isLibrary', '=', true)
    .where('approval', '=', 'approved')
    .where('isRemoved', '=', false);
  if (products !== 'all') found = found.where(isUnlocked(products));
  if (id) found = found.where('id', '=', id);
  if (creatorId) found = found.where('creatorId', '=', creatorId);
  if (categories?.length) found = found.where('category', 'in', categories);
  if (packId) found = found.where('packId', '=', packId);
  if (search?.trim()) {
    const pattern = likePattern(search.trim());
    found = found.where(sql<boolean>`${sql.ref('nameFolded')} like ${pattern} escape '\\'`);
  }
  return found;
}

const asLoop = (row: { id: string; isRemoved: boolean; doc: unknown }): StoredLoop => ({
  id: row.id,
  isRemoved: row.isRemoved,
  doc: row.doc as Loop,
});

/** One page of library loops by time of creation, ties by id. */
export async function findLoops(
  queries: Queries,
  filter: LoopFilter,
  { limit, skip, order }: PageOf,
): Promise<StoredLoop[]> {
  const rows = await matching(queries.selectFrom('loops'), filter)
    .select(['id', 'isRemoved', 'doc'])
    .orderBy('created', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(skip)
    .execute();
  return rows.map(asLoop);
}

/** Stored timbres of library loops that match, the newest first, so many at most; null where one was not measured. */
export async function findTimbres(queries: Queries, filter: LoopFilter, most: number) {
  return matching(queries.selectFrom('loops'), filter)
    .select(['id', sql<string | null>`${sql.ref('doc')} ->> 'timbre'`.as('timbre')])
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** Number of library loops that match. */
export async function countLoops(queries: Queries, filter: LoopFilter): Promise<number> {
  return countOf(matching(queries.selectFrom('loops'), filter));
}

/** One of the loops of a query, each as likely as the other. */
export async function drawLoop(
  queries: Queries,
  loops: SelectQueryBuilder<Schema, 'loops', object>,
): Promise<StoredLoop | undefined> {
  const drawn = loops.select('id').orderBy(sql`random()`).limit(1);
  const chosen = await drawn.executeTakeFirst();
  return chosen && (await findLoopsById(queries, [chosen.id])).get(chosen.id);
}

/** One matching loop, each as likely as the other. */
export async function findRandomLoop(
  queries: Queries,
  filter: LoopFilter,
): Promise<StoredLoop | undefined> {
  return drawLoop(queries, matching(queries.selectFrom('loops'), filter));
}

/** Loops by id, removed and retired ones too; ids that are not there are not in the answer. */
export const findLoopsById = (queries: Queries, ids: readonly string[]) =>
  mapFound(findRows(queries, 'loops', { id: ids }, ['id', 'isRemoved', 'doc']), (row) => [
    row.id,
    asLoop(row),
  ]);

/** Number of library loops for each value of a column. */
export async function countLoopsBy<C extends 'category' | 'creatorId' | 'packId'>(
  queries: Queries,
  column: C,
  products: LoopFilter['products'],
): Promise<Map<LoopRow[C], number>> {
  const rows = await matching(queries.selectFrom('loops'), { products })
    .select((build) => [build.ref(column).as('value'), build.fn.countAll<number>().as('loopCount')])
    .groupBy(column)
    .execute();
  return new Map(rows.map((row) => [row.value as LoopRow[C], Number(row.loopCount)]));
}

/** Every pack in the order of the house. */
export function findPacks(queries: Queries) {
  return queries.selectFrom('packs').selectAll().orderBy('position').orderBy('id').execute();
}

/** The rifffs that come with the house as they are stored: their loops are embedded on reading. */
export async function findStarterRifffs(queries: Queries, limit?: number) {
  const rows = await queries
    .selectFrom('starterRifffs')
    .select(['id', 'title', 'doc'])
    .orderBy('position')
    .orderBy('id')
    .$if(limit !== undefined, (some) => some.limit(limit as number))
    .execute();
  return rows.map(({ id, title, doc }) => ({ id, title, doc: doc as Rifff }));
}

/** How many loops of its own an account has. */
export async function countOwnLoops(queries: Queries, userId: string): Promise<number> {
  return countRows(queries, 'loops', { creatorId: userId, origin: 'upload', isRemoved: false });
}
