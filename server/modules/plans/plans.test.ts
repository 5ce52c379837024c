import { expect, it } from 'vitest';
import { makeAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { tillPagesOf } from '../../testing/tillPages.ts';

describeDatabases('plans', (open) => {
  const server = useTestServer({ openDatabase: open });
  const call = callsAs(server);
  const pages = tillPagesOf(server);

  it('plus is bought on the page of the till', async () => {
    const ana = await makeAccount(server.database, 'ana');
    const prices = await call('GET', '/payments/stripe/prices?region=gb');
    expect(prices.body.data).toMatchObject({
      isPlayMoney: true,
      subscription: {
        plus: { product: 'plus', amount: '500', currency: 'gbp', interval: 'month' },
      },
      products: {
        'partners-future-collection': { amount: '1000', currency: 'gbp', interval: null },
      },
    });
    const begun = await call('POST', '/payments/stripe/checkout-session', ana, { product: 'plus' });
    expect(begun).toMatchObject({ status: 200 });
    const { url } = begun.body.data;
    const page = await pages.open(url);
    expect(page.text).toContain('Pay $6.00');
    const paid = await pages.send(url, { card: 'pays' });
    expect(paid).toMatchObject({ status: 303, to: expect.stringContaining('checkout=done') });
    const mine = await call('GET', '/subscriptions/my-subscription', ana);
    expect(mine.body.data).toMatchObject({ description: 'Plus', status: 'active' });
  });
});
