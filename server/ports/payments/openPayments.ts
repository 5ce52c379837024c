import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import type { Settings } from '../../settings.ts';
import type { Database } from '../database/database.ts';
import type { Payments } from './payments.ts';
import { isPlayCustomer } from './till/book.ts';
import { PLAY_PRICES } from './till/catalogue.ts';
import { createTill } from './till/till.ts';

/** The library tries again by itself, with the same idempotency key. */
const RETRIES = 2;
const TIMEOUT_MS = 10_000;

/**
 * Stripe where its keys are set, else the till of our own. Nothing is asked yet: a wrong key shows with the first call.
 * @param origin under which people reach this server, for the pages of the till
 * @param stripeFetch in place of the library's own way to Stripe
 */
export function openPayments(
  { plans: { stripe } }: Pick<Settings, 'plans'>,
  database: Database,
  origin: () => string,
  stripeFetch?: typeof globalThis.fetch,
): Payments {
  if (stripe) {
    const { secretKey, webhookSecret, prices } = stripe;
    return {
      stripe: new Stripe(secretKey, {
        maxNetworkRetries: RETRIES,
        timeout: TIMEOUT_MS,
        telemetry: false,
        ...(stripeFetch && { httpClient: Stripe.createFetchHttpClient(stripeFetch) }),
      }),
      isPlayMoney: false,
      webhookSecret,
      priceOf: (product) => prices.get(product),
      knows: (customerId) => !isPlayCustomer(customerId),
      products: [...prices.keys()],
      till: undefined,
    };
  }
  // Both are for this process alone: nobody else can sign what the till tells, or ask it.
  const secretKey = `sk_play_${randomBytes(24).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const till = createTill({ database, origin, secretKey, webhookSecret });
  return {
    stripe: new Stripe(secretKey, {
      httpClient: Stripe.createFetchHttpClient(till.fetch),
      maxNetworkRetries: RETRIES,
      timeout: TIMEOUT_MS,
      telemetry: false,
    }),
    isPlayMoney: true,
    webhookSecret,
    priceOf: (product) => PLAY_PRICES.get(product)?.id,
    knows: isPlayCustomer,
    products: [...PLAY_PRICES.keys()],
    till,
  };
}
