import type Stripe from 'stripe';
import { PLUS_PRODUCT } from '../../../src/data/contract/plans.ts';
import type { Holdings, PaidPurchase, PaidSubscription } from './payments.ts';

const DAY_MS = 24 * 3_600_000;
/** What is paid each month goes on for so long behind its end: the payment, and the news of it, take their time. */
const RENEWAL_SLACK_MS = 3 * DAY_MS;
/**
 * Plus stays for so long from the day when a payment was due that failed: Stripe and the till of play money try again for
 * two weeks at most, and the last answer has a day to arrive.
 * https://docs.stripe.com/billing/revenue-recovery/smart-retries
 */
const PAST_DUE_MS = 15 * DAY_MS;
const PAGE = 100;

const idOf = (value: string | { readonly id: string } | null): string =>
  typeof value === 'string' ? value : (value?.id ?? '');

/** Until when a subscription gives something: https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses */
function untilOf(
  { status, cancel_at, cancel_at_period_end }: Stripe.Subscription,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): number | null {
  if (status === 'past_due') return startMs + PAST_DUE_MS;
  if (status !== 'active' && status !== 'trialing') return null;
  if (cancel_at !== null) return cancel_at * 1000;
  return cancel_at_period_end ? endMs : endMs + RENEWAL_SLACK_MS;
}

/** One that says nothing of its product is for plus. */
function presentSubscription(subscription: Stripe.Subscription): PaidSubscription {
  const { id, status, cancel_at, cancel_at_period_end, ended_at, created, metadata } = subscription;
  const [item] = subscription.items.data;
  const startMs = (item?.current_period_start ?? created) * 1000;
  const endMs = (item?.current_period_end ?? created) * 1000;
  return {
    id,
    status,
    price: item?.price.id ?? '',
    cancels: cancel_at_period_end || cancel_at !== null,
    periodEnd: cancel_at === null ? endMs : Math.min(endMs, cancel_at * 1000),
    ended: ended_at === null ? null : ended_at * 1000,
    created: created * 1000,
    product: metadata.product ?? PLUS_PRODUCT,
    until: untilOf(subscription, { startMs, endMs }),
  };
}

/** Undefined for a checkout that gave nothing for good. */
function presentPurchase(session: Stripe.Checkout.Session): PaidPurchase | undefined {
  const { id, mode, payment_status, metadata, amount_total, currency, created } = session;
  const product = metadata?.product;
  if (mode !== 'payment' || payment_status === 'unpaid' || !product) return undefined;
  const intent = session.payment_intent;
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : null;
  return {
    id,
    product,
    amount: String(amount_total ?? 0),
    currency: currency ?? '',
    created: created * 1000,
    isRefunded: charge !== null && typeof charge === 'object' && charge.refunded,
  };
}

/** Asks for all that a customer has paid for. Throws what the library throws. */
export async function readHoldings(stripe: Stripe, customer: string): Promise<Holdings> {
  const subscriptions: PaidSubscription[] = [];
  const purchases: PaidPurchase[] = [];
  const all = stripe.subscriptions.list({ customer, status: 'all', limit: PAGE });
  for await (const one of all) subscriptions.push(presentSubscription(one));
  const checkouts = stripe.checkout.sessions.list({
    customer,
    status: 'complete',
    limit: PAGE,
    expand: ['data.payment_intent.latest_charge'],
  });
  for await (const session of checkouts) {
    const purchase = idOf(session.customer) === customer ? presentPurchase(session) : undefined;
    if (purchase) purchases.push(purchase);
  }
  return { subscriptions, purchases };
}
