import type { TestAccount } from './accounts.ts';
import { type CallMethod, callsAs, dataOf } from './calls.ts';
import type { TestServer } from './testApp.ts';

/** Calls of clubs as the tests make them. */
export function clubCalls(server: TestServer) {
  const send = callsAs(server);
  const call = (method: CallMethod) => (who: TestAccount | null, url: string, body?: object) =>
    send(method, `/clubs${url}`, who, body ?? (method === 'POST' ? {} : undefined));
  const [get, post, drop] = (['GET', 'POST', 'DELETE'] as const).map(call);
  return {
    send,
    get: get!,
    post: post!,
    drop: drop!,
    ok: dataOf,
    /** Makes a club; answers its page. */
    make: async (who: TestAccount, parts: object = {}) =>
      (await dataOf(post!(who, '', { name: 'Night owls', ...parts }))).club,
    /** Everyone joins by the code that the club began with. */
    join: async (code: string, ...people: TestAccount[]) => {
      for (const who of people) await dataOf(post!(who, `/join/${code}`));
    },
  };
}
