import type { Card, ClassPage } from '../../src/data/contract/classes.ts';
import type { TestAccount } from './accounts.ts';
import { type CallMethod, callsAs, callsOf, credentialOf, dataOf } from './calls.ts';
import type { TestServer } from './testApp.ts';

export interface MadeClass {
  readonly class: ClassPage;
  /** As many as there were names: a test of one pupil takes the first. */
  readonly cards: readonly [Card, Card, ...Card[]];
}

/** Calls of classes as the tests make them. */
export function classCalls(server: Pick<TestServer, 'app'>) {
  const send = callsAs(server);
  const { post } = callsOf(server);
  const enter = (code: string, address = '203.0.113.1') =>
    post('/auth/card', { code }, { address });
  return {
    send,
    ok: dataOf,
    enter,
    call: (method: CallMethod, url: string, who: TestAccount | null, body?: object) =>
      send(method, `/classes${url}`, who, body ?? (method === 'POST' ? {} : undefined)),
    make: async (
      teacher: TestAccount,
      names: readonly string[] = ['Ada', 'Ben'],
      parts: object = {},
    ): Promise<MadeClass> =>
      dataOf(send('POST', '/classes', teacher, { name: '7b', names, ...parts })),
    /** A pupil who comes in by the code of a card. */
    async pupil(code: string): Promise<TestAccount> {
      const answer = await enter(code);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      const headers = { authorization: `Bearer ${credentialOf(answer)}` };
      return { userId: answer.data.user_id as string, headers };
    },
  };
}
