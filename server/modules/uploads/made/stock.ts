/**
 * A small stock of loops that the server made itself: what the random loop of the library is drawn from in every other
 * call. One that was not brought into a jam is fresh for a day; then another is made. It is kept a week longer, for drafts
 * that hold it and wait; what was brought into a jam is kept for ever.
 */
import { randomInt } from 'node:crypto';
import { LIBRARY_CATEGORIES } from '../../../../src/data/contract/categories.ts';
import { type LoopOrder, MADE_FAMILIES } from '../../../../src/data/contract/making.ts';
import { homeOrder } from '../../../../src/data/rules/draft/loopOrder.ts';
import { createJob, type Job, type Pace } from '../../../kernel/jobs.ts';
import { STOCK_FRESH_MS } from '../../library/stock.ts';
import { type MadeContext, makeAndStoreLoop } from './makeLoop.ts';
import * as repo from './stockRepo.ts';

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
  for (const id of await repo.findUnusedStock(database.queries, before)) {
    await attempt(id, () => gently(() => repo.deleteUnusedStock(database, id)));
  }
  for (;;) {
    const counts = await repo.countFreshStock(database.queries, nowMs() - STOCK_FRESH_MS);
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
