import { afterEach, expect, it } from 'vitest';
import { MAX_CLASSES, MAX_PUPILS } from '../../../src/data/contract/classes.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { classCalls } from '../../testing/classCalls.ts';
import { describeOnce, rowsOf } from '../../testing/databases.ts';
import { entriesOf, linesOf } from '../../testing/importCalls.ts';
import { postable, storeRifff } from '../../testing/rifffs.ts';
import { closeSockets, connectTo, credentialOf } from '../../testing/sockets.ts';
import { useTestServer } from '../../testing/testApp.ts';

describeOnce('classes', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { RATE_LIMIT: '1000000', RONDO_TEACHERS: 'Tina, theo', RONDO_ADMINS: 'boss' },
  });
  const [tina, theo, boss, nina] = ['tina', 'theo', 'boss', 'nina'].map((name) =>
    useAccount(server, name),
  ) as [TestAccount, TestAccount, TestAccount, TestAccount];
  const { call, send, make, ok, pupil } = classCalls(server);
  afterEach(closeSockets);
  const rename = (userId: string, displayName: string) =>
    server.database.queries.updateTable('accounts').set({ displayName }).where('id', '=', userId);

  it('are made with an account, a jam, a place in the club and a card for each name', async () => {
    // Many in one millisecond: they stand as they were named.
    const channels = Array.from({ length: 12 }, (_, at) => `Group ${12 - at}`);
    const made = await make(tina, ['Ben', 'Ada', 'ada', 'Ada'], { channels });
    const { id, clubId, members } = made.class;
    expect(members.map(({ name }) => name)).toEqual(['Ada', 'ada 2', 'Ada 3', 'Ben']);
    expect(made.class).toMatchObject({ name: '7b', pupils: 4, here: 0, isOpen: false });
    expect(members[0]).toMatchObject({ hasCard: true, isMuted: false, isIn: null, lastSeen: null });
    expect(made.cards.map(({ name }) => name)).toEqual(['Ben', 'Ada', 'ada 2', 'Ada 3']);
    for (const { userId, code } of made.cards) {
      expect(userId).toMatch(/^pupil-[a-z0-9]{8}$/);
      expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
      const [account] = await rowsOf(server.database, 'accounts', 'id', userId);
      expect(account).toMatchObject({ email: null, passwordHash: null, classId: id });
      expect(await rowsOf(server.database, 'jams', 'id', userId)).toMatchObject([
        { kind: 'personal', access: 'private', ownerId: userId },
      ]);
      // The name of a child is in nothing that stays.
      expect(await rowsOf(server.database, 'names', 'userId', userId)).not.toContainEqual(
        expect.objectContaining({ skeleton: expect.stringContaining('ada') }),
      );
    }
    const club = await ok(send('GET', `/clubs/${clubId}`, tina));
    expect(club).toMatchObject({ name: '7b', access: 'invite', memberCount: 5, inviteCode: null });
    expect(club.classId).toBe(id);
    expect(club.channels.map(({ name, access }: never) => [name, access])).toEqual(
      channels.map((name) => [name, 'members']),
    );
    const { mayMake, classes } = await ok(call('GET', '', tina));
    expect({ mayMake, brief: classes[0] }).toMatchObject({
      mayMake: true,
      brief: { id, pupils: 4 },
    });
    const stored = await rowsOf(server.database, 'pupils', 'classId', id);
    for (const { code } of made.cards) expect(JSON.stringify(stored)).not.toContain(code);
  });

  it('are for teachers and administrators, and each for the one who made it', async () => {
    const body = { name: '7c', names: ['Ada'] };
    expect((await call('POST', '', nina, body)).status).toBe(403);
    expect((await call('POST', '', null, body)).status).toBe(401);
    expect(await ok(call('GET', '', nina))).toEqual({ mayMake: false, classes: [] });
    expect((await call('POST', '', boss, body)).status).toBe(200);
    const made = await make(tina);
    const ada = await pupil(made.cards[0]!.code);
    const at = `/${made.class.id}`;
    const one = `${at}/pupils/${ada.userId}`;
    const calls = (who: TestAccount) => [
      () => call('GET', at, who),
      () => call('POST', at, who, { isPaused: true }),
      () => call('POST', `${at}/pupils`, who, { names: ['Cleo'] }),
      () => call('POST', one, who, { isMuted: true }),
      () => call('POST', `${one}/move`, who),
      () => call('POST', `${at}/cards`, who),
      () => call('POST', `${at}/end-cards`, who),
      () => call('GET', `${at}/export`, who),
      () => call('DELETE', one, who),
      () => call('POST', `${at}/delete`, who),
    ];
    for (const refused of calls(theo)) expect((await refused()).status, `${refused}`).toBe(404);
    for (const refused of calls(ada)) expect((await refused()).status, `${refused}`).toBe(403);
    expect((await call('POST', '', ada, body)).status).toBe(403);
    // A pupil of another class of the same teacher is no pupil of this one.
    const other = await make(tina);
    const stranger = other.cards[0]!.userId;
    expect((await call('POST', `${at}/pupils/${stranger}`, tina, { isMuted: true })).status).toBe(
      404,
    );
    expect((await call('DELETE', `${at}/pupils/${stranger}`, tina)).status).toBe(404);
    expect((await call('DELETE', `${at}/pupils/nina`, tina)).status).toBe(404);
    expect((await call('POST', `${at}/pupils/${stranger}/move`, tina)).status).toBe(404);
    expect((await call('POST', `${at}/cards`, tina, { userIds: [stranger] })).status).toBe(404);
    expect((await call('GET', at, tina)).body.data.members).toMatchObject([{}, { isMuted: false }]);
  });

  it('refuse names that speak for the house, and too many', async () => {
    for (const [field, body] of [
      ['names', { name: '7b', names: ['Ada', 'Administrator'] }],
      ['name', { name: 'Moderators', names: ['Ada'] }],
    ] as const) {
      const refused = await call('POST', '', tina, body);
      expect(refused.status, field).toBe(400);
      expect(refused.body.error.message).toContain(`${field}: `);
    }
    const names = Array.from({ length: MAX_PUPILS }, (_, at) => `Pupil ${at}`);
    expect((await call('POST', '', tina, { name: '7b', names: [...names, 'Ada'] })).status).toBe(
      400,
    );
    const full = await make(tina, names);
    const more = await call('POST', `/${full.class.id}/pupils`, tina, { names: ['Ada'] });
    expect(more.status).toBe(403);
    const row = { name: 'x', teacherId: 'theo', created: 1, isOpen: false, isPaused: false };
    const rows = Array.from({ length: MAX_CLASSES }, (_, at) => ({
      ...row,
      id: `full${at}`,
      clubId: `full${at}`,
    }));
    await server.database.queries.insertInto('classes').values(rows).execute();
    expect((await call('POST', '', theo, { name: '7b', names: ['Ada'] })).status).toBe(403);
    await server.database.queries.deleteFrom('classes').where('teacherId', '=', 'theo').execute();
  });

  it('get pupils later, whose names differ from those that are there', async () => {
    const made = await make(tina);
    const added = await ok(
      call('POST', `/${made.class.id}/pupils`, tina, { names: ['Ada', 'Zoë'] }),
    );
    expect(added.class.members.map(({ name }: never) => name)).toEqual([
      'Ada',
      'Ada 2',
      'Ben',
      'Zoë',
    ]);
    expect(added.cards).toHaveLength(2);
    const zoe = await pupil(added.cards[1].code);
    expect(await ok(send('GET', '/class', zoe))).toMatchObject({ id: made.class.id, name: '7b' });
    const club = await rowsOf(server.database, 'clubMembers', 'clubId', made.class.clubId);
    expect(club).toHaveLength(5);
  });

  it('tell their pupils what they may do, and their teacher what they did', async () => {
    const { class: made, cards } = await make(tina);
    const [first, second] = cards;
    const ada = await pupil(first.code);
    await rename('tina', 'Tina T.').execute();
    const before = { isOpen: false, isPaused: false, isMuted: false };
    const own = await ok(send('GET', '/class', ada));
    const about = { id: made.id, name: '7b', teacher: 'Tina T.', clubId: made.clubId };
    expect(own).toEqual({ ...about, ...before });
    const changed = await ok(
      call('POST', `/${made.id}`, tina, { name: '8b', isOpen: true, isPaused: true }),
    );
    expect(changed).toMatchObject({ name: '8b', isOpen: true, isPaused: true });
    const one = `/${made.id}/pupils/${first.userId}`;
    const page = await ok(call('POST', one, tina, { name: 'Ben', isMuted: true }));
    expect(page.members).toMatchObject([
      { name: 'Ben', isMuted: false },
      { name: 'Ben 2', isMuted: true, userId: first.userId },
    ]);
    const all = { name: '8b', isOpen: true, isPaused: true, isMuted: true };
    expect(await ok(send('GET', '/class', ada))).toMatchObject(all);
    expect(await ok(send('GET', `/clubs/${made.clubId}`, tina))).toMatchObject({ name: '8b' });
    // Their own name is none that is taken.
    const same = await ok(call('POST', one, tina, { name: 'Ben 2', isMuted: false }));
    expect(same.members[1]).toMatchObject({ name: 'Ben 2', isMuted: false });
    expect((await call('POST', one, tina, { name: 'Rondo support' })).status).toBe(400);
    await storeRifff(server.database.queries, { jamId: ada.userId, userId: ada.userId });
    const { members } = await ok(call('GET', `/${made.id}`, tina));
    const [ben, second2] = members;
    expect(ben).toMatchObject({ userId: second.userId, lastSeen: null, rifffs: 0 });
    expect(second2.rifffs).toBe(1);
    expect(Math.abs(second2.lastSeen - Date.now())).toBeLessThan(60_000);
    expect((await send('GET', '/class', tina)).status).toBe(404);
  });

  it('show who is where now, and tell open windows what changed', async () => {
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { class: made, cards } = await make(tina, ['Ada', 'Ben'], { channels: ['Red', 'Blue'] });
    const ada = await pupil(cards[0].code);
    const [, blue] = (await ok(send('GET', `/clubs/${made.clubId}`, tina))).channels;
    const window = await connectTo({ url }, { credential: credentialOf(ada) });
    expect(await window.ask('enter', { jamId: blue.jamId, since: 0 })).toMatchObject({ ok: true });
    const page = () => ok(call('GET', `/${made.id}`, tina));
    await expect.poll(page).toMatchObject({ here: 1, members: [{ isIn: 'Blue' }, { isIn: null }] });
    const [brief] = (await ok(call('GET', '', tina))).classes;
    expect(brief).toMatchObject({ id: made.id, here: 1, pupils: 2 });
    await ok(call('POST', `/${made.id}`, tina, { isPaused: true }));
    await ok(call('POST', `/${made.id}/pupils/${cards[0].userId}`, tina, { isMuted: true }));
    // What is about another pupil is not for this one.
    await ok(call('POST', `/${made.id}/pupils/${cards[1].userId}`, tina, { isMuted: true }));
    await window.told('class', 2);
    expect(window.news.class).toEqual([
      { isPaused: true, isMuted: false, isOpen: false },
      { isPaused: true, isMuted: true, isOpen: false },
    ]);
    await ok(call('POST', `/${made.id}/end-cards`, tina));
    await window.told('out');
    expect(window.news.out).toMatchObject([{ reason: 'signed-out' }]);
    expect(window.news.class).toHaveLength(2);
  });

  it('do not count as clubs that a plan allows', async () => {
    const { queries } = server.database;
    const many = await makeAccount(server.database, 'many');
    const about = { description: '', access: 'invite', created: 1, closes: null } as const;
    const shown = { iconKey: null, bannerKey: null, ownerId: 'many', name: 'Mine' };
    const clubs = Array.from({ length: 20 }, (_, at) => ({ ...about, ...shown, id: `many${at}` }));
    await queries.insertInto('clubs').values(clubs).execute();
    expect((await send('POST', '/clubs', many, { name: 'One more' })).status).toBe(403);
    const row = { name: 'x', teacherId: 'many', created: 1, isOpen: false, isPaused: false };
    await queries
      .insertInto('classes')
      .values({ ...row, id: 'many', clubId: 'many0' })
      .execute();
    expect((await send('POST', '/clubs', many, { name: 'One more' })).status).toBe(200);
  });

  it('go along as one file: what belongs to the class and to each pupil, and their jams as bundles', async () => {
    const { class: made, cards } = await make(tina);
    const ada = await pupil(cards[0].code);
    const commit = async (jamId: string): Promise<string> =>
      (await ok(send('POST', `/jam/${jamId}/rifffs`, ada, { rifff: postable([1]) }))).rifff._id;
    const rifffId = await commit(ada.userId);
    const [channel] = await rowsOf(server.database, 'jams', 'clubId', made.clubId);
    const inChannel = await commit(channel!.id);
    const answer = await server.app.inject({
      url: `/api/classes/${made.id}/export`,
      headers: tina.headers,
    });
    expect(answer.statusCode).toBe(200);
    const entries = await entriesOf(new Blob([new Uint8Array(answer.rawPayload)]));
    const data = JSON.parse(await entries.get('class.json')!.text());
    expect(data.class).toMatchObject({ id: made.id, members: [{ name: 'Ada' }, { name: 'Ben' }] });
    expect(data.pupils).toHaveLength(2);
    const [shown] = data.pupils;
    expect(shown.profile).toMatchObject({ displayName: 'Ada' });
    expect(shown.jams.rifffs).toMatchObject([
      { doc: { _id: rifffId } },
      { doc: { _id: inChannel } },
    ]);
    expect(shown.classes).toMatchObject({ memberships: [{ id: made.id, name: '7b' }], taught: [] });
    const bundles = [...entries.keys()].filter((name) => name.startsWith('jams/'));
    // Nothing was made in the own jam of the other pupil.
    expect(bundles).toHaveLength(2);
    const rifffs: string[] = [];
    for (const name of bundles) {
      const bundle = await entriesOf(entries.get(name)!);
      const lines = await linesOf(bundle, 'rifffs');
      rifffs.push(...lines.map(({ _id }) => String(_id)));
      expect([...bundle.keys()].some((path) => path.startsWith('audio/'))).toBe(true);
    }
    expect(rifffs.sort()).toEqual([rifffId, inChannel].sort());
    const rows = await rowsOf(server.database, 'pupils', 'classId', made.id);
    for (const { cardHash } of rows) expect(answer.body).not.toContain(cardHash);
    const own = await server.app.inject({ url: '/api/accounts/export', headers: tina.headers });
    expect(own.json().data.classes.taught).toContainEqual(expect.objectContaining({ id: made.id }));
  });
});
