import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { RifffKey } from './repo.ts';

/** What a rifff (short id of its jam) is on sale for, in yocto; undefined where it is not. Asks the database nothing. */
export type SaleOf = (key: RifffKey) => string | undefined;

/** Nothing is on sale where nothing is collected. */
export const NO_SALES: SaleOf = () => undefined;

/** What of a rifff says that it is on sale; nothing where it is not. */
export function saleInfoOf(saleOf: SaleOf, key: RifffKey): Pick<Rifff, 'saleInfo'> {
  const price = saleOf(key);
  return price === undefined ? {} : { saleInfo: { sale_conditions: price } };
}
