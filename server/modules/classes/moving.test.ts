import { expect, it } from 'vitest';
import { makeAccount, useAccount } from '../../testing/accounts.ts';
import { callsOf, credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { classCalls } from '../../testing/classCalls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { storeRifff } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';

describeDatabases('moving out of a class', (open, { itOnce }) => {
  const environment = { RATE_LIMIT: '1000000', RONDO_TEACHERS: 'tina' };
  const server = useTestServer({ openDatabase: open, environment });
  const tina = useAccount(server, 'tina');
  const { call, send, make, ok, enter, pupil } = classCalls(server);
  const { post, get, login } = callsOf(server);
  const passwords = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };

  /** A class with a link for its first pupil. */
  async function withLink(names: readonly string[] = ['Ada', 'Ben']) {
    const { class: made, cards } = await make(tina, names);
    const [{ userId, code }] = cards;
    const invite = () => ok(call('POST', `/${made.id}/pupils/${userId}/move`, tina));
    const { token, expires } = await invite();
    return { made, cards, userId, code, token: token as string, expires, invite };
  }
  const out = (token: string, email: string, change: object = {}) =>
    post('/auth/move-out', { token, email, ...passwords, ...change });

  it('makes the account an ordinary one, with all that was made', async () => {
    const { made, cards, userId, code, token, expires } = await withLink();
    const { database } = server;
    const inside = await pupil(code);
    const [channel] = await rowsOf(database, 'jams', 'clubId', made.clubId);
    const jamId = channel!.id;
    const own = await storeRifff(database.queries, { jamId: userId, userId });
    const shared = await storeRifff(database.queries, { jamId, userId });
    await storeRifff(database.queries, { jamId, userId: cards[1]!.userId });
    expect(Math.abs(expires - Date.now() - 14 * 86_400_000)).toBeLessThan(60_000);
    const offer = await post('/auth/move-offer', { token });
    expect(offer.data).toEqual({ userId, name: 'Ada', className: '7b' });
    expect((await post('/auth/move-offer', { token })).status).toBe(200);

    const moved = await out(token, 'ada@mail.example');
    expect(moved).toMatchObject({ status: 200, user_id: userId });
    expect(moved.data.pupilOf).toBeUndefined();
    const kept = await rowsOf(database, 'rifffs', 'jamId', userId);
    expect(kept.map(({ id }) => id).sort()).toEqual([own, shared].sort());
    expect((await rowsOf(database, 'rifffs', 'jamId', jamId)).length).toBe(2);
    const as = credentialOf(moved);
    expect((await get('/auth/session', as)).data).toMatchObject({
      user_id: userId,
      profile: { displayName: 'Ada' },
    });
    expect((await get(`/accounts/profile/${userId}`)).data).toMatchObject({ displayName: 'Ada' });
    expect((await get('/class', as)).status).toBe(404);
    expect((await get(`/clubs/${made.clubId}`, as)).status).toBe(404);
    expect((await login('ada@mail.example')).status).toBe(200);
    // What let them in before does not any more.
    expect((await enter(code)).status).toBe(401);
    expect((await send('GET', '/class', inside)).status).toBe(401);
    for (const url of ['/auth/move-offer', '/auth/move-out']) {
      const body = { token, ...(url.endsWith('out') && { email: 'b@mail.example', ...passwords }) };
      expect((await post(url, body)).status, url).toBe(404);
    }
    expect((await ok(call('GET', `/${made.id}`, tina))).members).toMatchObject([{ name: 'Ben' }]);
    expect((await call('DELETE', `/${made.id}/pupils/${userId}`, tina)).status).toBe(404);
    const [account] = await rowsOf(database, 'accounts', 'id', userId);
    expect(account).toMatchObject({ classId: null, termsVersionAccepted: 0, isDeleted: false });
  });

  it('happens once, however many open the link at once', async () => {
    const { token, userId } = await withLink();
    const both = await Promise.all([
      out(token, 'one@mail.example'),
      out(token, 'two@mail.example'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const winner = both[0]!.status === 200 ? 'one@mail.example' : 'two@mail.example';
    expect(await rowsOf(server.database, 'accounts', 'id', userId)).toMatchObject([
      { email: winner },
    ]);
  });

  itOnce('refuses by field, after which the link is still good', async () => {
    const { token, userId } = await withLink();
    await makeAccount(server.database, 'otto');
    const refused = [
      [{ email: 'OTTO@rondo.test' }, 'email'],
      [{ email: 'no address' }, 'email'],
      [{ password: 'password1', confirmPassword: 'password1' }, 'password'],
      [{ confirmPassword: 'Another horse' }, 'confirmPassword'],
    ] as const;
    for (const [change, field] of refused) {
      const answer = await out(token, 'free@mail.example', change);
      expect(answer.status, field).toBe(400);
      expect(JSON.stringify(answer.error)).toContain(field);
    }
    expect(await rowsOf(server.database, 'pupils', 'userId', userId)).toHaveLength(1);
    expect((await out(token, 'free@mail.example')).status).toBe(200);
  });

  itOnce('ends with a newer link, with its time and with the class', async () => {
    const first = await withLink();
    const { token } = await first.invite();
    expect((await post('/auth/move-offer', { token: first.token })).status).toBe(404);
    expect((await post('/auth/move-offer', { token })).status).toBe(200);
    // New cards do not end it.
    await ok(call('POST', `/${first.made.id}/cards`, tina));
    expect((await post('/auth/move-offer', { token })).status).toBe(200);
    await server.database.queries
      .updateTable('tickets')
      .set({ expires: Date.now() - 1 })
      .where('kind', '=', 'move')
      .execute();
    expect((await out(token, 'late@mail.example')).status).toBe(404);
    const second = await withLink();
    await ok(call('POST', `/${second.made.id}/delete`, tina));
    expect((await out(second.token, 'gone@mail.example')).status).toBe(404);
  });

  itOnce(
    'takes the user name for a name that is taken outside, or speaks for the house',
    async () => {
      await makeAccount(server.database, 'cleo');
      const { queries } = server.database;
      await queries.insertInto('names').values({ skeleton: 'cleo', userId: 'cleo' }).execute();
      const { token, userId } = await withLink(['Cleo']);
      expect((await out(token, 'cleo2@mail.example')).data.profile).toEqual({
        displayName: userId,
      });
      expect(await rowsOf(server.database, 'jams', 'id', userId)).toMatchObject([{ name: userId }]);
    },
  );
});
