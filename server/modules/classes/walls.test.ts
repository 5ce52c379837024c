/** Both sides try to get over the walls of a class: people outside, who may know nothing of it, and a pupil. */
import { beforeAll, describe, expect, it } from 'vitest';
import { STAGE_HEADER } from '../../../src/data/contract/constants.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { codeRow } from '../../kernel/codes.ts';
import { isTold } from '../../plugins/notices.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs, dataOf } from '../../testing/calls.ts';
import { setMuted, setOpen, storeClass, type TestClass } from '../../testing/classes.ts';
import { storeClub } from '../../testing/clubs.ts';
import { describeOnce } from '../../testing/databases.ts';
import { holding, postable, shareStored } from '../../testing/rifffs.ts';
import { makeRoom } from '../../testing/sockets.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { recountShares } from '../feed/recount.ts';
import { readPeople } from '../operations/peopleFigures.ts';
import { indexJams, indexPeople } from '../searchIndex/indexing.ts';

const NAME = 'Wilhelmine';

describeOnce('the walls of a class', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { RATE_LIMIT: '1000000' },
    hasJobs: false,
  });
  const send = callsAs(server);
  const get = (who: TestAccount | null, url: string) => send('GET', url, who);
  const post = (who: TestAccount | null, url: string, body: object = {}) =>
    send('POST', url, who, body);
  let [mia, tom, ada, ben] = [] as unknown as TestAccount[];
  let school: TestClass;
  /** A rifff of Ada's in the channel, and one of Tom's in a public room. */
  let [made, outside] = ['', ''];
  let room = '';
  let shared = '';

  beforeAll(async () => {
    const { database } = server;
    mia = await makeAccount(database, 'mia');
    tom = await makeAccount(database, 'tom');
    school = await storeClass(database, 'mia', [NAME, 'Ben']);
    [ada, ben] = school.pupils as [TestAccount, TestAccount];
    room = await makeRoom(database, 'tom');
    made = (await dataOf(commit(ada!, school.jamId))).rifff._id;
    outside = (await dataOf(commit(tom!, room))).rifff._id;
    shared = await shareStored(database.queries, { userId: 'tom' });
    await indexPeople(database.queries, ['tom', ada!.userId]);
    await indexJams(database.queries, [room, school.jamId, ada!.userId]);
  });
  const commit = (who: TestAccount, jamId: string, rifff: object = postable()) =>
    post(who, `/jam/${jamId}/rifffs`, { rifff });

  describe('from outside', () => {
    it('no search finds a pupil, their jam, nor what their class makes', async () => {
      for (const who of [null, tom!]) {
        for (const words of [NAME, ada!.userId, 'members channel', 'Night shift']) {
          const found = await dataOf(get(who, `/search?q=${encodeURIComponent(words)}`));
          expect(JSON.stringify(found)).not.toMatch(
            new RegExp([NAME, ada!.userId, school.jamId, school.clubId].join('|')),
          );
        }
      }
      const clubs = await dataOf(get(tom!, '/clubs?search=Night'));
      expect(clubs.clubs).toEqual([]);
    });

    it('no page of a person is there, nor anything that names one', async () => {
      const id = ada!.userId;
      const pages = [
        `/accounts/profile/${id}`,
        `/accounts/${id}/avatar`,
        `/accounts/${id}/followers`,
        `/accounts/${id}/following`,
        `/accounts/performances/${id}`,
        `/accounts/${id}/looks`,
        `/accounts/${id}/playlists`,
        `/v3/feed/shared_by/${id}`,
      ];
      for (const who of [null, tom!]) {
        for (const page of pages)
          expect([page, (await get(who, page)).status]).toEqual([page, 404]);
        const { profiles } = await dataOf(
          post(who, '/accounts/profiles/query', { userIds: [id, 'tom'] }),
        );
        expect(profiles.map((one: { user_id: string }) => one.user_id)).toEqual(['tom']);
      }
      const feed = await server.app.inject({ url: `/api/v3/feed/atom/${id}` });
      expect(feed.statusCode).toBe(404);
    });

    it('no one follows, blocks, reports or invites a pupil', async () => {
      const id = ada!.userId;
      const theirs = await storeClub(server.database.queries, { tom: 'owner' });
      const tries = [
        post(tom!, '/accounts/following', { userId: id }),
        post(tom!, `/accounts/blocked/${id}`),
        post(tom!, `/accounts/${id}/report`, { reason: 'Who is it?' }),
        post(tom!, `/clubs/${theirs}/blocked/${id}`),
      ];
      for (const { status } of await Promise.all(tries)) expect(status).toBe(404);
    });

    it('no id and no code of theirs opens anything', async () => {
      const { clubId, jamId } = school;
      const row = codeRow({ kind: 'club', target: clubId, createdBy: 'mia', created: Date.now() });
      await server.database.queries.insertInto('codes').values(row).execute();
      const tries = [
        get(tom!, `/jam/${jamId}`),
        get(tom!, `/jam/${jamId}/rifffs/${made}`),
        get(tom!, `/jam/${jamId}/rifffs/${made}/lineage`),
        get(tom!, `/jam/${jamId}/feed`),
        get(tom!, `/jam/${jamId}/members`),
        get(tom!, `/jam/${ada!.userId}`),
        get(tom!, `/clubs/${clubId}`),
        post(tom!, `/clubs/${clubId}/join`),
        post(tom!, `/jam/${jamId}/rifffs`, { rifff: postable() }),
      ];
      for (const { status } of await Promise.all(tries)) expect(status).toBe(404);
      // Even if there were a code, which no call makes.
      expect((await post(tom!, `/clubs/join/${row.code}`)).status).toBe(403);
      await server.database.queries.deleteFrom('codes').where('code', '=', row.code).execute();
    });

    it('their own jam stays closed, whatever its account says', async () => {
      const { queries } = server.database;
      await queries
        .updateTable('accounts')
        .set({ access: 'edit' })
        .where('id', '=', ada!.userId)
        .execute();
      await indexJams(queries, [ada!.userId]);
      expect((await get(tom!, `/jam/${ada!.userId}`)).status).toBe(404);
      const found = await dataOf(get(tom!, `/search?kind=jams&q=${ada!.userId}`));
      expect(JSON.stringify(found)).not.toContain(ada!.userId);
      await queries
        .updateTable('accounts')
        .set({ access: 'none' })
        .where('id', '=', ada!.userId)
        .execute();
    });

    it('what is made in a class is not shared, and who made it is not named where a teacher takes it along', async () => {
      const share = { jamId: school.jamId, rifffId: made, shareId: newId(), title: 'Ours' };
      for (const body of [share, { ...share, private: true }]) {
        const { status, body: answer } = await post(mia!, '/rifff-feed/share', body);
        expect([status, answer.message]).toEqual([
          403,
          'What is made in a class stays in the class',
        ]);
      }
      const open = await makeRoom(server.database, 'mia');
      const parent = { jamId: school.jamId, rifffId: made };
      const own = (await dataOf(commit(mia!, open, postable([1], { parent })))).rifff._id;
      for (const who of [null, tom!]) {
        const { rifff } = await dataOf(get(who, `/jam/${open}/rifffs/${own}`));
        expect(JSON.stringify(rifff)).not.toContain(ada!.userId);
        expect(rifff.parent).toBeNull();
        const line = await dataOf(get(who, `/jam/${open}/rifffs/${own}/lineage`));
        expect(JSON.stringify(line)).not.toContain(ada!.userId);
      }
      const within = await dataOf(get(ben!, `/jam/${school.jamId}/rifffs/${made}`));
      expect(within.rifff).toMatchObject({ userName: ada!.userId });
    });
  });

  it('teacher and classmates know each other by name', async () => {
    const other = await storeClass(server.database, 'tom', ['Cleo']);
    const [cleo] = other.pupils;
    for (const who of [mia!, ben!, ada!]) {
      const found = await dataOf(get(who, `/accounts/profile/${ada!.userId}`));
      expect(found).toMatchObject({ displayName: NAME });
    }
    expect((await get(cleo!, `/accounts/profile/${ada!.userId}`)).status).toBe(404);
    expect(await dataOf(get(ben!, '/accounts/profile/mia'))).toMatchObject({ user_id: 'mia' });
    const members = await dataOf(get(ben!, `/jam/${school.jamId}/members`));
    expect(JSON.stringify(members)).toContain(NAME);
    const page = await dataOf(get(ben!, `/clubs/${school.clubId}`));
    expect(page.channels[0].newest).toMatchObject({ userName: ada!.userId });
  });

  describe('a pupil', () => {
    it('makes music in the channel and in their own jam, and speaks there', async () => {
      const parent = { jamId: school.jamId, rifffId: made };
      const answer = await dataOf(commit(ben!, school.jamId, postable([2], { parent })));
      expect(answer.rifff.parent).toEqual(parent);
      await dataOf(commit(ben!, ben!.userId));
      const said = await dataOf(post(ben!, `/jam/${school.jamId}/messages`, { message: 'Hi' }));
      await dataOf(post(ada!, `/jam/${school.jamId}/feed/${said.id}/reactions`, { reaction: '❤️' }));
      const jams = await dataOf(get(ben!, '/jam/my-jams'));
      const ids = jams.jams.map(({ id }: { id: string }) => id);
      expect(ids.sort()).toEqual([ben!.userId, school.jamId].sort());
    });

    it('reads the playlists of the class, and puts nothing into them', async () => {
      const body = { name: 'Our best' };
      const made = await dataOf(post(mia!, `/clubs/${school.clubId}/playlists`, body));
      await dataOf(post(mia!, `/playlists/${made.playlist.id}`, { adders: 'members' }));
      const read = await dataOf(get(ben!, `/playlists/${made.playlist.id}`));
      expect(read.playlist).toMatchObject({ name: 'Our best', mayAdd: false, mayEdit: false });
      expect((await get(tom!, `/playlists/${made.playlist.id}`)).status).toBe(404);
    });

    it('reads nothing else while the class is not open, by whatever id', async () => {
      const list = await storeList('public');
      const openClub = await storeClub(
        server.database.queries,
        { tom: 'owner' },
        { access: 'open' },
      );
      const share = await server.database.queries
        .selectFrom('shares')
        .selectAll()
        .where('id', '=', shared)
        .executeTakeFirstOrThrow();
      const tries = [
        `/jam/${room}`,
        `/jam/${room}/rifffs/${outside}`,
        `/jam/${room}/rifffs/${outside}/lineage`,
        `/jam/${room}/events?since=0`,
        `/jam/${room}/tree`,
        `/jam/${room}/feed`,
        `/jam/${room}/members`,
        `/jam/${room}/looks`,
        `/jam/${room}/band`,
        `/jam/${share.jamId}/rifffs/${share.rifffId}`,
        `/clubs/${openClub}`,
        `/clubs/${openClub}/members`,
        `/playlists/${list}`,
        '/accounts/profile/tom',
      ];
      for (const url of tries) expect([url, (await get(ben!, url)).status]).toEqual([url, 404]);
      const keys = [
        { jamId: room, rifffId: outside },
        { jamId: share.jamId, rifffId: share.rifffId },
        { jamId: school.jamId, rifffId: made },
      ];
      const { rifffs } = await dataOf(post(ben!, '/jam/rifffs/query', { rifffs: keys }));
      expect(rifffs.map((one: { _id: string }) => one._id)).toEqual([made]);
      const { profiles } = await dataOf(
        post(ben!, '/accounts/profiles/query', { userIds: ['tom', 'mia', ada!.userId] }),
      );
      expect(profiles.map((one: { user_id: string }) => one.user_id)).toEqual(['mia', ada!.userId]);
      expect((await post(ben!, '/accounts/blocked/tom')).status).toBe(404);
      expect((await commit(ben!, room)).status).toBe(404);
      const parent = { jamId: room, rifffId: outside };
      expect((await commit(ben!, school.jamId, postable([1], { parent }))).status).toBe(400);
    });

    it('opens no room by the code of a stage', async () => {
      const row = codeRow({ kind: 'stage', target: room, createdBy: 'tom', created: Date.now() });
      await server.database.queries.insertInto('codes').values(row).execute();
      const headers = { ...ben!.headers, [STAGE_HEADER]: row.code };
      const answer = await server.app.inject({ url: `/api/jam/${room}`, headers });
      expect(answer.statusCode).toBe(404);
    });

    it('keeps no documents, and gets no other name, by the way of a database', async () => {
      const own = { name: ben!.userId, displayName: 'Tom', type: 'user' };
      const tries = [
        { method: 'GET', url: `/db/rondo-${ben!.userId}` },
        { method: 'PUT', url: `/db/_users/org.couchdb.user:${ben!.userId}`, payload: own },
      ] as const;
      for (const one of tries) {
        const answer = await server.app.inject({ ...one, headers: ben!.headers });
        expect([one.url, answer.statusCode]).toEqual([one.url, 403]);
      }
    });

    it('reads the public side where the class is open, and leaves no trace there', async () => {
      await setOpen(server.database, school.classId, true);
      expect(await dataOf(get(ben!, `/jam/${room}`))).toMatchObject({
        role: null,
        mayAnswer: false,
      });
      expect(await dataOf(get(ben!, '/accounts/profile/tom'))).toMatchObject({ user_id: 'tom' });
      expect((await commit(ben!, room)).status).toBe(403);
      expect((await post(ben!, `/jam/${room}/messages`, { message: 'Hi' })).status).toBe(403);
      expect((await post(ben!, `/jam/${room}/join`)).status).toBe(403);
      // An answer in the channel to what is shared outside.
      const { queries } = server.database;
      const share = await queries
        .selectFrom('shares')
        .selectAll()
        .where('id', '=', shared)
        .executeTakeFirstOrThrow();
      const parent = { jamId: share.jamId, rifffId: share.rifffId };
      await dataOf(commit(ben!, school.jamId, postable([1], { parent })));
      const toTom = queries.selectFrom('notices').select('fromId').where('userId', '=', 'tom');
      expect(await toTom.execute()).toEqual([]);
      const voices = () => queries.selectFrom('chartVoices').select('userId').execute();
      expect(await voices()).toEqual([]);
      await recountShares(queries, [shared]);
      expect(await voices()).toEqual([]);
      const line = await dataOf(get(tom!, `/jam/tom/rifffs/${share.rifffId}/lineage`));
      expect(line.children).toEqual([]);
      await setOpen(server.database, school.classId, false);
    });

    it('who is muted makes music and says nothing', async () => {
      const message = (await dataOf(post(ada!, `/jam/${school.jamId}/messages`, { message: 'A' })))
        .id;
      await setMuted(server.database, ben!.userId, true);
      const tries = [
        post(ben!, `/jam/${school.jamId}/messages`, { message: 'Hi' }),
        post(ben!, `/jam/${school.jamId}/feed/${message}/reply`, { message: 'Hi' }),
        post(ben!, `/jam/${school.jamId}/feed/${message}/reactions`, { reaction: '❤️' }),
      ];
      for (const { status, body } of await Promise.all(tries)) {
        expect([status, body.message]).toEqual([403, 'Your teacher has muted you']);
      }
      expect(await dataOf(get(ben!, `/jam/${school.jamId}`))).toMatchObject({
        mayAnswer: true,
        mayChat: false,
      });
      expect((await commit(ben!, school.jamId)).status).toBe(200);
      await setMuted(server.database, ben!.userId, false);
    });

    it('uses no loop of a room that they may not read', async () => {
      const { queries } = server.database;
      const loop = await queries.selectFrom('loops').selectAll().limit(1).executeTakeFirstOrThrow();
      const id = newId();
      const doc = { ...(loop.doc as object), _id: id };
      await queries
        .insertInto('loops')
        .values({
          ...loop,
          id,
          creatorId: 'tom',
          isLibrary: false,
          origin: 'upload',
          packId: null,
          doc: JSON.stringify(doc),
        })
        .execute();
      await queries
        .insertInto('rifffLoops')
        .values({ jamId: room, rifffId: outside, loopId: id })
        .execute();
      expect((await commit(ben!, school.jamId, holding([id]))).status).toBe(400);
      await setOpen(server.database, school.classId, true);
      expect((await commit(ben!, school.jamId, holding([id]))).status).toBe(200);
      await setOpen(server.database, school.classId, false);
    });
  });

  it('notices of pupils go to their class, and to no one else', async () => {
    const { queries } = server.database;
    expect(await isTold(queries, 'tom', ada!.userId)).toBe(false);
    expect(await isTold(queries, 'mia', ada!.userId)).toBe(true);
    expect(await isTold(queries, ben!.userId, ada!.userId)).toBe(true);
    expect(await isTold(queries, 'tom', 'mia')).toBe(true);
  });

  it('figures do not count pupils', async () => {
    const { accounts } = await readPeople(server.database.queries, Date.now());
    await makeAccount(server.database, 'uma');
    await storeClass(server.database, 'uma', ['Dan']);
    const after = await readPeople(server.database.queries, Date.now());
    expect(after.accounts).toBe(accounts + 1);
  });

  async function storeList(access: 'public' | 'private'): Promise<string> {
    const body = { name: 'Walks', access };
    return (await dataOf(post(tom!, '/playlists', body))).playlist.id;
  }
});
