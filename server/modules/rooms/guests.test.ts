import { expect, it } from 'vitest';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { callsAs, dataOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeOnce, rowsOf } from '../../testing/databases.ts';
import { waitForMail } from '../../testing/outbox.ts';
import { postable } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { removeGoneGuests } from '../accounts/goneGuests.ts';

describeOnce('guests of a room', (open) => {
  const environment = { CONFIRM_EMAIL: 'on', RATE_LIMIT: '1000000' };
  const server = useTestServer({ openDatabase: open, environment });
  const ada = useAccount(server, 'ada');
  const send = callsAs(server);
  const makeRoom = async () =>
    (await dataOf(send('POST', '/jam', ada, { name: 'Attic', access: 'link' }))).id as string;
  const asLogin = (login: { user_id: string; token: string; password: string }): TestAccount => ({
    userId: login.user_id,
    headers: { authorization: `Bearer ${login.token}:${login.password}` },
  });
  const comeIn = async (id: string, guestName: string) => {
    const { code } = await dataOf(send('POST', `/jam/${id}/codes`, ada, {}));
    const { login } = await dataOf(send('POST', `/jam/code/${code}/join`, null, { guestName }));
    return asLogin(login);
  };
  const signUp = (guest: TestAccount, email: string, change: object = {}) =>
    send('POST', '/signup', guest, {
      ...{ username: guest.userId, email },
      ...{ password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD, ...change },
    });

  it('sign up as who they are: a member whom the room is told of, with an address to confirm', async () => {
    const id = await makeRoom();
    const guest = await comeIn(id, 'Mo Rae');
    const rifff = await dataOf(send('POST', `/jam/${id}/rifffs`, guest, { rifff: postable() }));
    const said = await dataOf(send('POST', `/jam/${id}/messages`, guest, { message: 'mine' }));
    expect((await dataOf(send('GET', '/jam/my-jams', guest))).jams).toMatchObject([
      { id, role: 'guest' },
    ]);
    expect(await dataOf(send('GET', '/accounts/storage', guest))).toMatchObject({ hasLoop: false });
    const { last } = await dataOf(send('GET', `/jam/${id}/events?since=0`, ada));
    const mo = asLogin((await signUp(guest, 'mo@mail.example')).body.data);
    const { events } = await dataOf(send('GET', `/jam/${id}/events?since=${last}`, ada));
    expect(events).toMatchObject([{ kind: 'member', ref: guest.userId }]);
    const { members } = await dataOf(send('GET', `/jam/${id}/members`, ada));
    expect(members[1]).toMatchObject({ displayName: 'Mo Rae', role: 'member' });
    expect((await dataOf(send('GET', `/jam/${id}/rifffs/${rifff.id}`, mo))).rifff.userName).toBe(
      mo.userId,
    );
    const { feed } = await dataOf(send('GET', `/jam/${id}/feed`, mo));
    expect(feed[0]).toMatchObject({ id: said.id, user: mo.userId, displayName: 'Mo Rae' });
    const settings = () => dataOf(send('GET', '/accounts/settings', mo));
    expect(await settings()).toMatchObject({ displayName: 'Mo Rae', awaitsConfirmation: true });
    const subject = 'Confirm your address';
    const { text } = await waitForMail(server.folder, { to: 'mo@mail.example', subject, count: 1 });
    const token = /token=([\w-]+)/.exec(text)?.[1];
    await dataOf(send('POST', '/accounts/email/confirm', null, { token }));
    expect(await settings()).toMatchObject({ awaitsConfirmation: false });
  });

  it('stay guests where signing up fails, and are told of each field', async () => {
    const id = await makeRoom();
    const guest = await comeIn(id, 'Kit');
    await makeAccount(server.database, 'lee');
    const wrong = [
      [{ email: 'lee@rondo.test' }, 'email'],
      [{ email: 'no address' }, 'email'],
      [{ username: 'somebody' }, 'username'],
      [{ password: 'short', confirmPassword: 'short' }, 'password'],
      [{ confirmPassword: 'Another horse' }, 'confirmPassword'],
    ] as const;
    for (const [change, field] of wrong) {
      const { status, body } = await signUp(guest, 'kit@mail.example', change);
      expect([status, Object.keys(body.validationErrors ?? {})]).toEqual([400, [field]]);
    }
    expect(await dataOf(send('GET', '/auth/session', guest))).toMatchObject({ guestOf: id });
    const [account] = await rowsOf(server.database, 'accounts', 'id', guest.userId);
    expect(account).toMatchObject({ email: null, passwordHash: null, guestOf: id });
    expect((await signUp(guest, 'kit@mail.example')).status).toBe(200);
    // Once: the session of the guest has ended, and with it the way to sign up again.
    expect((await signUp(guest, 'kit2@mail.example')).status).toBe(400);
  });

  it('who cannot come back leave the room, and what they made stays under their name', async () => {
    const { database } = server;
    const { queries } = database;
    const id = await makeRoom();
    const names = ['Maker', 'Talker', 'Looker', 'Young', 'Signed in', 'Put out'];
    const [maker, talker, looker, young, still, out] = await Promise.all(
      names.map((name) => comeIn(id, name)),
    );
    await dataOf(send('POST', `/jam/${id}/rifffs`, maker, { rifff: postable() }));
    await dataOf(send('POST', `/jam/${id}/messages`, talker, { message: 'so long' }));
    await dataOf(send('DELETE', `/jam/${id}/members/${out!.userId}`, ada));
    for (const guest of [maker, talker, looker, young, out]) {
      await dataOf(send('POST', '/auth/logout', guest));
    }
    const longAgo = Date.now() - 31 * 24 * 3_600_000;
    await queries
      .updateTable('accounts')
      .set({ created: longAgo })
      .where('guestOf', '=', id)
      .where('id', '!=', young!.userId)
      .execute();
    expect(await removeGoneGuests(database, Date.now())).toBe(false);
    const { members } = await dataOf(send('GET', `/jam/${id}/members`, ada));
    expect(members.map(({ displayName }: { displayName: string }) => displayName).sort()).toEqual([
      ...['Signed in', 'Young', 'ada'],
    ]);
    expect(await dataOf(send('GET', `/jam/${id}`, still))).toMatchObject({ role: 'guest' });
    const [rifff] = (await dataOf(send('GET', `/jam/${id}/rifffs`, ada))).rifffs;
    expect(rifff).toMatchObject({ userName: maker!.userId });
    expect(rifff.loops).toHaveLength(2);
    const { feed } = await dataOf(send('GET', `/jam/${id}/feed`, ada));
    expect(feed[0]).toMatchObject({ message: 'so long', displayName: 'Talker' });
    const left = await queries
      .selectFrom('accounts')
      .select('displayName')
      .where('guestOf', '=', id)
      .where('isDeleted', '=', true)
      .execute();
    expect(left).toHaveLength(1);
    expect((await rowsOf(database, 'accounts', 'id', looker!.userId))[0]?.isDeleted).toBeTruthy();
    // Who was put out stays out.
    expect(await rowsOf(database, 'members', 'userId', out!.userId)).toHaveLength(1);
  });
});
