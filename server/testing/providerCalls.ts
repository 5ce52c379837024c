/** Calls of accounts elsewhere, as a page makes them. */
import { type CallAnswer, callsOf } from './calls.ts';
import { browserAt } from './oidcProvider.ts';
import type { TestServer } from './testApp.ts';

type Intent = 'sign-in' | 'link' | 'proof';

/** The calls of one server whose settings have a provider with the id `test`. */
export function providerCallsOf(server: Pick<TestServer, 'app' | 'database'>) {
  const calls = callsOf(server);
  const { post } = calls;
  const asOf = (as?: string) => (as === undefined ? {} : { as });

  const start = (intent: Intent = 'sign-in', as?: string): Promise<CallAnswer> =>
    post('/auth/provider/start', { provider: 'test', intent }, asOf(as));

  const finish = (query: string, binding: string, as?: string): Promise<CallAnswer> =>
    post('/auth/provider/finish', { query, binding }, asOf(as));

  /** Goes to a real provider and comes back. */
  async function come(
    login: string,
    { intent, as, browser = browserAt() }: Coming = {},
  ): Promise<CallAnswer> {
    const started = await start(intent, as);
    if (started.status !== 200) return started;
    const { address, binding } = started.data;
    return finish(await browser.signIn(address, login), binding, as);
  }

  return {
    ...calls,
    start,
    finish,
    come,

    /** Comes for the first time and makes an account of this name. */
    async makeAccount(login: string, username: string): Promise<CallAnswer> {
      const { ticket } = (await come(login)).data.newcomer;
      return post('/auth/provider/account', { ticket, username });
    },

    /** Lets the sessions of an account have shown who is there so long ago, in ms. */
    age: (userId: string, ageMs: number) =>
      server.database.queries
        .updateTable('sessions')
        .set({ proven: Date.now() - ageMs })
        .where('userId', '=', userId)
        .execute(),
  };
}

interface Coming {
  readonly intent?: Intent;
  readonly as?: string;
  readonly browser?: ReturnType<typeof browserAt>;
}
