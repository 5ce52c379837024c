import type { Insertable } from 'kysely';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows, removeRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { indexLoops } from '../searchIndex/indexing.ts';

/** Rows that one statement inserts; engines limit the number of values. */
const BATCH = 50;

type Rows<T extends keyof Schema> = readonly Insertable<Schema[T]>[];

/** Inserts rows some at a time. */
export async function inBatches<T>(rows: readonly T[], insert: (batch: T[]) => Promise<unknown>) {
  for (let from = 0; from < rows.length; from += BATCH)
    await insert(rows.slice(from, from + BATCH));
}

/** Media of the loops that the seed brought. */
export function findStarterMedia(queries: Queries) {
  return queries
    .selectFrom('media')
    .innerJoin('loops', 'loops.id', 'media.loopId')
    .where('loops.origin', '=', 'starter')
    .select(['media.key', 'media.hash', 'media.loopId'])
    .execute();
}

/** Makes the packs exactly these. */
export async function replacePacks(queries: Queries, rows: Rows<'packs'>): Promise<void> {
  await queries.deleteFrom('packs').execute();
  await inBatches(rows, (batch) => insertRows(queries, 'packs', batch));
}

/** Adds or renews loops of the seed, and retires those of the seed that are not among `rows`. */
export async function replaceStarterLoops(queries: Queries, rows: Rows<'loops'>): Promise<void> {
  const retired = await queries
    .updateTable('loops')
    .set({ approval: 'retired' })
    .where('origin', '=', 'starter')
    .returning('id')
    .execute();
  await inBatches(rows, (batch) =>
    queries
      .insertInto('loops')
      .values(batch)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((build) => ({
          creatorId: build.ref('excluded.creatorId'),
          created: build.ref('excluded.created'),
          category: build.ref('excluded.category'),
          packId: build.ref('excluded.packId'),
          nameFolded: build.ref('excluded.nameFolded'),
          approval: build.ref('excluded.approval'),
          product: build.ref('excluded.product'),
          doc: build.ref('excluded.doc'),
        })),
      )
      .execute(),
  );
  await indexLoops(
    queries,
    [...retired, ...rows].map(({ id }) => id),
  );
}

/** Puts the media rows of these loops in place of the ones they had. */
export async function replaceMedia(queries: Queries, rows: Rows<'media'>): Promise<void> {
  await inBatches(rows, async (batch) => {
    const loopIds = batch.map(({ loopId }) => loopId);
    await removeRows(queries, 'media', { loopId: loopIds });
    await insertRows(queries, 'media', batch);
  });
}

/** Makes the rifffs of the house exactly these. */
export async function replaceStarterRifffs(
  queries: Queries,
  rows: Rows<'starterRifffs'>,
): Promise<void> {
  await queries.deleteFrom('starterRifffs').execute();
  await inBatches(rows, (batch) => insertRows(queries, 'starterRifffs', batch));
}
