import type { DevTill } from '../../../packages/dev-till/till.ts';
import type { Settings } from '../../settings.ts';
import type { Database } from '../database/database.ts';
import { type StripePayments, stripePayments } from './stripePayments.ts';

/** Payments as they are opened. */
export interface OpenedPayments extends StripePayments {
  /** Undefined with Stripe. */
  readonly till: DevTill | undefined;
}

/** Customers of play money are not Stripe's, and the other way round. */
const isPlayCustomer = (customerId: string): boolean => customerId.startsWith('cus_play_');

/**
 * Stripe where its keys are set, else play money at the till of `packages/dev-till`, which is loaded for that alone.
 * @param origin under which people reach this server, for the pages of the till
 * @param stripeFetch in place of the library's own way to Stripe
 */
export async function openPayments(
  { plans: { stripe } }: Pick<Settings, 'plans'>,
  database: Database,
  origin: () => string,
  stripeFetch?: typeof globalThis.fetch,
): Promise<OpenedPayments> {
  if (stripe) {
    const place = {
      isPlayMoney: false,
      knows: (id: string) => !isPlayCustomer(id),
      till: undefined,
    };
    return { ...stripePayments({ ...stripe, fetch: stripeFetch }, place), till: undefined };
  }
  const { openDevTill } = await import('../../../packages/dev-till/till.ts');
  const { till, keys } = openDevTill(database, origin);
  return { ...stripePayments(keys, { isPlayMoney: true, knows: isPlayCustomer, till }), till };
}
