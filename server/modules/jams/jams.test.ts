import { describe, expect, it } from 'vitest';
import { RifffSchema } from '../../../src/data/contract/rifff.ts';
import { runSteps } from '../../ports/database/batches.ts';
import { makeAccount, useAccount } from '../../testing/accounts.ts';
import { allOf } from '../../testing/afterwards.ts';
import { describeOnce, rowsOf } from '../../testing/databases.ts';
import { jamCalls } from '../../testing/jamCalls.ts';
import { postable } from '../../testing/rifffs.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeJams } from './closing.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';

describeOnce('the calls of jams', (open) => {
  const server = useTestServer({ openDatabase: open });
  const ada = useAccount(server, 'ada');
  const ben = useAccount(server, 'ben');
  const { call, ok, post, commit, share } = jamCalls(server);

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
      expect((await post(ben, postable([1], { parent }))).status).toBe(400);
      await share('ada', id, { isRemoved: true });
      expect((await post(ben, postable([1], { parent }))).status).toBe(400);
      const { queries } = server.database;
      await queries.updateTable('shares').set({ isRemoved: false }).execute();
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
          jamId: null,
          rifffId: null,
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
      expect(down.children).toEqual([]);
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
    const { longId } = await ok(gil, '/jam/gil');
    const owned = await allOf(exportOwned(queries, 'gil'));
    expect(owned.rifffs).toHaveLength(2);
    await runSteps(REMOVAL_STEPS, queries, 'gil');
    const { database } = server;
    await database.transaction((transaction) => closeJams(database, transaction, 'gil', 7));
    await queries
      .updateTable('accounts')
      .set({ isDeleted: true })
      .where('id', '=', 'gil')
      .execute();
    const left = await rowsOf(server.database, 'rifffs', 'jamId', 'gil');
    expect(left.map(({ id }) => id)).toEqual([used.id]);
    expect(left[0]!.doc).toMatchObject({ userName: '', creators: [], isRemoved: true });
    expect(RifffSchema.safeParse(left[0]!.doc).success).toBe(true);
    const { rifff } = await ok(ben, `/jam/ben/rifffs/${remix.id}`);
    // The short id of the jam is the name of who left; the long one stands for it.
    const nameless = { jamId: longId, rifffId: used.id };
    expect(rifff).toMatchObject({ parent: nameless, originalId: used.id });
    expect(rifff.creators).toEqual(['ben', 'house']);
    const line = await ok(ben, `/jam/ben/rifffs/${remix.id}/lineage`);
    expect(line.ancestors).toMatchObject([{ ...nameless, user_id: '', displayName: '' }]);
    const listed = await ok(ben, '/jam/ben/rifffs');
    const taken = await allOf(exportOwned(queries, 'ben'));
    for (const said of [rifff, line, listed, taken]) {
      expect(JSON.stringify(said)).not.toMatch(/\bgil\b/);
    }
    // What was read is the same commit when it is posted again, and leads to the same answer.
    expect((await commit(ben, rifff)).id).toBe(remix.id);
    const again = await commit(ben, postable([2], { parent: nameless }));
    expect(again.rifff).toMatchObject({ parent: nameless, originalId: used.id });
    expect((await call(ben, `/jam/${longId}`)).status).toBe(404);
    // A draft that was begun before still has its parent's name.
    const late = postable([1], { parent: { jamId: 'gil', rifffId: unused.id } });
    expect((await commit(ben, late)).rifff).toMatchObject({ originalId: unused.id });
  });
});
