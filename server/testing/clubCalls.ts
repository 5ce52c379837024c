import { expect } from 'vitest';
import type { TestAccount } from './accounts.ts';
import { type CallMethod, callsAs } from './calls.ts';
import type { TestServer } from './testApp.ts';

/** Calls of clubs as the tests make them. */
export function clubCalls(server: TestServer) {
  const send = callsAs(server);
  const call = (method: CallMethod) => (who: TestAccount | null, url: string, body?: object) =>
    send(method, `/clubs${url}`, who, body ?? (method === 'POST' ? {} : undefined));
  const [get, post, drop] = (['GET', 'POST', 'DELETE'] as const).map(call);
  const ok = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  };
  return {
    send,
    get: get!,
    post: post!,
    drop: drop!,
    ok,
    /** Makes a club; answers its page. */
    make: async (who: TestAccount, parts: object = {}) =>
      (await ok(post!(who, '', { name: 'Night owls', ...parts }))).club,
    /** Everyone joins by the code that the club began with. */
    join: async (code: string, ...people: TestAccount[]) => {
      for (const who of people) await ok(post!(who, `/join/${code}`));
    },
  };
}
