import type { FastifyBaseLogger } from 'fastify';
import type Stripe from 'stripe';
import {
  CURRENCIES,
  PLUS_PRODUCT,
  type Price,
  type Prices,
  type REGIONS,
} from '../../../src/data/contract/plans.ts';
import type { Payments } from '../../ports/payments/payments.ts';
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

/** Undefined for one that nothing is sold in here. */
function intervalOf({ recurring }: Stripe.Price): Price['interval'] | undefined {
  if (!recurring) return null;
  return (['month', 'year'] as const).find((known) => known === recurring.interval);
}

/** In the currency of the region, or in the price's own where it has none for that; null for one of neither. */
function present(product: string, price: Stripe.Price, region: Region): Price | null {
  const wanted = CURRENCY_OF[region];
  const option = price.currency_options?.[wanted];
  const currency = option ? wanted : CURRENCIES.find((known) => known === price.currency);
  const amount = option ? option.unit_amount : price.unit_amount;
  const interval = intervalOf(price);
  if (!price.active || !currency || amount === null || interval === undefined) return null;
  return { product, amount: String(amount), currency, interval };
}

/** Prices as the till has them, kept for ten minutes. */
export function priceList(
  { stripe, products, priceOf, isPlayMoney }: Payments,
  log: Pick<FastifyBaseLogger, 'warn'>,
): PriceList {
  const kept = new Map<string, { readonly price: Promise<Stripe.Price>; readonly atMs: number }>();

  function read(id: string): Promise<Stripe.Price> {
    const nowMs = performance.now();
    const known = kept.get(id);
    if (known && nowMs - known.atMs < KEPT_MS) return known.price;
    const price: Promise<Stripe.Price> = askTill(log, () =>
      stripe.prices.retrieve(id, { expand: ['currency_options'] }),
    );
    kept.set(id, { price, atMs: nowMs });
    price.catch(() => {
      if (kept.get(id)?.price === price) kept.delete(id);
    });
    return price;
  }

  async function find(product: string, region: Region): Promise<Price | null> {
    const id = priceOf(product);
    return id === undefined ? null : present(product, await read(id), region);
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
