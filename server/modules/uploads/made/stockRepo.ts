import { removeFiles } from '../../../kernel/content.ts';
import type { Database, Queries } from '../../../ports/database/database.ts';
import { findsRow, removeRows, valuesOf } from '../../../ports/database/rows.ts';
import { namedByNo } from '../../library/repo.ts';

/** How many made loops are in stock since a time, by category. */
export async function countFreshStock(
  queries: Queries,
  sinceMs: number,
): Promise<Map<string, number>> {
  const rows = await queries
    .selectFrom('loops')
    .select((build) => ['category', build.fn.countAll<number>().as('total')])
    .where('isLibrary', '=', true)
    .where('approval', '=', 'unlisted')
    .where('origin', '=', 'stock')
    .where('isRemoved', '=', false)
    .where('created', '>', sinceMs)
    .groupBy('category')
    .execute();
  return new Map(rows.map(({ category, total }) => [category, Number(total)]));
}

/** Loops of the stock that no jam and no rifff has. */
const unused = (queries: Queries) =>
  queries
    .selectFrom('loops')
    .select('loops.id')
    .where('loops.isLibrary', '=', true)
    .where('loops.approval', '=', 'unlisted')
    .where('loops.origin', '=', 'stock')
    .where(namedByNo('jamLoops'))
    .where(namedByNo('rifffLoops'));

/** Ids of loops of the stock from before a time that are not used. */
export async function findUnusedStock(queries: Queries, beforeMs: number): Promise<string[]> {
  const rows = await unused(queries).where('loops.created', '<', beforeMs).execute();
  return valuesOf(rows, 'id');
}

/** Deletes a loop of the stock with its file, unless it is used by now. */
export async function deleteUnusedStock(database: Database, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await findsRow(unused(transaction).where('loops.id', '=', id)))) return;
    await removeFiles(transaction, 'media', { loopId: id });
    await removeRows(transaction, 'loops', { id });
  });
}
