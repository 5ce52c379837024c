import { expect, it } from 'vitest';
import { makeAccount } from '../../testing/accounts.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { planCallsOf } from '../../testing/plans.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { hasPlus } from '../grants/grants.ts';

const DAY_MS = 24 * 3_600_000;
const COLLECTION = 'partners-future-collection';

describeDatabases('plans', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open });
  const { call, pages, checkout, portal, mine, purchases, buy } = planCallsOf(server);
  const trials = () => server.payments.till!.trials;
  const person = (name: string) => makeAccount(server.database, name);

  itOnce('are priced by region', async () => {
    const prices = await call('GET', '/payments/stripe/prices?region=gb');
    expect(prices.body.data).toMatchObject({
      isPlayMoney: true,
      subscription: {
        plus: { product: 'plus', amount: '500', currency: 'gbp', interval: 'month' },
      },
      products: {
        [COLLECTION]: { product: COLLECTION, amount: '1000', currency: 'gbp', interval: null },
      },
    });
    const us = (await call('GET', '/payments/stripe/prices')).body.data;
    expect(us.subscription.plus).toMatchObject({ amount: '600', currency: 'usd' });
  });

  it('are bought on the page of the till, with a card that pays', async () => {
    const ana = await person('ana');
    expect(await mine(ana)).toMatchObject({
      description: 'Free',
      status: 'none',
      sources: [],
      hasPortal: false,
    });
    expect((await portal(ana)).status).toBe(409);
    const begun = await checkout(ana, { product: 'plus', region: 'eu', returnTo: '/plus?a=1#b' });
    const { url } = begun.body.data;
    const page = await pages.open(url);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Pay €6') });
    expect(page.text).toContain('No card is charged. Numbers that you type are not kept.');
    const declined = await pages.send(url, { card: 'declined' });
    expect(declined).toMatchObject({ status: 402, text: expect.stringContaining('declined') });
    const typed = { card: 'other', number: '4111 1111 1111 1111', expiry: '01/20', code: 'x' };
    const wrong = await pages.send(url, typed);
    expect(wrong.status).toBe(422);
    for (const part of ['takes no real card', 'has expired', 'three digits']) {
      expect(wrong.text).toContain(part);
    }
    expect(wrong.text).not.toContain('4111');
    expect(await pages.send(url, { card: 'confirms' })).toMatchObject({
      status: 200,
      text: expect.stringContaining('Your bank asks'),
    });
    expect((await pages.send(url, { card: 'confirms', confirm: 'no' })).status).toBe(402);
    expect(await mine(ana)).toMatchObject({ description: 'Free', status: 'none' });
    const paid = await pages.send(url, { card: 'confirms', confirm: 'yes' });
    expect(paid).toMatchObject({
      status: 303,
      to: 'http://localhost:4000/plus?a=1&checkout=done#b',
    });
    // Sent again, and looked at again: it is paid once.
    expect((await pages.send(url, { card: 'pays' })).status).toBe(303);
    expect((await pages.open(url)).text).toContain('This is paid');
    expect(await rowsOf(server.database, 'subscriptions', 'userId', 'ana')).toHaveLength(1);
    const plan = await mine(ana);
    expect(plan).toMatchObject({
      description: 'Plus',
      status: 'active',
      ends: null,
      sources: ['subscription'],
      hasPortal: true,
      allowance: { free: { trackSec: 300 }, plus: { trackSec: 1800, clubsOwned: 100 } },
    });
    expect(plan.renews).toBeGreaterThan(Date.now() + 27 * DAY_MS);
    expect(await checkout(ana)).toMatchObject({ status: 409 });
  });

  it('end with their month, unless somebody thinks better of it', async () => {
    const ben = await person('ben');
    await buy(ben);
    const { url } = (await portal(ben)).body.data;
    expect((await pages.open(url)).text).toContain('The next payment is on');
    const ended = await pages.send(url, { act: 'cancel' });
    expect(ended.status).toBe(303);
    expect((await pages.open(ended.to)).text).toContain('It ends with this month.');
    const ending = await mine(ben);
    expect(ending).toMatchObject({ description: 'Plus', status: 'active', renews: null });
    expect(ending.ends).toBeGreaterThan(Date.now() + 27 * DAY_MS);
    await pages.send(url, { act: 'resume' });
    expect(await mine(ben)).toMatchObject({ ends: null, renews: ending.ends });
    await pages.send(url, { act: 'cancel' });
    await trials().advance(32 * DAY_MS);
    expect(await mine(ben)).toMatchObject({
      description: 'Free',
      status: 'ended',
      renews: null,
      ends: null,
      sources: [],
    });
    // The hour of the visit is over.
    expect((await pages.open(url)).status).toBe(404);
    expect((await checkout(ben)).status).toBe(200);
  });

  it('go on for a while when a month is not paid, and end when nobody pays it', async () => {
    const [cleo, dan] = [await person('cleo'), await person('dan')];
    for (const who of [cleo, dan]) await buy(who, 'plus', 'fails_later');
    await trials().advance(32 * DAY_MS);
    const late = await mine(cleo);
    expect(late).toMatchObject({ description: 'Plus', status: 'past_due', renews: null });
    expect((await checkout(cleo)).status).toBe(409);
    const { url } = (await portal(cleo)).body.data;
    expect((await pages.open(url)).text).toContain('The last payment failed');
    expect((await pages.send(url, { act: 'card', card: 'declined' })).status).toBe(402);
    expect(await mine(cleo)).toMatchObject({ status: 'past_due' });
    await pages.send(url, { act: 'card', card: 'pays' });
    expect(await mine(cleo)).toMatchObject({ description: 'Plus', status: 'active', ends: null });
    await trials().advance(10 * DAY_MS);
    expect(await mine(dan)).toMatchObject({ description: 'Plus', status: 'past_due' });
    // What it gives ends by itself too, should no news ever come again.
    expect(await hasPlus(server.database.queries, 'dan', late.ends + DAY_MS)).toBe(false);
    await trials().advance(5 * DAY_MS);
    expect(await mine(dan)).toMatchObject({ description: 'Free', status: 'ended' });
    expect(await mine(cleo)).toMatchObject({ description: 'Plus', status: 'active' });
  });

  it('sell what is paid once, once, and take it back with the money', async () => {
    const eve = await person('eve');
    expect((await buy(eve, COLLECTION)).status).toBe(303);
    const [bought] = await purchases(eve);
    expect(bought).toMatchObject({
      product: COLLECTION,
      amount: '1200',
      currency: 'usd',
      state: 'paid',
    });
    expect((await checkout(eve, { product: COLLECTION })).status).toBe(409);
    const stripe = await server.payments.stripe();
    const session = await stripe.checkout.sessions.retrieve(bought.id);
    const payment_intent = String(session.payment_intent);
    await stripe.refunds.create({ payment_intent, amount: 100 });
    await server.payments.till!.settle();
    expect(await rowsOf(server.database, 'grants', 'userId', 'eve')).toHaveLength(1);
    await stripe.refunds.create({ payment_intent });
    await server.payments.till!.settle();
    expect(await rowsOf(server.database, 'grants', 'userId', 'eve')).toEqual([]);
    expect(await purchases(eve)).toMatchObject([{ id: bought.id, state: 'refunded' }]);
    expect((await checkout(eve, { product: COLLECTION })).status).toBe(200);
  });

  it('begin once, however often somebody asks at the same time', async () => {
    const fay = await person('fay');
    const answers = await Promise.all(Array.from({ length: 50 }, () => checkout(fay)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    const customers = await server.database.queries
      .selectFrom('tillObjects')
      .select('doc')
      .where('object', '=', 'customer')
      .execute();
    const named = customers.filter(
      ({ doc }) => (doc as { description: string }).description === 'fay',
    );
    expect(named).toHaveLength(1);
    // In another currency it is another checkout, and the one before is over.
    const { url } = answers[0]!.body.data;
    const other = await checkout(fay, { product: 'plus', region: 'gb' });
    expect(other.body.data.url).not.toBe(url);
    expect((await pages.open(url)).text).toContain('not paid in time');
    expect((await pages.send(url, { card: 'pays' })).status).toBe(200);
    await trials().advance(2 * DAY_MS);
    expect((await pages.open(other.body.data.url)).text).toContain('not paid in time');
    expect(await mine(fay)).toMatchObject({ description: 'Free', status: 'none' });
  });

  itOnce(
    'refuse what is not sold, who is not signed in, and ways that lead elsewhere',
    async () => {
      const gus = await person('gus');
      expect((await checkout(null)).status).toBe(401);
      expect((await checkout(gus, { product: 'nothing' })).status).toBe(404);
      for (const returnTo of [
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        'plus',
      ]) {
        expect((await checkout(gus, { product: 'plus', returnTo })).status, returnTo).toBe(400);
      }
      const tabbed = await checkout(gus, { product: 'plus', returnTo: '/\t/evil.example' });
      const page = await pages.open(tabbed.body.data.url);
      expect(page.text).not.toMatch(/href="(https?:)?\/\/evil/);
    },
  );
});
