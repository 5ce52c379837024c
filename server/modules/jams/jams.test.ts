import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RifffSchema } from '../../../src/data/contract/rifff.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';
import { exportOwned, removeOwned } from './ownership.ts';

describeDatabases('the calls of jams', (open) => {
  let server: TestServer;
  let ada: TestAccount;
  let ben: TestAccount;
  beforeAll(async () => {
    server = await startTestServer({ openDatabase: open });
    ada = await makeAccount(server.database, 'ada');
    ben = await makeAccount(server.database, 'ben');
  });
  afterAll(() => server?.close());

  const call = async (who: TestAccount | null, url: string, body?: unknown) => {
    const answer = await server.app.inject({
      url: `/api${url}`,
      headers: who?.headers ?? {},
      ...(body === undefined ? {} : { method: 'POST', payload: body as object }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const ok = async (who: TestAccount | null, url: string, body?: unknown) => {
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

  describe('committing', () => {
    it('stamps and derives what the server alone says, and keeps unknown keys', async () => {
      const before = Date.now();
      const posted = postable([5, 2], {
        magnitude: 99,
        peakData: [1],
        creators: ['mallory'],
        license: 'cc0-1.0',
        originalId: 'x',
        app_version: 7,
        nested: { '☃': [1, { deep: null }] },
      });
      const { id, rifff } = await commit(ada, posted);
      expect(id).toBe(posted._id);
      expect(RifffSchema.safeParse(rifff).success).toBe(true);
      expect(rifff).toMatchObject({
        _id: posted._id,
        jamId: 'ada',
        userName: 'ada',
        creators: ['ada', 'house'],
        clientCreated: 1_600_000_000_000,
        license: 'all-rights-reserved',
        access: 'none',
        layerColours: [expect.stringMatching(/^ff[0-9a-f]{6}$/), expect.any(String)],
        app_version: 7,
        nested: { '☃': [1, { deep: null }] },
        parent: null,
      });
      expect(rifff.created).toBeGreaterThanOrEqual(before);
      expect(rifff.magnitude).toBeGreaterThan(0);
      expect(rifff.magnitude).toBeLessThan(1);
      expect(rifff.peakData).toHaveLength(1536);
      expect(rifff.originalId).toBeUndefined();
      expect(rifff.loops.map(({ _id }: { _id: string }) => _id)).toEqual([5, 2].map(fixtureLoopId));
      expect(rifff.loops[0].cdn_attachments.oggAudio.url).toMatch(/^\/media\//);
      expect((await ok(ada, `/jam/ada/rifffs/${id}`)).rifff).toEqual(rifff);
    });

    it('answers the same commit again with the stored rifff, anything else under its id with 409', async () => {
      const posted = postable([1], { parent: null });
      const first = await commit(ada, posted);
      const again = { ...posted, created: 5, loops: [], magnitude: 3 };
      expect(await commit(ada, again)).toEqual(first);
      expect(await commit(ada, first.rifff)).toEqual(first);
      expect((await post(ada, { ...posted, root: 4 })).status).toBe(409);
      const { rifff } = await commit(ben, { ...posted, root: 4 });
      expect(rifff.jamId).toBe('ben');
    });

    it('makes one row of the same commit ten times at once', async () => {
      const before = await rowsOf();
      const posted = postable([3]);
      const answers = await Promise.all(Array.from({ length: 10 }, () => commit(ada, posted)));
      expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(await rowsOf()).toBe(before + 1);
    });

    it('gives fifty commits at once fifty rising times, and counts them', async () => {
      const zoe = await makeAccount(server.database, 'zoe');
      const posted = Array.from({ length: 50 }, () => postable([1]));
      const answers = await Promise.all(posted.map((rifff) => commit(zoe, rifff)));
      expect(new Set(answers.map(({ rifff }) => rifff.created)).size).toBe(50);
      const list = await ok(zoe, '/jam/zoe/rifffs?pageSize=100');
      expect(list.total).toBe(50);
      const times: number[] = list.rifffs.map((rifff: { created: number }) => rifff.created);
      expect(times).toEqual([...times].sort((a, b) => b - a));
    });

    it('is for members, into their own jam', async () => {
      expect((await call(null, '/jam/ada/rifffs', { rifff: postable() })).status).toBe(401);
      expect((await post(ben, postable(), 'ada')).status).toBe(404);
      await server.database.queries
        .updateTable('jams')
        .set({ access: 'open' })
        .where('id', '=', 'zoe')
        .execute();
      expect((await post(ben, postable(), 'zoe')).status).toBe(403);
      const { longId } = await ok(ada, '/jam/ada');
      expect((await commit(ada, postable(), longId)).rifff.jamId).toBe('ada');
    });

    it.each<[string, unknown]>([
      ['an unknown loop', postable([999])],
      [
        'nine slots',
        {
          ...postable(),
          state: { ...postable().state, playback: Array(9).fill({ slot: { current: null } }) },
        },
      ],
      [
        'seven slots',
        {
          ...postable(),
          state: { ...postable().state, playback: Array(7).fill({ slot: { current: null } }) },
        },
      ],
      ['a huge tempo', { ...postable(), state: { ...postable().state, bps: 1e300 } }],
      ['a time out of this world', postable([1], { created: 1e300 })],
      ['a negative time', postable([1], { created: -1 })],
      ['an id that climbs', postable([1], { _id: '../x' })],
      ['an empty id', postable([1], { _id: '' })],
      ['an id of 65 characters', postable([1], { _id: 'a'.repeat(65) })],
      ['an id with a null character', postable([1], { _id: 'a\0b' })],
      ['a null character in a value', postable([1], { note: 'a\0b' })],
      ['a null character in a key', postable([1], { 'a\0b': 1 })],
      ['unknown keys above 8 kB', postable([1], { note: 'é'.repeat(4100) })],
      [
        'a parent that is not there',
        postable([1], { parent: { jamId: 'ada', rifffId: 'nothing' } }),
      ],
      [
        'a parent in a jam that is not there',
        postable([1], { parent: { jamId: 'x', rifffId: 'y' } }),
      ],
      [
        'a parent that is itself',
        postable([1], { _id: 'own', parent: { jamId: 'ada', rifffId: 'own' } }),
      ],
      ['a long colour', postable([1], { colour: 'f'.repeat(17) })],
      ['no state', { _id: 'x', created: 1, userName: '', loops: [] }],
    ])('refuses %s whole', async (_name, rifff) => {
      const before = await rowsOf();
      const { status, body } = await post(ada, rifff as object);
      expect(status, JSON.stringify(body)).toBe(400);
      expect(Object.keys(body.validationErrors)).not.toEqual([]);
      expect(await rowsOf()).toBe(before);
    });

    it.each([
      ['NaN', '"app":NaN'],
      ['Infinity', '"app":1e999'],
      ['a prototype', '"__proto__":{"x":1}'],
      ['a key twice', '"app":1,"app":2'],
      ['a key twice, once in escapes', '"app":1,"\\u0061pp":2'],
      ['deep nesting', `"app":${'['.repeat(400_000)}${']'.repeat(400_000)}`],
      ['nesting that is only too deep for a rifff', `"app":${'['.repeat(20)}${']'.repeat(20)}`],
    ])('refuses JSON with %s', async (_name, part) => {
      const before = await rowsOf();
      const text = JSON.stringify(postable());
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/jam/ada/rifffs',
        headers: { ...ada.headers, 'content-type': 'application/json' },
        payload: `{"rifff":${text.slice(0, -1)},${part}}}`,
      });
      expect(answer.statusCode, answer.body).toBe(400);
      expect(await rowsOf()).toBe(before);
    });

    it('refuses a body of 10 MB', async () => {
      const big = postable([1], { note: 'x'.repeat(10_000_000) });
      expect((await post(ada, big)).status).toBe(413);
    });

    it("takes a loop that is neither the library's nor seen by the caller for one that is not there", async () => {
      const { queries } = server.database;
      const id = 'a'.repeat(32);
      const doc = { _id: id, creatorUserName: 'ben', created: 1, barLength: 16, length16ths: 16 };
      await queries
        .insertInto('loops')
        .values({
          id,
          creatorId: 'ben',
          created: 1,
          category: 'bass',
          packId: null,
          nameFolded: '',
          isLibrary: false,
          origin: 'upload',
          approval: 'approved',
          isRemoved: false,
          doc: JSON.stringify({
            ...doc,
            bps: 2,
            sampleRate: 48_000,
            category: 'bass',
            startOffsetSamples: 0,
          }),
        })
        .execute();
      const withIt = () => {
        const rifff = postable([1]);
        rifff.state.playback[1] = { slot: { current: { currentLoop: id } } };
        return rifff;
      };
      expect((await post(ada, withIt())).status).toBe(400);
      const { rifff } = await commit(ben, withIt());
      expect((await post(ada, withIt())).status).toBe(400);
      await share('ben', rifff._id);
      expect((await commit(ada, withIt())).rifff.creators).toEqual(['ada', 'house', 'ben']);
    });
  });

  describe('remixing', () => {
    it('keeps the parent and names the original only when the authors differ', async () => {
      const first = await commit(ada);
      await share('ada', first.id);
      const parent = { jamId: 'ada', rifffId: first.id };
      const answer = await ok(ben, `/jam/ben/rifffs/${first.id}/remix`, {
        rifff: postable([4], { parent, originalId: 'forged' }),
      });
      expect(answer.rifff).toMatchObject({ parent, originalId: first.id, jamId: 'ben' });
      expect(answer.rifff.creators).toEqual(['ben', 'ada', 'house']);
      const own = await ok(ada, `/jam/ada/rifffs/${first.id}/remix`, { rifff: postable() });
      expect(own.rifff.parent).toEqual(parent);
      expect(own.rifff.originalId).toBeUndefined();
      const { status } = await call(ben, '/jam/ben/rifffs/other/remix', {
        rifff: postable([4], { parent }),
      });
      expect(status).toBe(400);
    });

    it('refuses a parent that the caller may not read', async () => {
      const { id } = await commit(ada);
      const parent = { jamId: 'ada', rifffId: id };
      expect((await post(ben, postable([1], { parent }))).status).toBe(400);
      await share('ada', id, { isPrivate: true });
      await share('ada', id, { isRemoved: true, userId: 'ben' });
      expect((await post(ben, postable([1], { parent }))).status).toBe(400);
      await share('ada', id, { userId: 'cleo' });
      const { longId } = await ok(ada, '/jam/ada');
      const { rifff } = await commit(
        ben,
        postable([1], { parent: { jamId: longId, rifffId: id } }),
      );
      expect(rifff.parent).toEqual(parent);
    });

    it('shows the line upwards and the answers, without names where the reader may not look', async () => {
      const [cleo, dan] = [
        await makeAccount(server.database, 'cleo'),
        await makeAccount(server.database, 'dan'),
      ];
      const root = await commit(cleo);
      const hidden = await commit(
        cleo,
        postable([1], { parent: { jamId: 'cleo', rifffId: root.id } }),
      );
      const middle = await commit(
        cleo,
        postable([1], { parent: { jamId: 'cleo', rifffId: hidden.id } }),
      );
      await share('cleo', root.id);
      await share('cleo', middle.id, { title: 'Middle' });
      const leaf = await commit(
        dan,
        postable([2], { parent: { jamId: 'cleo', rifffId: middle.id } }),
      );
      const up = await ok(dan, `/jam/dan/rifffs/${leaf.id}/lineage`);
      expect(up.ancestors).toMatchObject([
        { rifffId: middle.id, isReadable: true, user_id: 'cleo', title: 'Middle' },
        {
          rifffId: hidden.id,
          isReadable: false,
          hasLeft: false,
          user_id: '',
          displayName: '',
          created: 0,
          shareId: null,
        },
        { rifffId: root.id, isReadable: true, user_id: 'cleo' },
      ]);
      const down = await ok(null, `/jam/cleo/rifffs/${middle.id}/lineage`);
      expect(down.children).toMatchObject([{ jamId: 'dan', rifffId: leaf.id, user_id: '' }]);
      expect((await call(null, `/jam/dan/rifffs/${leaf.id}/lineage`)).status).toBe(404);
    });

    it('stops at twenty, and where a line comes round to itself', async () => {
      const eve = await makeAccount(server.database, 'eve');
      let parent: { jamId: string; rifffId: string } | null = null;
      const ids: string[] = [];
      for (let at = 0; at < 25; at++) {
        const { id } = await commit(eve, postable([1], { parent }));
        parent = { jamId: 'eve', rifffId: id };
        ids.push(id);
      }
      const line = await ok(eve, `/jam/eve/rifffs/${ids[24]}/lineage`);
      expect(line.ancestors.map((one: { rifffId: string }) => one.rifffId)).toEqual(
        ids.slice(4, 24).reverse(),
      );
      await server.database.queries
        .updateTable('rifffs')
        .set({ parentJamId: 'eve', parentId: ids[1]! })
        .where('id', '=', ids[0]!)
        .execute();
      const round = await ok(eve, `/jam/eve/rifffs/${ids[2]}/lineage`);
      expect(round.ancestors.map((one: { rifffId: string }) => one.rifffId)).toEqual([
        ids[1],
        ids[0],
      ]);
    });
  });

  describe('reading', () => {
    it('lists by page and strictly older than a time, ties by id', async () => {
      const fay = await makeAccount(server.database, 'fay');
      const made = [];
      for (let at = 0; at < 5; at++) made.push((await commit(fay)).rifff);
      const tie = made[2].created;
      await server.database.queries
        .updateTable('rifffs')
        .set({ created: tie })
        .where('id', '=', made[3]._id)
        .execute();
      const pick = async (query: string) =>
        (await ok(fay, `/jam/fay/rifffs?${query}`)).rifffs.map((one: { _id: string }) => one._id);
      const [a, b, c, d, e] = made.map(({ _id }) => _id);
      const [high, low] = c > d ? [c, d] : [d, c];
      expect(await pick('')).toEqual([e, high, low, b, a]);
      expect(await pick('pageSize=2&pageNo=1')).toEqual([low, b]);
      expect(await pick(`fromCreatedTime=${tie}`)).toEqual([b, a]);
      expect(await pick(`fromCreatedTime=${tie + 1}&pageSize=1`)).toEqual([high]);
      expect((await call(fay, '/jam/fay/rifffs?pageSize=101')).status).toBe(400);
    });

    it('shows a private jam to its owner alone, by either id', async () => {
      const { longId, ...jam } = await ok(ada, '/jam/ada');
      expect(jam).toMatchObject({ id: 'ada', owner: 'ada', kind: 'personal', access: 'private' });
      expect((await ok(ada, `/jam/${longId}`)).id).toBe('ada');
      for (const who of [null, ben]) {
        for (const path of ['/jam/ada', `/jam/${longId}`, '/jam/ada/rifffs', '/jam/nobody']) {
          expect((await call(who, path)).status).toBe(404);
        }
      }
      expect((await ok(ada, '/jam/my-jams')).jams.map(({ id }: { id: string }) => id)).toEqual([
        'ada',
      ]);
    });

    it('reads several in the order asked for and leaves out what may not be read', async () => {
      const [open, closed, own] = [await commit(ada), await commit(ada), await commit(ben)];
      await share('ada', open.id);
      const keys = [own, closed, open, open].map(({ rifff }) => ({
        jamId: rifff.jamId,
        rifffId: rifff._id,
      }));
      const { rifffs } = await ok(ben, '/jam/rifffs/query', { rifffs: keys });
      expect(rifffs.map(({ _id }: { _id: string }) => _id)).toEqual([own.id, open.id]);
      const many = Array.from({ length: 101 }, () => keys[0]);
      expect((await call(ben, '/jam/rifffs/query', { rifffs: many })).status).toBe(400);
    });

    it('brings a loop of the library into a jam, as often as asked', async () => {
      const body = { loopId: fixtureLoopId(3) };
      const data = await ok(ada, '/jam/ada/loops/library-import', body);
      expect(data).toMatchObject({ id: body.loopId, loop: { _id: body.loopId } });
      expect(await ok(ada, '/jam/ada/loops/library-import', body)).toEqual(data);
      expect((await call(ben, '/jam/ada/loops/library-import', body)).status).toBe(404);
      const none = { loopId: 'nothing' };
      expect((await call(ada, '/jam/ada/loops/library-import', none)).status).toBe(404);
    });
  });

  it('gives an account its own and takes it away, leaving what others build on', async () => {
    const gil = await makeAccount(server.database, 'gil');
    const [used, unused] = [await commit(gil), await commit(gil)];
    await share('gil', used.id);
    const parent = { jamId: 'gil', rifffId: used.id };
    const remix = await commit(ben, postable([1], { parent }));
    const { queries } = server.database;
    const owned = await exportOwned(queries, 'gil');
    expect(owned.rifffs).toHaveLength(2);
    await server.database.transaction((transaction) => removeOwned(transaction, 'gil', Date.now()));
    await queries
      .updateTable('accounts')
      .set({ isDeleted: true })
      .where('id', '=', 'gil')
      .execute();
    const left = await queries
      .selectFrom('rifffs')
      .selectAll()
      .where('jamId', '=', 'gil')
      .execute();
    expect(left.map(({ id }) => id)).toEqual([used.id]);
    expect(left[0]!.doc).toMatchObject({ userName: '', creators: [], isRemoved: true });
    expect(RifffSchema.safeParse(left[0]!.doc).success).toBe(true);
    const { rifff } = await ok(ben, `/jam/ben/rifffs/${remix.id}`);
    expect(rifff).toMatchObject({ parent, originalId: used.id });
    expect(rifff.creators).toEqual(['ben', 'house']);
    const line = await ok(ben, `/jam/ben/rifffs/${remix.id}/lineage`);
    expect(line.ancestors).toMatchObject([{ rifffId: used.id, user_id: '', displayName: '' }]);
    // A draft that was begun before still has its parent's name.
    const late = postable([1], { parent: { jamId: 'gil', rifffId: unused.id } });
    expect((await commit(ben, late)).rifff).toMatchObject({ originalId: unused.id });
  });
});
