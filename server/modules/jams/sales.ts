import type { Queries } from '../../ports/database/database.ts';
import { keyText } from './repo.ts';
import type { SaleOf } from './saleInfo.ts';

export type Sales = ReturnType<typeof createSales>;

/**
 * Which rifffs are on sale, in memory, so that showing a rifff asks the database nothing more. Loaded after every change
 * that this node sees, and in every round of the index.
 */
export function createSales() {
  let prices: ReadonlyMap<string, string> = new Map();
  let asOf = 0;
  const saleOf: SaleOf = (key) => prices.get(keyText(key));

  return {
    saleOf,

    /** When the chain was last asked about all sales, ms; 0 before the first time. */
    get asOf(): number {
      return asOf;
    },

    /** @param askedMs when the chain was asked about all sales; left out where it was not */
    async load(queries: Queries, askedMs?: number): Promise<void> {
      const rows = await queries
        .selectFrom('tokens')
        .select(['jamId', 'rifffId', 'price'])
        .where('price', 'is not', null)
        .execute();
      prices = new Map(rows.map(({ price, ...key }) => [keyText(key), price!]));
      if (askedMs !== undefined) asOf = askedMs;
    },
  };
}
