import { strictEqual } from 'node:assert/strict';
import type { TestAccount } from './accounts.ts';
import type { TestServer } from './testApp.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

export interface CallOptions {
  readonly body?: object | undefined;
  /** Credential of the caller, `token:password`. */
  readonly as?: string;
  /** Address of the caller, which limits count by. */
  readonly address?: string;
}

/** An answer with its status beside its fields. */
// biome-ignore lint/suspicious/noExplicitAny: what a call answers is what the test is about
export type CallAnswer = { status: number } & Record<string, any>;

export type CallMethod = 'GET' | 'POST' | 'DELETE';

/** Calls of the API by accounts of `makeAccount`, with the answer apart from its status. */
export function callsAs(server: Pick<TestServer, 'app'>) {
  return async (method: CallMethod, url: string, who?: TestAccount | null, body?: object) => {
    const answer = await server.app.inject({
      method,
      url: `/api${url}`,
      headers: { ...who?.headers },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
}

/** What a call answered. @throws AssertionError with the whole answer where it did not succeed */
export async function dataOf(call: ReturnType<ReturnType<typeof callsAs>>) {
  const { status, body } = await call;
  strictEqual(status, 200, JSON.stringify(body));
  return body.data;
}

/** A password that may be chosen, for accounts of tests. */
export const TEST_PASSWORD = 'Correct horse';

/** Calls of the API as Chrome on Linux would make them, under a host that is not the server's own. */
export function callsOf(server: Pick<TestServer, 'app'>) {
  const send = async (
    method: CallMethod,
    url: string,
    { body, as, address }: CallOptions = {},
  ): Promise<CallAnswer> => {
    const answer = await server.app.inject({
      method,
      url: `/api${url}`,
      ...(body && { payload: body }),
      ...(address && { remoteAddress: address }),
      headers: {
        'user-agent': CHROME,
        host: 'evil.example',
        ...(as && { authorization: `Bearer ${as}` }),
      },
    });
    return { status: answer.statusCode, ...answer.json() };
  };
  const post = (url: string, body?: object, options: Omit<CallOptions, 'body'> = {}) =>
    send('POST', url, { body, ...options });
  return {
    send,
    post,
    get: (url: string, as?: string) => send('GET', url, as ? { as } : {}),
    /** Signs up with an address made of the name. */
    signup: (username: string, change: object = {}) =>
      post('/signup', {
        username,
        email: `${username}@mail.example`,
        password: TEST_PASSWORD,
        confirmPassword: TEST_PASSWORD,
        ...change,
      }),
    login: (username: string, password = TEST_PASSWORD, address = '203.0.113.1') =>
      post('/auth/login', { username, password }, { address }),
  };
}

/** The credential of an answer that carries one. */
export function credentialOf({ data }: CallAnswer): string {
  const login = data.login ?? data;
  return `${login.token}:${login.password}`;
}
