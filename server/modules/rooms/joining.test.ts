import { expect, it, vi } from 'vitest';
import { useAccount } from '../../testing/accounts.ts';
import { callsOf, credentialOf, dataOf } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { roomCalls } from '../../testing/roomCalls.ts';
import { useTestServer } from '../../testing/testApp.ts';

describeDatabases('joining rooms', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open });
  const ada = useAccount(server, 'ada');
  const ben = useAccount(server, 'ben');
  const cleo = useAccount(server, 'cleo');
  const { get, post, drop, makeRoom, makeCode, commit, makeGuest } = roomCalls(server, ada);

  it('lets nobody but its members into a room that is not public, and says nothing of it', async () => {
    for (const access of ['link', 'private']) {
      const id = await makeRoom(access);
      for (const who of [null, ben]) {
        expect((await get(who, `/jam/${id}`)).status).toBe(404);
        expect((await get(who, `/jam/${id}/rifffs`)).status).toBe(404);
        expect((await get(who, `/jam/${id}/tree`)).status).toBe(404);
        expect((await get(who, `/jam/${id}/events?since=0`)).status).toBe(404);
        expect((await get(who, `/jam/${id}/members`)).status).toBe(404);
      }
      expect((await post(ben, `/jam/${id}/join`)).status).toBe(404);
      expect((await commit(ben, id)).status).toBe(404);
      const code = await makeCode(id);
      const { jam } = await dataOf(post(ben, `/jam/${id}/join`, { code: code.toLowerCase() }));
      expect(jam).toMatchObject({ role: 'member', memberCount: 2, mayAnswer: true });
      expect((await commit(ben, id)).status).toBe(200);
      const { jams } = await dataOf(get(ben, '/jam/my-jams'));
      expect(jams.map((one: { id: string }) => one.id)).toContain(id);
    }
  });

  itOnce('lets no one in by themselves where the room is closed at that moment', async () => {
    const id = await makeRoom('public');
    const { database } = server;
    // The owner closes it after the call has looked at it, and before it writes.
    vi.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
      const { queries } = database;
      await queries.updateTable('jams').set({ access: 'link' }).where('id', '=', id).execute();
      return database.transaction(work);
    });
    expect((await post(ben, `/jam/${id}/join`)).status).toBe(404);
    expect((await get(ben, `/jam/${id}`)).status).toBe(404);
    expect((await get(ada, `/jam/${id}`)).body.data).toMatchObject({ access: 'link' });
  });

  it('puts out who leaves, who comes again, and who is removed, who does not', async () => {
    const id = await makeRoom('private');
    const code = await makeCode(id);
    await dataOf(post(ben, `/jam/code/${code}/join`));
    await dataOf(drop(ben, `/jam/${id}/join`));
    expect((await get(ben, `/jam/${id}`)).status).toBe(404);
    await dataOf(post(ben, `/jam/code/${code}/join`));
    expect((await drop(ben, `/jam/${id}/members/ada`)).status).toBe(403);
    expect((await drop(ada, `/jam/${id}/join`)).status).toBe(403);
    await dataOf(drop(ada, `/jam/${id}/members/ben`));
    await dataOf(drop(ada, `/jam/${id}/members/ben`));
    expect((await get(ben, `/jam/${id}`)).status).toBe(404);
    expect((await commit(ben, id)).status).toBe(404);
    expect((await post(ben, `/jam/code/${code}/join`)).status).toBe(403);
    expect((await drop(ada, `/jam/${id}/members/nobody1`)).status).toBe(404);
    const { jams } = await dataOf(get(ben, '/jam/my-jams'));
    expect(jams.map((one: { id: string }) => one.id)).not.toContain(id);
  });

  it('makes codes that are taken back, run out, count, and open their own room alone', async () => {
    const [id, other] = [await makeRoom('link'), await makeRoom('link')];
    const code = await makeCode(id, { note: 'Poster', days: 2 });
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect((await post(ben, `/jam/${other}/join`, { code })).status).toBe(404);
    const plain = code.replaceAll('-', '').toLowerCase();
    expect((await dataOf(get(null, `/jam/code/${plain}`))).jam).toMatchObject({ id, role: null });
    await dataOf(post(ben, `/jam/code/${plain}/join`));
    expect((await get(ben, `/jam/${id}/codes`)).status).toBe(403);
    const { codes } = await dataOf(get(ada, `/jam/${id}/codes`));
    expect(codes).toMatchObject([{ code, note: 'Poster', used: 1, purpose: 'join' }]);
    expect(codes[0].expires - codes[0].created).toBe(2 * 86_400_000);
    const stage = await makeCode(id, { purpose: 'stage' });
    expect((await dataOf(get(null, `/jam/code/${stage}`))).purpose).toBe('stage');
    expect((await post(cleo, `/jam/code/${stage}/join`)).status).toBe(404);
    const { queries } = server.database;
    await queries
      .updateTable('codes')
      .set({ expires: Date.now() - 1 })
      .execute();
    expect((await get(null, `/jam/code/${code}`)).status).toBe(404);
    await queries.updateTable('codes').set({ expires: null }).execute();
    await dataOf(drop(ada, `/jam/${id}/codes/${code}`));
    expect((await drop(ada, `/jam/${id}/codes/${code}`)).status).toBe(404);
    expect((await post(cleo, `/jam/code/${code}/join`)).status).toBe(404);
  });

  it('lets a guest in by a code to do what the owner allows, there alone', async () => {
    const id = await makeRoom('link');
    const other = await makeRoom('public');
    const zoe = await makeGuest(id, 'Zoë & me');
    expect(zoe.userId).toMatch(/^Zoe-me-[a-z0-9]{5}$/);
    expect(zoe.login).toMatchObject({ guestOf: id, profile: { displayName: 'Zoë & me' } });
    expect((await dataOf(get(zoe, '/auth/session'))).guestOf).toBe(id);
    expect(await dataOf(get(zoe, `/jam/${id}`))).toMatchObject({ role: 'guest', mayAnswer: true });
    expect((await commit(zoe, id)).status).toBe(200);
    expect((await commit(zoe, other)).status).toBe(403);
    for (const url of ['/jam', `/jam/${other}/join`, '/accounts/profile']) {
      expect((await post(zoe, url, { name: 'Own' })).status).not.toBe(200);
    }
    expect((await dataOf(get(zoe, '/jam/my-jams'))).jams).toHaveLength(1);
    expect((await post(zoe, `/jam/${other}/join`)).status).toBe(403);
    expect((await post(zoe, `/jam/code/${await makeCode(other)}/join`)).status).toBe(403);
    await dataOf(post(ada, `/jam/${id}`, { guests: { mayAnswer: false, mayChat: true } }));
    expect((await commit(zoe, id)).status).toBe(403);
    await dataOf(post(ada, `/jam/${id}`, { access: 'private' }));
    expect((await get(zoe, `/jam/${id}`)).status).toBe(404);
    const code = await makeCode(id);
    expect((await post(null, `/jam/code/${code}/join`, { guestName: 'Yan' })).status).toBe(403);
  });

  itOnce('refuses guests without a name, and under the name of somebody else', async () => {
    const id = await makeRoom('link');
    const code = await makeCode(id);
    await callsOf(server).signup('adele');
    for (const guestName of [undefined, '', 'Adele', 'adeIe', 'Rondo Support', '\u202e\u200b']) {
      const { status } = await post(null, `/jam/code/${code}/join`, { guestName });
      expect(status, String(guestName)).toBe(400);
    }
    expect((await dataOf(get(ada, `/jam/${id}/codes`))).codes[0].used).toBe(0);
  });

  it('makes a guest who signs up a member with all that they made', async () => {
    const id = await makeRoom('link');
    const guest = await makeGuest(id, 'Mo Rae');
    const { id: rifffId } = (await commit(guest, id)).body.data;
    const { signup, login } = callsOf(server);
    expect((await signup('morae')).status).toBe(200);
    const body = {
      username: 'somebody',
      email: 'mo@mail.example',
      password: 'Correct horse',
      confirmPassword: 'Correct horse',
    };
    expect((await post(guest, '/signup', body)).body.validationErrors).toHaveProperty('username');
    const own = await post(guest, '/signup', { ...body, username: guest.userId });
    expect(own.status, JSON.stringify(own.body)).toBe(200);
    expect(own.body.data.guestOf).toBeUndefined();
    expect((await get(guest, '/auth/session')).status).toBe(401);
    const again = await login(guest.userId);
    const mo = {
      userId: guest.userId,
      headers: { authorization: `Bearer ${credentialOf(again)}` },
    };
    expect(await dataOf(get(mo, `/jam/${id}`))).toMatchObject({ role: 'member' });
    const { rifff } = await dataOf(get(mo, `/jam/${id}/rifffs/${rifffId}`));
    expect(rifff.userName).toBe(guest.userId);
    expect((await dataOf(get(mo, '/jam/my-jams'))).jams).toHaveLength(2);
    expect((await commit(mo, mo.userId)).status).toBe(200);
  });
});
