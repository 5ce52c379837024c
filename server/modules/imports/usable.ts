import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapFound, rowsById } from '../../ports/database/mapRows.ts';
import { findRows } from '../../ports/database/rows.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import { findProducts } from '../grants/grants.ts';
import { findLoopsInJam, findReadableLoops } from '../jams/commitRepo.ts';

/** A loop that rifffs of an import may hold. */
export interface UsableLoop {
  readonly id: string;
  readonly isLibrary: boolean;
  readonly doc: Loop;
}

/** What is read of a loop to say whether it may be used. */
const JUDGED = ['id', 'creatorId', 'isLibrary', 'isRemoved', 'product', 'doc'] as const;

/** What loops of an import are called here. */
export const findImportedLoops = (queries: Queries, importId: string, ids: readonly string[]) =>
  mapFound(
    findRows(queries, 'importedLoops', { importId, sourceId: ids }, ['sourceId', 'loopId']),
    ({ sourceId, loopId }) => [sourceId, loopId],
  );

/**
 * Those of a source's loops that are here with their sound, by their ids there: what this import brought, what the
 * library offers the account, and what it may use already. That an id is taken here opens nothing: a loop that the
 * account may not use has to be brought.
 */
export async function findUsable(
  queries: Queries,
  { id, userId, jamId }: Pick<ImportRow, 'id' | 'userId' | 'jamId'>,
  sourceIds: readonly string[],
): Promise<Map<string, UsableLoop>> {
  const brought = await findImportedLoops(queries, id, sourceIds);
  const hereIds = sourceIds.map((sourceId) => brought.get(sourceId) ?? sourceId);
  const stored = await rowsById(queries, 'loops', [...new Set(hereIds)], JUDGED);
  const there = [...stored.values()].filter(({ isRemoved }) => !isRemoved);
  const own = new Set(brought.values());
  const closed = there
    .filter((row) => !own.has(row.id) && row.creatorId !== userId)
    .filter(({ isLibrary, product }) => !isLibrary || product !== null);
  const closedIds = closed.filter(({ product }) => product === null).map((row) => row.id);
  const [inJam, readable, products] = await Promise.all([
    closedIds.length === 0 ? [] : findLoopsInJam(queries, jamId, closedIds),
    closedIds.length === 0 ? [] : findReadableLoops(queries, { userId }, closedIds),
    closed.some(({ product }) => product !== null)
      ? findProducts(queries, userId, Date.now())
      : new Set<string>(),
  ]);
  const opened = new Set([...inJam, ...readable]);
  const refused = new Set(
    closed
      .filter(({ id: loopId, product }) =>
        product === null ? !opened.has(loopId) : !products.has(product ?? ''),
      )
      .map((row) => row.id),
  );
  const usable = new Map(there.map((row) => [row.id, { ...row, doc: row.doc as Loop }]));
  return new Map(
    sourceIds.flatMap((sourceId, at) => {
      const loop = usable.get(hereIds[at]!);
      return loop && !refused.has(loop.id) ? [[sourceId, loop] as const] : [];
    }),
  );
}
