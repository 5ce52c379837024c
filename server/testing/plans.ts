import type { TestAccount } from './accounts.ts';
import { callsAs } from './calls.ts';
import type { TestServer } from './testApp.ts';

/** What a page of the till answered. */
export interface PageAnswer {
  readonly status: number;
  readonly text: string;
  /** Where it leads on; empty for a page that stays. */
  readonly to: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Calls about plans, and the hosted pages of the till as a browser opens and fills them in. */
export function planCallsOf(server: Pick<TestServer, 'app'>) {
  const call = callsAs(server);

  async function ask(
    method: 'GET' | 'POST',
    url: string,
    form: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const page = new URL(url, 'http://till.test');
    const isForm = method === 'POST';
    const answer = await server.app.inject({
      method,
      url: page.pathname + page.search,
      headers: {
        ...headers,
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(isForm && { payload: new URLSearchParams(form).toString() }),
    });
    const { location } = answer.headers;
    const to = location === undefined ? '' : new URL(location, page).href;
    return { status: answer.statusCode, text: answer.body, to, headers: answer.headers };
  }

  const checkout = (who: TestAccount | null, body: object = { product: 'plus' }) =>
    call('POST', '/payments/stripe/checkout-session', who, body);
  const pages = {
    open: (url: string) => ask('GET', url),
    send: (url: string, form: Record<string, string>, headers?: Record<string, string>) =>
      ask('POST', url, form, headers),
  };
  return {
    call,
    pages,
    checkout,
    portal: (who: TestAccount) => call('POST', '/payments/stripe/billing-portal-session', who, {}),
    mine: async (who: TestAccount) =>
      (await call('GET', '/subscriptions/my-subscription', who)).body.data,
    purchases: async (who: TestAccount) =>
      (await call('GET', '/library/my-purchases', who)).body.data.purchases,
    /** Buys something with a card of the till, named by what it does. @returns what the page answered */
    async buy(who: TestAccount, product = 'plus', card = 'pays'): Promise<PageAnswer> {
      const begun = await checkout(who, { product });
      if (begun.status !== 200) throw new Error(JSON.stringify(begun.body));
      return pages.send(begun.body.data.url, { card });
    },
  };
}
