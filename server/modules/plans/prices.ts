import type { FastifyBaseLogger } from 'fastify';
import {
  CURRENCIES,
  PLUS_PRODUCT,
  type Price,
  type Prices,
  type REGIONS,
} from '../../../src/data/contract/plans.ts';
import type { Cost, Payments } from '../../ports/payments/payments.ts';
import { askTill } from './atTill.ts';

export type Region = (typeof REGIONS)[number];

/** A price that is changed at the till shows here after this long at the latest. */
const KEPT_MS = 10 * 60_000;

const CURRENCY_OF: Readonly<Record<Region, Price['currency']>> = {
  us: 'usd',
  gb: 'gbp',
  eu: 'eur',
};

/** What is sold, and for how much. All throw `unavailable` while the till does not answer. */
export interface PriceList {
  /** Null where the product is not sold here. */
  find(product: string, region: Region): Promise<Price | null>;
  all(region: Region): Promise<Prices>;
}

/** In the currency of the region, or in the price's own where it has none for that; null for one of neither. */
function present(product: string, cost: Cost, region: Region): Price | null {
  const { amounts, interval } = cost;
  const wanted = CURRENCY_OF[region];
  const own = CURRENCIES.find((known) => known === cost.currency);
  const currency = wanted in amounts ? wanted : own;
  const amount = currency && amounts[currency];
  if (!currency || typeof amount !== 'number') return null;
  return { product, amount: String(amount), currency, interval };
}

/** Prices as the till has them, kept for ten minutes. */
export function priceList(payments: Payments, log: Pick<FastifyBaseLogger, 'warn'>): PriceList {
  const { products, isPlayMoney } = payments;
  const kept = new Map<string, { readonly cost: Promise<Cost | null>; readonly atMs: number }>();

  function read(product: string): Promise<Cost | null> {
    const nowMs = performance.now();
    const known = kept.get(product);
    if (known && nowMs - known.atMs < KEPT_MS) return known.cost;
    const cost = askTill(log, () => payments.cost(product));
    kept.set(product, { cost, atMs: nowMs });
    cost.catch(() => {
      if (kept.get(product)?.cost === cost) kept.delete(product);
    });
    return cost;
  }

  async function find(product: string, region: Region): Promise<Price | null> {
    if (!products.includes(product)) return null;
    const cost = await read(product);
    return cost && present(product, cost, region);
  }

  return {
    find,
    async all(region) {
      const found = await Promise.all(products.map((product) => find(product, region)));
      const sold = found.filter((price) => price !== null);
      const once = sold.filter(({ interval }) => interval === null);
      const isPlus = ({ product, interval }: Price) =>
        product === PLUS_PRODUCT && interval !== null;
      return {
        isPlayMoney,
        subscription: { plus: sold.find(isPlus) ?? null },
        products: Object.fromEntries(once.map((price) => [price.product, price])),
      };
    },
  };
}
