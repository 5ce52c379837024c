/**
 * A small stock of loops that the server made itself: what the random loop of the library is drawn from in every other
 * call. One that was not brought into a jam is fresh for a day; then another is made. It is kept a week longer, for drafts
 * that hold it and wait; what was brought into a jam is kept for ever.
 */
import { randomInt } from 'node:crypto';
import { LIBRARY_CATEGORIES } from '../../../../src/data/contract/categories.ts';
import { type LoopOrder, MADE_FAMILIES } from '../../../../src/data/contract/making.ts';
import { homeOrder } from '../../../../src/data/rules/draft/loopOrder.ts';
import { removeFiles } from '../../../kernel/content.ts';
import { createJob, type Job, type Pace } from '../../../kernel/jobs.ts';
import type { Database, Queries } from '../../../ports/database/database.ts';
import { findsRow, removeRows, valuesOf } from '../../../ports/database/rows.ts';
import { namedByNo } from '../../library/repo.ts';
import { STOCK_FRESH_MS } from '../../library/stock.ts';
import { type MadeContext, makeAndStoreLoop } from './makeLoop.ts';

/** How many made loops are in stock since a time, by category. */
async function countFreshStock(queries: Queries, sinceMs: number): Promise<Map<string, number>> {
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
async function findUnusedStock(queries: Queries, beforeMs: number): Promise<string[]> {
  const rows = await unused(queries).where('loops.created', '<', beforeMs).execute();
  return valuesOf(rows, 'id');
}

/** Deletes a loop of the stock with its file, unless it is used by now. */
async function deleteUnusedStock(database: Database, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await findsRow(unused(transaction).where('loops.id', '=', id)))) return;
    await removeFiles(transaction, 'media', { loopId: id });
    await removeRows(transaction, 'loops', { id });
  });
}

/** Who made what the house brings along. */
const CREATOR_ID = 'rondo';
/** How long a loop that is not drawn any more is kept. */
const KEPT_MS = 7 * 86_400_000;
const EVERY_MS = 120_000;
const SEEDS = 2 ** 32;

/** An order of the category that the stock has least of, in the home key of any family. */
function nextOrder(counts: ReadonlyMap<string, number>): LoopOrder {
  const countOf = (category: string) => counts.get(category) ?? 0;
  const least = Math.min(...LIBRARY_CATEGORIES.map(countOf));
  const wanted = LIBRARY_CATEGORIES.filter((category) => countOf(category) === least);
  const family = MADE_FAMILIES[randomInt(MADE_FAMILIES.length)]!;
  return homeOrder(family, wanted[randomInt(wanted.length)]!, randomInt(SEEDS));
}

/** Removes what is old and was never used, and makes loops until there are `size` fresh ones. */
export async function refillStock(
  context: MadeContext,
  { size, nowMs }: { readonly size: number; readonly nowMs: () => number },
  { gently, attempt }: Pace,
): Promise<void> {
  const { database } = context;
  const before = nowMs() - STOCK_FRESH_MS - KEPT_MS;
  for (const id of await findUnusedStock(database.queries, before)) {
    await attempt(id, () => gently(() => deleteUnusedStock(database, id)));
  }
  for (;;) {
    const counts = await countFreshStock(database.queries, nowMs() - STOCK_FRESH_MS);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (total >= size) return;
    await gently(() => makeAndStoreLoop(context, nextOrder(counts), { creatorId: CREATOR_ID }));
  }
}

/** Keeps the stock of a server filled; a server that has just begun has better things to do. @param size at least 1 */
export const stockJob = (context: MadeContext, size: number): Job =>
  createJob({
    name: 'filling the stock of made loops',
    everyMs: EVERY_MS,
    isAtStart: false,
    round: (pace) => refillStock(context, { size, nowMs: Date.now }, pace),
  });
