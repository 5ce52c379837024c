import type { TestAccount } from './accounts.ts';
import { callsAs, dataOf } from './calls.ts';
import { postable } from './rifffs.ts';
import type { TestServer } from './testApp.ts';

/** Calls of rooms as the tests make them; `owner` makes rooms and codes. */
export function roomCalls(server: Pick<TestServer, 'app'>, owner: TestAccount) {
  const send = callsAs(server);
  const get = (who: TestAccount | null, url: string) => send('GET', url, who);
  const post = (who: TestAccount | null, url: string, body: object = {}) =>
    send('POST', url, who, body);
  const makeCode = async (id: string, body: object = {}): Promise<string> =>
    (await dataOf(post(owner, `/jam/${id}/codes`, body))).code;
  return {
    get,
    post,
    drop: (who: TestAccount | null, url: string) => send('DELETE', url, who),
    makeCode,
    makeRoom: async (access: string, name = 'Attic', who = owner): Promise<string> =>
      (await dataOf(post(who, '/jam', { name, access }))).id,
    commit: (who: TestAccount, id: string, extra: object = {}) =>
      post(who, `/jam/${id}/rifffs`, { rifff: postable([1, 2], { ...extra }) }),
    /** A guest of a room, with a session. */
    makeGuest: async (id: string, guestName: string) => {
      const code = await makeCode(id);
      const { login } = await dataOf(post(null, `/jam/code/${code}/join`, { guestName }));
      const authorization = `Bearer ${login.token}:${login.password}`;
      return { userId: login.user_id as string, headers: { authorization }, login };
    },
  };
}
