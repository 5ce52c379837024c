import type Stripe from 'stripe';
import type { Till } from './till/till.ts';

/** The payments port: the official library, talking to Stripe or to the till of our own. */
export interface Payments {
  readonly stripe: Stripe;
  readonly isPlayMoney: boolean;
  /** Signs what the till tells. Secret. */
  readonly webhookSecret: string;
  /** Id of the price of a product; undefined where it is not sold. */
  priceOf(product: string): string | undefined;
  /** May this customer be one of this till? Those of the till of our own are not Stripe's, and the other way round. */
  knows(customerId: string): boolean;
  /** Products that are sold. */
  readonly products: readonly string[];
  /** The till of our own, for whoever mounts its pages and winds its clock; undefined with Stripe. */
  readonly till: Till | undefined;
}
