import { expect, it } from 'vitest';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { dataOf } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { PIXEL, wholeForm } from '../../testing/fuzz/forms.ts';
import { postable } from '../../testing/rifffs.ts';
import { roomCalls } from '../../testing/roomCalls.ts';
import { makeRoom as storeRoom } from '../../testing/sockets.ts';
import { useTestServer } from '../../testing/testApp.ts';

describeDatabases('rooms', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open });
  const ada = useAccount(server, 'ada');
  const ben = useAccount(server, 'ben');
  const cleo = useAccount(server, 'cleo');
  const { get, post, drop, makeRoom, makeCode, commit } = roomCalls(server, ada);
  const eventsOf = async (id: string, since = 0) =>
    (await dataOf(get(ada, `/jam/${id}/events?since=${since}`))) as {
      events: { number: number; kind: string; ref: string; user: string }[];
      last: number;
    };
  const sendCover = (who: TestAccount, id: string, image?: Buffer) => {
    const { payload, contentType = '' } = wholeForm([
      { name: 'image', value: image ?? 'none', ...(image && { fileName: 'me.png' }) },
    ]);
    const headers = { ...who.headers, 'content-type': contentType };
    const url = `/api/jam/${id}/cover`;
    return server.app.inject({ method: 'POST', url, headers, payload });
  };

  itOnce('lets an account have 200 rooms', async () => {
    const { database } = server;
    const many = await makeAccount(database, 'many');
    for (let at = 0; at < 199; at++) await storeRoom(database, many.userId);
    await makeRoom('public', 'Last', many);
    const { status, body } = await post(many, '/jam', { name: 'One more' });
    expect([status, body.message]).toEqual([403, 'You have 200 rooms: that is the most']);
  });

  it('makes a room that its maker owns, under an id that no account may take', async () => {
    const { id, jam } = await dataOf(post(ada, '/jam', { name: 'Attic' }));
    expect(id).toMatch(/^band[0-9a-f]{10}$/);
    expect(jam).toMatchObject({ id, name: 'Attic', access: 'public', role: 'owner' });
    expect(jam).toMatchObject({ memberCount: 1, mayAnswer: true, mayChat: true, lastEvent: 0 });
    expect((await post(null, '/jam', { name: 'Attic' })).status).toBe(401);
    for (const name of ['', 'Rondo Support', 'x'.repeat(61)]) {
      expect((await post(ada, '/jam', { name })).status).toBe(400);
    }
  });

  it('lets anyone read a public room and members answer in it', async () => {
    const id = await makeRoom('public');
    expect((await get(null, `/jam/${id}`)).body.data).toMatchObject({ role: null });
    expect((await commit(ben, id)).status).toBe(403);
    await dataOf(post(ben, `/jam/${id}/join`));
    await dataOf(post(ben, `/jam/${id}/join`));
    expect((await commit(ben, id)).status).toBe(200);
    expect((await eventsOf(id)).events).toMatchObject([
      { number: 1, kind: 'member', ref: 'ben', user: 'ben' },
      { number: 2, kind: 'rifff', user: 'ben' },
    ]);
    const { members } = await dataOf(get(null, `/jam/${id}/members`));
    expect(members).toMatchObject([
      { userId: 'ada', role: 'owner' },
      { userId: 'ben', role: 'member' },
    ]);
  });

  it('numbers what happens without gaps, however many write at once', async () => {
    const id = await makeRoom('public');
    await dataOf(post(ben, `/jam/${id}/join`));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => commit(at % 2 ? ada : ben, id)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { events, last } = await eventsOf(id);
    expect(last).toBe(11);
    expect(events.map(({ number }) => number)).toEqual(events.map((_, at) => at + 1));
    expect((await eventsOf(id, 9)).events.map(({ number }) => number)).toEqual([10, 11]);
    const jam = await dataOf(get(null, `/jam/${id}`));
    const [newest] = (await dataOf(get(null, `/jam/${id}/rifffs`))).rifffs;
    expect(jam).toMatchObject({ lastEvent: 11, rifffCount: 10, latest: newest.created });
  });

  it('stores the same commit once, with one event', async () => {
    const id = await makeRoom('public');
    const rifff = postable([1]);
    await dataOf(post(ada, `/jam/${id}/rifffs`, { rifff }));
    await dataOf(post(ada, `/jam/${id}/rifffs`, { rifff }));
    expect((await eventsOf(id)).last).toBe(1);
  });

  itOnce('changes a room for its owner alone, and tells of it', async () => {
    const id = await makeRoom('public');
    expect((await post(ben, `/jam/${id}`, { name: 'Mine' })).status).toBe(403);
    const guests = { mayAnswer: false, mayChat: false };
    const jam = await dataOf(post(ada, `/jam/${id}`, { name: 'Cellar', barLength: 12, guests }));
    expect(jam).toMatchObject({ name: 'Cellar', barLength: 12, guests, description: '' });
    await dataOf(post(ada, `/jam/${id}`, {}));
    expect((await eventsOf(id)).events).toMatchObject([{ kind: 'jam', ref: id }]);
    expect((await post(ada, '/jam/ada', { name: 'Else' })).status).toBe(400);
    expect(await dataOf(post(ada, '/jam/ada', { description: 'Mine' }))).toMatchObject({
      description: 'Mine',
      access: 'private',
    });
  });

  itOnce(
    'shows a cover to whoever may read the room, and keeps no content of one before',
    async () => {
      const id = await makeRoom('link');
      expect((await sendCover(ben, id, PIXEL)).statusCode).toBe(404);
      expect((await sendCover(ada, id)).statusCode).toBe(400);
      expect((await sendCover(ada, id, Buffer.from('no picture'))).statusCode).toBe(400);
      const { coverUrl } = (await sendCover(ada, id, PIXEL)).json().data;
      const seen = async (who: TestAccount | null, url: string) =>
        (await server.app.inject({ url, headers: { ...who?.headers } })).statusCode;
      expect(await seen(ada, coverUrl)).toBe(200);
      expect(await seen(null, coverUrl)).toBe(404);
      expect(await seen(ben, coverUrl)).toBe(404);
      await dataOf(post(ben, `/jam/${id}/join`, { code: await makeCode(id) }));
      expect(await seen(ben, coverUrl)).toBe(200);
      await dataOf(drop(ada, `/jam/${id}/members/ben`));
      expect(await seen(ben, coverUrl)).toBe(404);
      const next = (await sendCover(ada, id, PIXEL)).json().data.coverUrl;
      expect(await seen(ada, coverUrl)).toBe(404);
      expect(await seen(ada, next)).toBe(200);
      const [file] = await server.database.queries.selectFrom('jamFiles').selectAll().execute();
      expect(await dataOf(drop(ada, `/jam/${id}/cover`))).toMatchObject({ coverUrl: null });
      expect(await seen(ada, next)).toBe(404);
      expect(await server.blobs.has(file!.hash)).toBe(false);
    },
  );

  it('shows public rooms, live ones first, with what they lack', async () => {
    const { queries } = server.database;
    await queries
      .updateTable('jams')
      .set({ access: 'private' })
      .where('kind', '=', 'room')
      .execute();
    const quiet = await makeRoom('public', 'Quiet 100%');
    const old = await makeRoom('public', 'Old');
    const live = await makeRoom('public', 'Live');
    await makeRoom('link', 'Hidden');
    await dataOf(commit(ada, old));
    await queries.updateTable('jams').set({ latest: 5 }).where('id', '=', old).execute();
    await queries.updateTable('rifffs').set({ created: 5 }).where('jamId', '=', old).execute();
    await dataOf(commit(ada, live));
    const { jams, total } = await dataOf(get(null, '/jam/lobby'));
    expect(total).toBe(3);
    expect(jams.map(({ id }: { id: string }) => id)).toEqual([live, old, quiet]);
    expect(jams[0].newest.jamId).toBe(live);
    expect(jams[0].lacks).not.toHaveLength(0);
    expect(jams[2]).toMatchObject({ newest: null, lacks: [], presentCount: 0 });
    const found = async (query: string) =>
      (await dataOf(get(null, `/jam/lobby?${query}`))).jams.map(({ id }: { id: string }) => id);
    expect(await found('live')).toEqual([live]);
    expect(await found('search=OLD')).toEqual([old]);
    expect(await found('search=100%25')).toEqual([quiet]);
    expect(await found('search=_')).toEqual([]);
    expect(await found('search=ada&limit=1&skip=1')).toEqual([old]);
  });

  it('tells whoever is answered, here or elsewhere, and not whom they block', async () => {
    const id = await makeRoom('public');
    await dataOf(post(ben, `/jam/${id}/join`));
    const first = (await dataOf(commit(ada, id))).id;
    const parent = { jamId: id, rifffId: first };
    await dataOf(commit(ada, id, { parent }));
    await dataOf(commit(ben, id, { parent }));
    await dataOf(commit(cleo, 'cleo', { parent }));
    const notices = () =>
      server.database.queries
        .selectFrom('notices')
        .select(['kind', 'fromId', 'jamId', 'parentId'])
        .where('userId', '=', 'ada')
        .where('parentId', '=', first)
        .orderBy('id')
        .execute();
    const told = [
      { kind: 'answer', fromId: 'ben', jamId: id, parentId: first },
      { kind: 'remix', fromId: 'cleo', jamId: 'cleo', parentId: first },
    ];
    expect(await notices()).toEqual(told);
    await server.database.queries
      .insertInto('blocks')
      .values({ userId: 'ada', blockedId: 'cleo', created: 1 })
      .execute();
    await dataOf(commit(cleo, 'cleo', { parent }));
    expect(await notices()).toEqual(told);
  });

  it('narrows the history, draws it as a tree, hides and removes', async () => {
    const id = await makeRoom('public');
    await dataOf(post(ben, `/jam/${id}/join`));
    const first = (await dataOf(commit(ada, id, { root: 3, scale: 2 }))).id;
    const parent = { jamId: id, rifffId: first };
    const second = (await dataOf(commit(ben, id, { parent }))).id;
    const state = { ...postable([1]).state, bps: 3.25 };
    const third = (await dataOf(commit(ben, id, { parent, state }))).id;
    const list = async (query = '', who: TestAccount | null = null) => {
      const { rifffs, total } = await dataOf(get(who, `/jam/${id}/rifffs?${query}`));
      return [total, ...rifffs.map(({ _id }: { _id: string }) => _id)];
    };
    expect(await list()).toEqual([3, third, second, first]);
    expect(await list('by=ben')).toEqual([2, third, second]);
    expect(await list('by=ben&pageSize=1&pageNo=1')).toEqual([2, second]);
    expect(await list('minBps=3.2&maxBps=3.3')).toEqual([1, third]);
    expect(await list('root=3&scale=2')).toEqual([1, first]);
    expect(await list('loopsOf=ada')).toEqual([0]);
    const [loop] = (await dataOf(get(null, `/jam/${id}/rifffs/${first}`))).rifff.loops;
    expect(await list(`category=${loop.category}`)).toContain(first);
    expect(await list(`loopsOf=${loop.creatorUserName}`)).toEqual([3, third, second, first]);
    const { nodes, isLast } = await dataOf(get(null, `/jam/${id}/tree?limit=2`));
    expect(isLast).toBe(false);
    expect(nodes).toMatchObject([
      { id: third, parentId: first, user: 'ben', bps: 3.25 },
      { id: second, parentId: first, bps: 2 },
    ]);
    expect(nodes[0].bands).toHaveLength(1);
    expect(nodes[1].bands[0]).toBe(loop.category);
    const rest = await dataOf(get(null, `/jam/${id}/tree?fromCreatedTime=${nodes[1].created}`));
    expect(rest).toMatchObject({ nodes: [{ id: first, parentId: null }], isLast: true });

    await dataOf(post(ada, `/jam/${id}/rifffs/${third}/hide`));
    expect(await list('', ada)).toEqual([3, second, first]);
    expect(await list()).toEqual([3, third, second, first]);
    const { hidden } = await dataOf(get(ada, '/accounts/hidden-rifffs'));
    expect(hidden).toMatchObject([{ jamId: id, rifff: { _id: third, userName: 'ben' } }]);
    await dataOf(drop(ada, `/jam/${id}/rifffs/${third}/hide`));
    expect((await dataOf(get(ada, '/accounts/hidden-rifffs'))).hidden).toEqual([]);
    expect(await list('', ada)).toEqual([3, third, second, first]);

    await dataOf(post(cleo, `/jam/${id}/rifffs/${first}/report`, { reason: 'Mine' }));
    expect((await drop(cleo, `/jam/${id}/rifffs/${first}`)).status).toBe(403);
    expect((await drop(ben, `/jam/${id}/rifffs/${first}`)).status).toBe(403);
    const feed = server.database.queries.selectFrom('shares').select('id');
    const shared = { jamId: id, rifffId: second, shareId: 'f'.repeat(32), title: 'Second' };
    await dataOf(post(ben, '/rifff-feed/share', shared));
    expect(await feed.where('rifffId', '=', second).execute()).toHaveLength(1);
    await dataOf(drop(ada, `/jam/${id}/rifffs/${second}`));
    expect(await feed.where('rifffId', '=', second).execute()).toEqual([]);
    await dataOf(drop(ada, `/jam/${id}/rifffs/${second}`));
    const tree = await dataOf(get(null, `/jam/${id}/tree`));
    expect(tree.nodes[1]).toMatchObject({ id: second, parentId: first, user: '', bands: [] });
    const { events } = await eventsOf(id);
    expect(events.filter(({ kind }) => kind === 'rifff-removed')).toMatchObject([{ ref: second }]);
  });
});
