import { PLUS_PRODUCT } from '../../../src/data/contract/plans.ts';
import type { Queries } from '../../ports/database/database.ts';

/**
 * Products that an account may use now: `plus`, and those of partner collections. Empty without an account. One query.
 * @param nowMs milliseconds since the epoch
 */
export async function findProducts(
  queries: Queries,
  userId: string | undefined,
  nowMs: number,
): Promise<ReadonlySet<string>> {
  if (!userId) return new Set();
  const rows = await queries
    .selectFrom('grants')
    .select('product')
    .where('userId', '=', userId)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', nowMs)]))
    .execute();
  return new Set(rows.map(({ product }) => product));
}

/** True where an account has plus now. */
export async function hasPlus(queries: Queries, userId: string, nowMs: number): Promise<boolean> {
  return (await findProducts(queries, userId, nowMs)).has(PLUS_PRODUCT);
}
