import { expect } from 'vitest';
import { newId } from '../../src/data/rules/ids.ts';
import type { TestAccount } from './accounts.ts';
import { callsAs } from './calls.ts';
import { postable } from './rifffs.ts';
import type { TestServer } from './testApp.ts';

/** Calls of jams as the tests make them. */
export function jamCalls(server: TestServer) {
  const send = callsAs(server);
  const call = (who: TestAccount | null, url: string, body?: object) =>
    send(body === undefined ? 'GET' : 'POST', url, who, body);
  const ok = async (who: TestAccount | null, url: string, body?: object) => {
    const answer = await call(who, url, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data;
  };
  const post = (who: TestAccount, rifff: object, jamId = who.userId) =>
    call(who, `/jam/${jamId}/rifffs`, { rifff });
  const commit = (who: TestAccount, rifff: object = postable(), jamId = who.userId) =>
    ok(who, `/jam/${jamId}/rifffs`, { rifff });
  const share = (jamId: string, rifffId: string, parts: object = {}) =>
    server.database.queries
      .insertInto('shares')
      .values({
        id: newId(),
        jamId,
        rifffId,
        userId: jamId,
        title: 'Shared',
        isPrivate: false,
        created: Date.now(),
        likeCount: 0,
        source: null,
        isRemoved: false,
        ...parts,
      })
      .execute();
  const rowsOf = async () =>
    Number(
      (
        await server.database.queries
          .selectFrom('rifffs')
          .select((build) => build.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
      ).total,
    );
  return { call, ok, post, commit, share, rowsOf };
}
