import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDatabases } from '../../server/testing/databases.ts';
import { signatureOf } from './telling.ts';
import { openDevTill } from './till.ts';

/** What answers as Stripe's API does, with prices for what is paid each month and once. */
interface Subject {
  readonly stripe: Stripe;
  readonly monthly: string;
  readonly once: string;
  readonly webhookSecret: string;
}

const RETURN = 'https://rondo.example/account';

/** What `stripePayments` relies on of Stripe's API, and the till alike. */
function answersAsStripe(open: () => Promise<Subject>): void {
  let subject: Subject;
  let customer: string;
  const stripe = () => subject.stripe;
  beforeAll(async () => {
    subject = await open();
    customer = (await stripe().customers.create({ description: 'contract' })).id;
  });
  afterAll(() => stripe().customers.del(customer));
  const failure = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Stripe.errors.StripeError);
    return error as Stripe.errors.StripeError;
  };

  it('prices have an amount for each currency', async () => {
    const price = await stripe().prices.retrieve(subject.monthly, { expand: ['currency_options'] });
    expect(price).toMatchObject({
      object: 'price',
      active: true,
      type: 'recurring',
      recurring: { interval: 'month' },
    });
    for (const currency of ['usd', 'gbp', 'eur']) {
      expect(price.currency_options?.[currency]?.unit_amount).toBeGreaterThan(0);
    }
  });

  it('the same key makes one thing, and is refused for another', async () => {
    const idempotencyKey = `contract-${Math.random()}`;
    const make = (description: string) =>
      stripe().customers.create({ description }, { idempotencyKey });
    const [first, again] = [await make('one'), await make('one')];
    expect(again.id).toBe(first.id);
    expect(await failure(make('two'))).toMatchObject({ rawType: 'idempotency_error' });
    await stripe().customers.del(first.id);
    expect(await failure(stripe().customers.del(first.id))).toMatchObject({
      code: 'resource_missing',
    });
  });

  it('a checkout is open until it is expired, and lists by customer and state', async () => {
    const create = (mode: 'subscription' | 'payment', price: string) =>
      stripe().checkout.sessions.create({
        mode,
        customer,
        client_reference_id: 'ana',
        currency: 'gbp',
        line_items: [{ price, quantity: 1 }],
        success_url: `${RETURN}?checkout=done`,
        cancel_url: RETURN,
        metadata: { product: 'plus' },
      });
    const monthly = await create('subscription', subject.monthly);
    expect(monthly).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      currency: 'gbp',
      customer,
      client_reference_id: 'ana',
      metadata: { product: 'plus' },
    });
    expect(new URL(monthly.url ?? '').protocol).toMatch(/^https?:$/);
    expect(monthly.expires_at - monthly.created).toBe(24 * 3600);
    const once = await create('payment', subject.once);
    const list = { customer, status: 'open', limit: 1 } as const;
    const page = await stripe().checkout.sessions.list(list);
    expect(page).toMatchObject({ has_more: true, data: [{ id: once.id }] });
    const next = await stripe().checkout.sessions.list({ ...list, starting_after: once.id });
    expect(next.data.map(({ id }) => id)).toEqual([monthly.id]);
    const { expire } = stripe().checkout.sessions;
    expect(await expire.call(stripe().checkout.sessions, once.id)).toMatchObject({
      status: 'expired',
      url: null,
    });
    await failure(stripe().checkout.sessions.expire(once.id));
    await failure(create('payment', subject.monthly));
    await stripe().checkout.sessions.expire(monthly.id);
  });

  it('a subscription runs for a month, ends with it where that is wished, and is gone once it is ended', async () => {
    await stripe().paymentMethods.attach('pm_card_visa', { customer });
    const method = await stripe().paymentMethods.attach('pm_card_visa', { customer });
    const subscription = await stripe().subscriptions.create({
      customer,
      items: [{ price: subject.monthly }],
      default_payment_method: method.id,
      metadata: { product: 'plus' },
    });
    expect(subscription).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      cancel_at: null,
      metadata: { product: 'plus' },
    });
    const [item] = subscription.items.data;
    const days = ((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / 86_400;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    expect(item?.price.id).toBe(subject.monthly);
    const { id } = subscription;
    const ending = await stripe().subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending.cancel_at).toBe(item?.current_period_end);
    const kept = await stripe().subscriptions.update(id, { cancel_at_period_end: false });
    expect(kept.cancel_at).toBeNull();
    await stripe().subscriptions.cancel(id);
    const all: string[] = [];
    for await (const one of stripe().subscriptions.list({ customer, status: 'all', limit: 1 })) {
      all.push(`${one.id} ${one.status}`);
    }
    expect(all).toEqual([`${id} canceled`]);
    expect((await stripe().subscriptions.list({ customer })).data).toEqual([]);
  });

  it('money is taken, refused and given back', async () => {
    const pay = (payment_method: string) =>
      stripe().paymentIntents.create({
        amount: 1200,
        currency: 'usd',
        customer,
        confirm: true,
        payment_method,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      });
    expect(await failure(pay('pm_card_chargeDeclined'))).toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      statusCode: 402,
    });
    const { id } = await pay('pm_card_visa');
    await stripe().refunds.create({ payment_intent: id, amount: 200 });
    const charge = async () => {
      const intent = await stripe().paymentIntents.retrieve(id, { expand: ['latest_charge'] });
      return intent.latest_charge;
    };
    expect(await charge()).toMatchObject({ refunded: false, amount_refunded: 200 });
    await stripe().refunds.create({ payment_intent: id });
    expect(await charge()).toMatchObject({ refunded: true, amount_refunded: 1200 });
    expect(await failure(stripe().refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
  });

  it('what is not there, and what is not meant, is refused in one shape', async () => {
    expect(await failure(stripe().checkout.sessions.retrieve('cs_test_none'))).toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    });
    expect(await failure(stripe().subscriptions.list({ customer: 'cus_none' }))).toMatchObject({
      code: 'resource_missing',
      param: 'customer',
    });
    const odd = { odd: 'yes' } as Stripe.CustomerCreateParams;
    expect(await failure(stripe().customers.create(odd))).toMatchObject({
      code: 'parameter_unknown',
      statusCode: 400,
    });
  });

  it('what it tells is signed so that the library believes it', async () => {
    const body = '{"id":"evt_1","object":"event","type":"x"}';
    const nowSec = Math.floor(Date.now() / 1000);
    const { webhookSecret } = subject;
    const check = (atSec: number) =>
      stripe().webhooks.constructEvent(
        body,
        signatureOf(body, webhookSecret, atSec),
        webhookSecret,
      );
    expect(check(nowSec).id).toBe('evt_1');
    expect(() => check(nowSec - 301)).toThrow(Stripe.errors.StripeSignatureVerificationError);
    const theirs = stripe().webhooks.generateTestHeaderString({
      payload: body,
      secret: webhookSecret,
      timestamp: nowSec,
    });
    expect(theirs).toBe(signatureOf(body, webhookSecret, nowSec));
  });
}

describeDatabases('the till of play money', (openDatabase) => {
  answersAsStripe(async () => {
    const database = await openDatabase();
    await database.migrate();
    const { secretKey, webhookSecret, prices, fetch } = openDevTill(
      database,
      () => 'http://localhost:4000',
    ).keys;
    const [monthly = '', once = ''] = ['plus', 'partners-future-collection'].map((product) =>
      prices.get(product),
    );
    const httpClient = Stripe.createFetchHttpClient(fetch);
    const stripe = new Stripe(secretKey, { httpClient, telemetry: false });
    return { stripe, webhookSecret, monthly, once };
  });
});

const key = process.env.STRIPE_CONFORMANCE_KEY;
if (!key) {
  console.info('Stripe itself is not asked: STRIPE_CONFORMANCE_KEY names no test key.');
}
describe.skipIf(!key)('Stripe in its test mode', { timeout: 60_000 }, () => {
  answersAsStripe(async () => {
    if (!/^(sk|rk)_test_/.test(key ?? '')) throw new Error('STRIPE_CONFORMANCE_KEY is no test key');
    const stripe = new Stripe(key ?? '', { telemetry: false });
    const make = (recurring?: { interval: 'month' }) =>
      stripe.prices.create({
        currency: 'usd',
        unit_amount: 600,
        currency_options: { gbp: { unit_amount: 500 }, eur: { unit_amount: 600 } },
        product_data: { name: 'Rondo contract' },
        ...(recurring && { recurring }),
      });
    const [monthly, once] = [await make({ interval: 'month' }), await make()];
    return { stripe, webhookSecret: 'whsec_contract', monthly: monthly.id, once: once.id };
  });
});
