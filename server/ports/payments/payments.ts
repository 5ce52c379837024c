import type Stripe from 'stripe';

/** The payments port: the official library, talking to Stripe or to the till of our own. */
export interface Payments {
  readonly stripe: Stripe;
  readonly isPlayMoney: boolean;
  /** Signs what the till tells. Secret. */
  readonly webhookSecret: string;
  /** Id of the price of a product; undefined where it is not sold. */
  priceOf(product: string): string | undefined;
  /** Products that are sold. */
  readonly products: readonly string[];
  close(): Promise<void>;
}
