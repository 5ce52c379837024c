import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import {
  type Checkout,
  type CheckoutOrder,
  type Cost,
  NO_HOLDINGS,
  type Payments,
  PaymentsFailure,
} from './payments.ts';
import { readHoldings } from './stripeHoldings.ts';

/** A checkout that is about to expire is not handed out again. */
const LEAST_LEFT_SEC = 30 * 60;
/** Seconds that news may have been on its way; what is told again is signed anew. */
const TOLERANCE_SEC = 300;
/** Events that change subscriptions, purchases or refunds. */
const CHANGING =
  /^(checkout\.session\.|customer\.subscription\.|invoice\.(paid|payment_failed|voided|marked_uncollectible)$|charge\.(refunded|refund\.updated)$|charge\.dispute\.|refund\.)/;
/** The library tries again by itself, with the same idempotency key. */
const RETRIES = 2;
const TIMEOUT_MS = 10_000;

/** What Stripe's library is opened with. */
export interface StripeKeys {
  /** Secret. */
  readonly secretKey: string;
  /** Signs news. Secret. */
  readonly webhookSecret: string;
  /** Ids of prices by product. */
  readonly prices: ReadonlyMap<string, string>;
  /** In place of the library's own way to Stripe. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Payments by Stripe's library, with what its tests ask behind the port. */
export interface StripePayments extends Payments {
  /** Opened with the first call. */
  stripe(): Promise<Stripe>;
  readonly webhookSecret: string;
}

/** Comes with the first call: of what a server loads to start, it would be a tenth. */
const library = async () => (await import('stripe')).default;

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof (await library()).errors.StripeError)) throw error;
    const { type, code, param, statusCode, requestId } = error;
    throw new PaymentsFailure({ type, code, param, statusCode, requestId });
  }
}

/** The same, with another answer where the customer is unknown. */
const askedOf = <T>(work: () => Promise<T>, unknown: T): Promise<T> =>
  asked(() =>
    work().catch(async (error: unknown) => {
      const { StripeInvalidRequestError } = (await library()).errors;
      const isRefused = error instanceof StripeInvalidRequestError;
      if (isRefused && error.code === 'resource_missing') return unknown;
      throw error;
    }),
  );

/** Null for a price that is not active, or is paid in another rhythm than ours. */
function costOf(price: Stripe.Price): Cost | null {
  const { recurring, currency } = price;
  const interval = (['month', 'year'] as const).find((known) => known === recurring?.interval);
  if (!price.active || (recurring && !interval)) return null;
  const options = Object.entries(price.currency_options ?? {});
  const amounts = Object.fromEntries(options.map(([name, option]) => [name, option.unit_amount]));
  return {
    interval: interval ?? null,
    currency,
    amounts: { [currency]: price.unit_amount, ...amounts },
  };
}

/** It may have been paid or have expired in this moment. */
const callOff = (stripe: Stripe, id: string) =>
  stripe.checkout.sessions.expire(id).catch(() => undefined);

async function openCheckout(
  stripe: Stripe,
  priceId: string,
  { customerId: customer, userId, price, doneUrl, cancelledUrl }: CheckoutOrder,
): Promise<Checkout> {
  const { product, currency, interval, amount } = price;
  const { data: sessions } = await stripe.checkout.sessions.list({ customer, limit: 100 });
  const openOnes = sessions.filter(
    ({ status, metadata }) => status === 'open' && metadata?.product === product,
  );
  const leastEnd = Date.now() / 1000 + LEAST_LEFT_SEC;
  const same = openOnes.find(
    (one) =>
      one.url !== null &&
      one.currency === currency &&
      String(one.amount_total) === amount &&
      one.success_url === doneUrl &&
      one.expires_at > leastEnd,
  );
  for (const { id } of openOnes) if (id !== same?.id) await callOff(stripe, id);
  if (same) return same;
  const metadata = { product };
  // Other nodes that see the same checkouts send the same key, and get the same one.
  const facts = [customer, priceId, currency, doneUrl, sessions[0]?.id ?? ''];
  const digest = createHash('sha256').update(facts.join('\n')).digest('hex');
  return stripe.checkout.sessions.create(
    {
      mode: interval === null ? 'payment' : 'subscription',
      customer,
      client_reference_id: userId,
      currency,
      line_items: [{ price: priceId, quantity: 1 }],
      success_url: doneUrl,
      cancel_url: cancelledUrl,
      metadata,
      ...(interval === null
        ? { payment_intent_data: { metadata } }
        : { subscription_data: { metadata } }),
    },
    { idempotencyKey: `checkout-${digest}` },
  );
}

async function removeCustomer(stripe: Stripe, customer: string): Promise<void> {
  const open = stripe.checkout.sessions.list({ customer, status: 'open' });
  for await (const { id } of open) await callOff(stripe, id);
  await stripe.customers.del(customer);
}

/** The customer that an event is about; undefined where it names none. */
function customerOf({ data }: Stripe.Event): string | undefined {
  const { customer } = data.object as { readonly customer?: string | { id: string } | null };
  return typeof customer === 'string' ? customer : customer?.id;
}

/**
 * The payments port by the official library. Nothing is asked yet: a wrong key shows with the first call.
 * @param place what tells this till from another one
 */
export function stripePayments(
  { secretKey, webhookSecret, prices, fetch }: StripeKeys,
  place: Pick<Payments, 'isPlayMoney' | 'knows' | 'till'>,
): StripePayments {
  let opened: Promise<Stripe> | undefined;
  const open = async () => {
    const Library = await library();
    return new Library(secretKey, {
      maxNetworkRetries: RETRIES,
      timeout: TIMEOUT_MS,
      telemetry: false,
      ...(fetch && { httpClient: Library.createFetchHttpClient(fetch) }),
    });
  };
  const stripe = () => {
    opened ??= open();
    return opened;
  };
  return {
    ...place,
    stripe,
    webhookSecret,
    products: [...prices.keys()],

    async cost(product) {
      const id = prices.get(product);
      if (id === undefined) return null;
      return costOf(
        await asked(async () =>
          (await stripe()).prices.retrieve(id, { expand: ['currency_options'] }),
        ),
      );
    },

    async addCustomer(userId, installation) {
      const made = await asked(async () =>
        (await stripe()).customers.create(
          { description: userId, metadata: { userId, installation } },
          { idempotencyKey: `customer-${installation}-${userId}` },
        ),
      );
      return made.id;
    },

    removeCustomer: (customerId) =>
      askedOf(async () => removeCustomer(await stripe(), customerId), undefined),

    async checkout(order) {
      const priceId = prices.get(order.price.product) ?? '';
      const { id, url } = await asked(async () => openCheckout(await stripe(), priceId, order));
      return { id, url };
    },

    portal: (customer, return_url) =>
      askedOf<string | undefined>(
        async () =>
          (await (await stripe()).billingPortal.sessions.create({ customer, return_url })).url,
        undefined,
      ),

    holdings: (customerId) =>
      askedOf(async () => readHoldings(await stripe(), customerId), NO_HOLDINGS),

    async readNews(body, signature) {
      const { webhooks } = await stripe();
      const event = webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SEC);
      const customerId = customerOf(event);
      if (!CHANGING.test(event.type) || !customerId) return null;
      return { id: event.id, type: event.type, customerId, created: event.created * 1000 };
    },
  };
}
