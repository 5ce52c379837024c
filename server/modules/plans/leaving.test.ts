import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { makeAccount } from '../../testing/accounts.ts';
import { removalEnds } from '../../testing/afterwards.ts';
import { callsOf, credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { planCallsOf } from '../../testing/plans.ts';
import { startTestServer, useTestServer } from '../../testing/testApp.ts';

/** What a log said. */
function listen() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, logger: { level: 'trace', stream } };
}

describeDatabases('payments and the one who made them', (open, { itOnce }) => {
  const { lines, logger } = listen();
  const server = useTestServer({ openDatabase: open, logger });
  const { buy, checkout, portal, pages, call } = planCallsOf(server);
  const calls = callsOf(server);
  const signUp = async (name: string) => {
    const as = credentialOf(await calls.signup(name));
    return { as, who: { userId: name, headers: { authorization: `Bearer ${as}` } } };
  };

  it('part when the account goes: nothing is paid any more, and the books keep no name', async () => {
    const { as, who } = await signUp('Leaver');
    await buy(who);
    await buy(who, 'partners-future-collection');
    const { url } = (await portal(who)).body.data;
    const exported = (await calls.get('/accounts/export', as)).data.plans;
    expect(exported).toMatchObject({
      customers: [{ customerId: expect.stringMatching(/^cus_/) }],
      subscriptions: [{ status: 'active' }],
      purchases: [{ product: 'partners-future-collection', amount: '1200', state: 'paid' }],
      redemptions: [],
    });
    expect(exported.grants).toHaveLength(2);
    const [{ id: subscriptionId }] = exported.subscriptions;
    await calls.post('/accounts/delete', { password: TEST_PASSWORD }, { as });
    await removalEnds(server.database.queries);
    for (const table of ['customers', 'subscriptions', 'purchases', 'grants'] as const) {
      expect(await rowsOf(server.database, table, 'userId', 'Leaver'), table).toEqual([]);
    }
    const kept = await server.database.queries.selectFrom('purchases').selectAll().execute();
    expect(kept).toMatchObject([{ userId: '', amount: '1200', state: 'paid' }]);
    const stripe = await server.payments.stripe();
    const ended = await stripe.subscriptions.retrieve(subscriptionId);
    expect(ended.status).toBe('canceled');
    expect((await pages.open(url)).status).toBe(404);
    // News of it find no account, and change nothing.
    await server.payments.till!.settle();
    expect(await rowsOf(server.database, 'grants', 'userId', 'Leaver')).toEqual([]);
  });

  it('leave a till that does not answer with the next try', async () => {
    const { as, who } = await signUp('Patient');
    const { url } = (await checkout(who)).body.data;
    server.payments.till!.trials.fail('rate_limit');
    await calls.post('/accounts/delete', { password: TEST_PASSWORD }, { as });
    await expect
      .poll(() => lines.some((line) => line.includes('the till did not do what it was asked')))
      .toBe(true);
    expect(await rowsOf(server.database, 'customers', 'userId', 'Patient')).toHaveLength(1);
    // The next account that leaves wakes the round that tries again.
    const { as: other } = await signUp('Waker');
    await calls.post('/accounts/delete', { password: TEST_PASSWORD }, { as: other });
    await removalEnds(server.database.queries);
    expect(await rowsOf(server.database, 'customers', 'userId', 'Patient')).toEqual([]);
    expect((await pages.send(url, { card: 'pays' })).status).toBe(404);
  });

  it('pages are for whoever has their whole address, and tell nobody', async () => {
    const ana = await makeAccount(server.database, 'ana-b');
    const { url } = (await checkout(ana)).body.data;
    const page = await pages.open(url);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';.*form-action 'self';base-uri 'none';frame-ancestors 'none'$/,
      ),
    });
    expect(page.text).not.toContain('<script');
    const [bare = '', key = ''] = url.split('?key=');
    const other = (await checkout(ana, { product: 'partners-future-collection' })).body.data.url;
    for (const wrong of [bare, `${bare}?key=`, `${bare}?key=${key}x`, `${bare}?key=${key}&key=1`]) {
      expect((await pages.open(wrong)).status, wrong).toBe(404);
    }
    expect((await pages.open(`${bare}?key=${other.split('?key=')[1]}`)).status).toBe(404);
    expect((await pages.open('/plus/till/portal/bps_none?key=x')).status).toBe(404);
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    expect((await pages.send(url, { card: 'pays' }, elsewhere)).status).toBe(404);
    expect(await rowsOf(server.database, 'grants', 'userId', 'ana-b')).toEqual([]);
    const own = { 'sec-fetch-site': 'same-origin' };
    const typed = { card: 'other', number: '4000-0000-0000-0002', expiry: '04/39', code: '987' };
    expect((await pages.send(url, typed, own)).status).toBe(402);
    const good = { ...typed, number: '4242 4242 4242 4242' };
    expect((await pages.send(url, good, own)).status).toBe(303);
    // Neither keys nor numbers are anywhere but where they belong.
    const { queries } = server.database;
    const kept = JSON.stringify([
      await queries.selectFrom('tillObjects').select('doc').execute(),
      await queries.selectFrom('tillKeys').selectAll().execute(),
    ]);
    for (const number of ['4242424242424242', '4242 4242', '4000-0000', '"987"']) {
      expect(kept).not.toContain(number);
    }
    const log = lines.join('');
    const { webhookSecret } = server.payments;
    for (const secret of [webhookSecret, key, 'sk_play_', '4242 4242', '4000-0000']) {
      expect(log).not.toContain(secret);
      expect(kept).not.toContain(secret === key ? webhookSecret : secret);
    }
    expect(log).toContain('/plus/till/checkout/');
  });

  itOnce('say nothing of keys when Stripe refuses them', async () => {
    const heard = listen();
    const [secretKey, webhookSecret] = ['sk_test_planted51Kx', 'whsec_planted77Qz'];
    const asked: string[] = [];
    const stripeServer = await startTestServer({
      environment: {
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_PRICE_PLUS: 'price_planted',
      },
      logger: heard.logger,
      stripeFetch: async (input, init) => {
        asked.push(`${init?.method} ${input} ${new Headers(init?.headers).get('authorization')}`);
        const error = { type: 'invalid_request_error', message: `Invalid API Key: ${secretKey}` };
        return new Response(JSON.stringify({ error }), { status: 401 });
      },
    });
    try {
      const stripeCalls = planCallsOf(stripeServer);
      const who = await makeAccount(stripeServer.database, 'ana');
      const answers = [
        await stripeCalls.call('GET', '/payments/stripe/prices'),
        await stripeCalls.checkout(who),
      ];
      expect(answers.map(({ status }) => status)).toEqual([503, 503]);
      expect(await stripeCalls.mine(who)).toMatchObject({ isPlayMoney: false, status: 'none' });
      expect(asked).toContain(
        `GET https://api.stripe.com/v1/prices/price_planted?expand[0]=currency_options Bearer ${secretKey}`,
      );
      expect((await stripeCalls.pages.open('/plus/till/checkout/x?key=y')).status).toBe(404);
      const said = heard.lines.join('') + JSON.stringify(answers);
      expect(said).toContain('the till did not do what it was asked');
      for (const secret of [secretKey, webhookSecret]) expect(said).not.toContain(secret);
    } finally {
      await stripeServer.close();
    }
  });

  itOnce('are nothing where the operator has no plans', async () => {
    const off = await startTestServer({ environment: { RONDO_PLANS: 'off' } });
    try {
      const offCalls = planCallsOf(off);
      const who = await makeAccount(off.database, 'ana');
      for (const [method, path] of [
        ['GET', '/payments/stripe/prices'],
        ['POST', '/payments/stripe/checkout-session'],
        ['POST', '/payments/stripe/billing-portal-session'],
        ['POST', '/payments/stripe/webhook'],
        ['GET', '/subscriptions/my-subscription'],
        ['GET', '/library/my-purchases'],
      ] as const) {
        const body = method === 'POST' ? {} : undefined;
        expect((await offCalls.call(method, path, who, body)).status, path).toBe(404);
      }
      expect((await offCalls.pages.open('/plus/till/checkout/x?key=y')).status).toBe(404);
    } finally {
      await off.close();
    }
  });

  it('are told of to nobody else', async () => {
    const ben = await makeAccount(server.database, 'ben-b');
    expect((await call('GET', '/library/my-purchases', ben)).body.data).toEqual({ purchases: [] });
    for (const path of ['/library/my-purchases', '/subscriptions/my-subscription']) {
      expect((await call('GET', path, null)).status).toBe(401);
    }
  });
});
