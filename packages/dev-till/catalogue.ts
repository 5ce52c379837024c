import type Stripe from 'stripe';

type Currency = 'usd' | 'gbp' | 'eur';

interface Sold {
  readonly product: string;
  readonly name: string;
  /** In whole units of the currency. */
  readonly costs: Readonly<Record<Currency, number>>;
  /** Null for what is paid once. */
  readonly interval: 'month' | null;
}

/** What the till of our own sells. */
const SOLD: readonly Sold[] = [
  {
    product: 'plus',
    name: 'Rondo Plus',
    costs: { usd: 6, gbp: 5, eur: 6 },
    interval: 'month',
  },
  {
    product: 'partners-future-collection',
    name: 'Future Collection',
    costs: { usd: 12, gbp: 10, eur: 12 },
    interval: null,
  },
];

/** A price in several currencies, in the shape of Stripe's API: https://docs.stripe.com/api/prices/object */
function priceObject({ product, costs, interval }: Sold): Stripe.Price {
  const option = (currency: Currency) => ({
    custom_unit_amount: null,
    tax_behavior: 'inclusive',
    unit_amount: costs[currency] * 100,
    unit_amount_decimal: String(costs[currency] * 100),
  });
  const price = {
    id: `price_play_${product.replaceAll('-', '_')}`,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: 0,
    currency: 'usd',
    currency_options: { usd: option('usd'), gbp: option('gbp'), eur: option('eur') },
    custom_unit_amount: null,
    livemode: false,
    lookup_key: product,
    metadata: { product },
    nickname: null,
    product: `prod_play_${product.replaceAll('-', '_')}`,
    recurring: interval && {
      interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'inclusive',
    tiers_mode: null,
    transform_quantity: null,
    type: interval ? 'recurring' : 'one_time',
    unit_amount: costs.usd * 100,
    unit_amount_decimal: String(costs.usd * 100),
  };
  return price as unknown as Stripe.Price;
}

/** Prices of the till by product. */
export const PLAY_PRICES: ReadonlyMap<string, Stripe.Price> = new Map(
  SOLD.map((sold) => [sold.product, priceObject(sold)]),
);

/** A price of the till by its id. */
export const playPrice = (id: string): Stripe.Price | undefined =>
  [...PLAY_PRICES.values()].find((price) => price.id === id);

/** What a price costs in a currency, in its smallest unit; undefined where it is not sold in that. */
export const amountIn = (price: Stripe.Price, currency: string): number | undefined =>
  price.currency_options?.[currency]?.unit_amount ?? undefined;

/** What a product is called on the pages of the till. */
export const nameOfProduct = (product: string): string =>
  SOLD.find((sold) => sold.product === product)?.name ?? product;
