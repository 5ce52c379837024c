import { expect, it } from 'vitest';
import { signatureOf } from '../../../packages/dev-till/telling.ts';
import { NO_HOLDINGS } from '../../ports/payments/payments.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { planCallsOf } from '../../testing/plans.ts';
import { useTestServer } from '../../testing/testApp.ts';
import type { PlansContext } from './context.ts';
import { recordHoldings } from './record.ts';
import { putRight } from './rounds.ts';
import { createSync } from './sync.ts';
import { webhookService } from './webhook.ts';

const WEBHOOK = '/api/payments/stripe/webhook';
const nowSec = () => Math.floor(Date.now() / 1000);
const quiet = { warn() {} };

describeDatabases('news from the till', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open });
  const { mine, buy, portal, pages, checkout } = planCallsOf(server);
  const trials = () => server.payments.till!.trials;
  const person = (name: string) => makeAccount(server.database, name);
  const tell = async (body: string, signature: string | undefined) =>
    (
      await server.app.inject({
        method: 'POST',
        url: WEBHOOK,
        payload: body,
        headers: {
          'content-type': 'application/json',
          ...(signature && { 'stripe-signature': signature }),
        },
      })
    ).statusCode;
  const signed = (body: string, atSec = nowSec(), secret = server.payments.webhookSecret) =>
    tell(body, signatureOf(body, secret, atSec));
  /** Forgets when an account was last compared with the till. */
  const age = (who: TestAccount) =>
    server.database.queries
      .updateTable('customers')
      .set({ checked: 0 })
      .where('userId', '=', who.userId)
      .execute();
  const grants = (who: TestAccount) => rowsOf(server.database, 'grants', 'userId', who.userId);
  const putAllRight = (nowMs = Date.now()) => {
    const context = {
      database: server.database,
      payments: server.payments,
      sync: createSync(server, quiet),
      log: quiet,
    } as unknown as PlansContext;
    return putRight(context, webhookService(context), nowMs);
  };

  it('counts once, in whatever order and however often it comes', async () => {
    const ana = await person('ana');
    trials().hold();
    await buy(ana);
    const events = await trials().waiting();
    expect(events.map(({ type }) => type)).toContain('customer.subscription.created');
    expect(await grants(ana)).toEqual([]);
    for (const { id } of events.toReversed()) expect(await trials().deliver(id)).toBe(true);
    const once = await grants(ana);
    expect(once).toMatchObject([{ product: 'plus', source: 'subscription' }]);
    for (const { id } of [...events, ...events]) await trials().deliver(id);
    expect(await grants(ana)).toEqual(once);
    // It ends, and is told late of its beginning: what an event says counts for nothing, what is counts.
    const { url } = (await portal(ana)).body.data;
    await pages.send(url, { act: 'cancel' });
    await trials().advance(40 * 24 * 3_600_000);
    for (const { id } of (await trials().waiting()).toReversed()) await trials().deliver(id);
    const begun = events.find(({ type }) => type === 'customer.subscription.created')!;
    await server.database.queries.deleteFrom('paymentEvents').where('id', '=', begun.id).execute();
    expect(await signed(JSON.stringify(begun))).toBe(200);
    expect(await grants(ana)).toEqual([]);
    await trials().release();
    const noted = await rowsOf(server.database, 'paymentEvents', 'state', 'done');
    expect(new Set(noted.map(({ id }) => id)).size).toBe(noted.length);
  });

  it('is taken with its signature alone, and only fresh', async () => {
    const before = await server.database.queries.selectFrom('paymentEvents').selectAll().execute();
    const event = (type: string) =>
      JSON.stringify({
        id: `evt_${type}`,
        object: 'event',
        created: nowSec(),
        type,
        data: { object: { customer: 'cus_play_nobody' } },
      });
    const body = event('customer.subscription.updated');
    expect(await tell(body, undefined)).toBe(400);
    expect(await tell(body, 't=1,v1=00')).toBe(400);
    expect(await tell(body, 'nonsense')).toBe(400);
    expect(await signed(body, nowSec(), 'whsec_of_somebody_else')).toBe(400);
    expect(await signed(body, nowSec() - 301)).toBe(400);
    const changed = signatureOf(body, server.payments.webhookSecret, nowSec());
    expect(await tell(body.replace('nobody', 'ana'), changed)).toBe(400);
    expect(await signed('')).toBe(400);
    expect(await signed('not json')).toBe(400);
    const after = await server.database.queries.selectFrom('paymentEvents').selectAll().execute();
    expect(after).toEqual(before);
    // Of no interest, and of no account here: acknowledged.
    expect(await signed(event('product.created'))).toBe(200);
    expect(await signed(body)).toBe(200);
    expect(await signed(body, nowSec() - 290)).toBe(200);
  });

  it('that is lost is made up for by whoever looks, and every day', async () => {
    const [ben, cleo] = [await person('ben'), await person('cleo')];
    trials().hold();
    for (const who of [ben, cleo]) {
      await buy(who);
      for (const { id } of await trials().waiting()) await trials().drop(id);
      expect(await grants(who)).toEqual([]);
    }
    await trials().release();
    // No account pays twice because of it.
    expect((await checkout(cleo)).status).toBe(409);
    await server.database.queries.deleteFrom('grants').where('userId', '=', 'cleo').execute();
    await age(ben);
    expect(await mine(ben)).toMatchObject({ description: 'Plus', status: 'active' });
    await putAllRight();
    expect(await grants(cleo)).toEqual([]);
    await putAllRight(Date.now() + 25 * 3_600_000);
    expect(await grants(cleo)).toMatchObject([{ product: 'plus' }]);
  });

  it('that is older than what is known changes nothing', async () => {
    const dan = await person('dan');
    await buy(dan);
    const { database } = server;
    const [customer] = await rowsOf(database, 'customers', 'userId', 'dan');
    const { checked } = customer!;
    await recordHoldings(database, 'dan', NO_HOLDINGS, checked - 1);
    expect(await grants(dan)).toHaveLength(1);
    await recordHoldings(database, 'dan', NO_HOLDINGS, checked + 1);
    expect(await grants(dan)).toEqual([]);
  });

  itOnce('waits for a till that does not answer', async () => {
    const eve = await person('eve');
    trials().hold();
    await buy(eve);
    const [event] = (await trials().waiting()).filter(({ type }) => type === 'invoice.paid');
    trials().fail('rate_limit');
    expect(await trials().deliver(event!.id)).toBe(false);
    const rows = () => rowsOf(server.database, 'paymentEvents', 'id', event!.id);
    expect(await rows()).toMatchObject([{ state: 'failed', problem: 'unavailable' }]);
    await putAllRight(Date.now() + 61_000);
    expect(await rows()).toMatchObject([{ state: 'done', problem: '' }]);
    expect(await grants(eve)).toHaveLength(1);
    await trials().release();
    // A plan is told all the same, and a payment is begun by the second try, once.
    await age(eve);
    trials().fail('rate_limit');
    expect(await mine(eve)).toMatchObject({ description: 'Plus' });
    const fay = await person('fay');
    trials().fail('answer_lost');
    expect((await checkout(fay)).status).toBe(200);
    trials().fail('rate_limit');
    expect((await checkout(fay)).status).toBe(503);
    const made = await server.database.queries
      .selectFrom('tillObjects')
      .select('doc')
      .where('object', '=', 'customer')
      .execute();
    expect(made.filter(({ doc }) => JSON.stringify(doc).includes('"fay"'))).toHaveLength(1);
  });
});
