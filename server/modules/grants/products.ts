import { PLUS_PRODUCT } from '../../../src/data/contract/plans.ts';
import type { Queries } from '../../ports/database/database.ts';

/** What the products are called that there are here: plus, and those of partner collections. */
export async function productNames(queries: Queries): Promise<ReadonlyMap<string, string>> {
  const packs = await queries
    .selectFrom('packs')
    .select(['product', 'name'])
    .where('product', 'is not', null)
    .orderBy('position')
    .execute();
  const named = packs.map(({ product, name }) => [product ?? '', name] as const);
  return new Map([[PLUS_PRODUCT, 'Plus'], ...named]);
}
