import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Price } from '../../../src/data/contract/plans.ts';
import { readSettings } from '../../settings.ts';
import { describeOnce } from '../../testing/databases.ts';
import { openPayments } from './openPayments.ts';
import { NO_HOLDINGS, PaymentsFailure } from './payments.ts';
import { type StripePayments, stripePayments } from './stripePayments.ts';

const ONCE = 'partners-future-collection';
const RETURN = 'https://rondo.example/account';

/** What the code above the port relies on. `plus` is sold each month, `partners-future-collection` once. */
function keepsTheContract(open: () => Promise<StripePayments>): void {
  let payments: StripePayments;
  let customerId: string;
  const installation = `contract-${Math.random()}`;
  beforeAll(async () => {
    payments = await open();
    customerId = await payments.addCustomer('ana', installation);
  });
  afterAll(() => payments.removeCustomer(customerId));

  const priceOf = async (product: string): Promise<Price> => {
    const cost = await payments.cost(product);
    const amount = String(cost?.amounts.gbp);
    return { product, amount, currency: 'gbp', interval: cost?.interval ?? null };
  };
  const order = async (product: string, doneUrl = `${RETURN}?checkout=done`) =>
    payments.checkout({
      customerId,
      userId: 'ana',
      price: await priceOf(product),
      doneUrl,
      cancelledUrl: RETURN,
    });

  it('tells what is sold, how often it is paid, and how much in each currency', async () => {
    expect(payments.products).toEqual(expect.arrayContaining(['plus', ONCE]));
    for (const [product, interval] of [
      ['plus', 'month'],
      [ONCE, null],
    ] as const) {
      const cost = await payments.cost(product);
      expect(cost).toMatchObject({ interval, currency: 'usd' });
      for (const currency of ['usd', 'gbp', 'eur'])
        expect(cost?.amounts[currency]).toBeGreaterThan(0);
    }
    expect(await payments.cost('not-sold')).toBeNull();
  });

  it('knows an account as one customer, and forgets it without a failure as often as it is told', async () => {
    const once = await payments.addCustomer('ben', installation);
    expect(await payments.addCustomer('ben', installation)).toBe(once);
    expect(payments.knows(once)).toBe(true);
    expect(once).not.toBe(customerId);
    expect(await payments.portal(once, RETURN)).toMatch(/^https?:/);
    await payments.removeCustomer(once);
    await payments.removeCustomer(once);
    expect(await payments.portal(once, RETURN)).toBeUndefined();
    expect(await payments.holdings('cus_none')).toEqual(NO_HOLDINGS);
  });

  it('hands out the open checkout again for the same order, and calls it off for another one', async () => {
    const first = await order('plus');
    expect(new URL(first.url ?? '').protocol).toMatch(/^https?:$/);
    expect(await order('plus')).toEqual(first);
    const other = await order(ONCE);
    const elsewhere = await order('plus', `${RETURN}/elsewhere`);
    expect(elsewhere.id).not.toBe(first.id);
    const again = await order('plus');
    expect([first.id, elsewhere.id]).not.toContain(again.id);
    // One for another product is left alone.
    expect(await order(ONCE)).toEqual(other);
    const list = { customer: customerId, status: 'open' } as const;
    const stripe = await payments.stripe();
    const open = (await stripe.checkout.sessions.list(list)).data.map(({ id }) => id);
    expect(open.sort()).toEqual([again.id, other.id].sort());
  });

  it('tells what a customer holds, and until when', async () => {
    const stripe = await payments.stripe();
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
    const price = (await stripe.prices.list({ limit: 100 })).data.find(
      ({ recurring, active }) => recurring?.interval === 'month' && active,
    );
    const { id } = await stripe.subscriptions.create({
      customer: customerId,
      items: [{ price: price?.id ?? '' }],
      default_payment_method: method.id,
      metadata: { product: 'plus' },
    });
    const held = async () => (await payments.holdings(customerId)).subscriptions[0];
    const running = await held();
    expect(running).toMatchObject({ id, status: 'active', product: 'plus', cancels: false });
    expect(running?.until).toBeGreaterThan(running?.periodEnd ?? Number.POSITIVE_INFINITY);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(await held()).toMatchObject({ cancels: true, until: running?.periodEnd });
    await stripe.subscriptions.cancel(id);
    const ended = await held();
    expect(ended).toMatchObject({ status: 'canceled', until: null });
    expect(ended?.ended).toBeGreaterThan(0);
  });

  it('believes news that is signed and fresh, and passes on what changes something of a customer', async () => {
    const stripe = await payments.stripe();
    const nowSec = Math.floor(Date.now() / 1000);
    const read = (
      type: string,
      object: object,
      atSec = nowSec,
      secret = payments.webhookSecret,
    ) => {
      const payload = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        created: 7,
        type,
        data: { object },
      });
      const header = stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: atSec,
      });
      return payments.readNews(Buffer.from(payload), header);
    };
    const type = 'customer.subscription.updated';
    const news = { id: 'evt_1', type, customerId: 'cus_1', created: 7000 };
    expect(await read(type, { customer: 'cus_1' })).toEqual(news);
    expect(await read(type, { customer: { id: 'cus_1' } }, nowSec - 290)).toEqual(news);
    expect(await read(type, {})).toBeNull();
    expect(await read('product.created', { customer: 'cus_1' })).toBeNull();
    await expect(read(type, { customer: 'cus_1' }, nowSec - 301)).rejects.toThrow();
    await expect(read(type, { customer: 'cus_1' }, nowSec, 'whsec_of_another')).rejects.toThrow();
  });

  it('fails in one shape, of which nothing is secret', async () => {
    const price: Price = { product: 'not-sold', amount: '1', currency: 'gbp', interval: null };
    const urls = { doneUrl: RETURN, cancelledUrl: RETURN };
    const error = await payments
      .checkout({ customerId, userId: 'ana', price, ...urls })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PaymentsFailure);
    const { shown } = error as PaymentsFailure;
    expect(Object.keys(shown).sort()).toEqual(['code', 'param', 'requestId', 'statusCode', 'type']);
    expect(shown).toMatchObject({ type: 'StripeInvalidRequestError' });
  });
}

describeOnce('the till of play money', (openDatabase) => {
  keepsTheContract(async () => {
    const database = await openDatabase();
    await database.migrate();
    return openPayments(readSettings({}), database, () => 'http://localhost:4000');
  });
});

const key = process.env.STRIPE_CONFORMANCE_KEY;
if (!key) {
  console.info('Stripe itself is not asked: STRIPE_CONFORMANCE_KEY names no test key.');
}
describe.skipIf(!key)('Stripe in its test mode', { timeout: 60_000 }, () => {
  keepsTheContract(async () => {
    if (!/^(sk|rk)_test_/.test(key ?? '')) throw new Error('STRIPE_CONFORMANCE_KEY is no test key');
    const secretKey = key ?? '';
    const stripe = new Stripe(secretKey, { telemetry: false });
    const make = (recurring?: { interval: 'month' }) =>
      stripe.prices.create({
        currency: 'usd',
        unit_amount: 600,
        currency_options: { gbp: { unit_amount: 500 }, eur: { unit_amount: 600 } },
        product_data: { name: 'Rondo contract' },
        ...(recurring && { recurring }),
      });
    const [monthly, once] = [await make({ interval: 'month' }), await make()];
    const prices = new Map([
      ['plus', monthly.id],
      [ONCE, once.id],
    ]);
    return stripePayments(
      { secretKey, webhookSecret: 'whsec_contract', prices },
      { isPlayMoney: false, knows: () => true, till: undefined },
    );
  });
});
