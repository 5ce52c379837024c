import { expect, it } from 'vitest';
import { newId } from '../../src/data/rules/ids.ts';
import type { Queries } from '../ports/database/database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { downloadBundle, entriesOf, linesOf, sayBundle } from '../testing/importCalls.ts';
import { jamCalls } from '../testing/jamCalls.ts';
import { makeMovingJam } from '../testing/movingJam.ts';
import { holding } from '../testing/rifffs.ts';
import { fixtureLoopId } from '../testing/starterFixture.ts';
import { oldImports } from './oldImports.ts';

type Doc = Record<string, unknown>;
const FREE = { license: 'cc0-1.0', access: 'listen' };

describeDatabases('the migration of old imports', (open) => {
  it('judges as today what an import brought that believed its file', async () => {
    const { here, there, mia, tom, ann, jamId, loops, ids } = await makeMovingJam(open);
    const { queries } = here.database;
    const { ok, call, post } = jamCalls(here);
    await ok(mia, `/jam/${jamId}`, { access: 'private' });
    const done = await sayBundle(here, ann, await downloadBundle(here, mia, jamId));
    const room = done.jamId;
    // As imports of before left it: ann said that she was mia, and the licences were those of the file.
    const { id: importId } = await queries
      .updateTable('imports')
      .set({ bundle: null, bundleKey: null, account: null })
      .where('jamId', '=', room)
      .returning('id')
      .executeTakeFirstOrThrow();
    const rifffOf = (id: string) =>
      queries
        .selectFrom('rifffs')
        .selectAll()
        .where('jamId', '=', room)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const setRifff = async (id: string, maker?: string, change = (doc: string) => doc) => {
      const row = await rifffOf(id);
      const userId = maker ?? row.userId;
      const doc = change(
        JSON.stringify({ ...(row.doc as Doc), ...FREE, userName: userId, creators: [userId] }),
      );
      await queries
        .updateTable('rifffs')
        .set({ ...FREE, userId, doc })
        .where('jamId', '=', room)
        .where('id', '=', id)
        .execute();
    };
    const loopHere = async (sourceId: string) =>
      queries
        .selectFrom('importedLoops')
        .innerJoin('loops', 'loops.id', 'importedLoops.loopId')
        .selectAll('loops')
        .where('importId', '=', importId)
        .where('sourceId', '=', sourceId)
        .executeTakeFirstOrThrow();
    const claimed = await loopHere(loops.mia);
    await queries
      .updateTable('loops')
      .set({ creatorId: 'ann' })
      .set({ doc: JSON.stringify({ ...(claimed.doc as Doc), ...FREE, creatorUserName: 'ann' }) })
      .where('id', '=', claimed.id)
      .execute();
    const copy = await loopHere(loops.tom);
    await setRifff(ids.root, 'ann');
    await setRifff(ids.branch, 'ann');
    // The file of tom's loop had opened the loop itself.
    await setRifff(ids.answer, undefined, (doc) => doc.replaceAll(copy.id, loops.tom));
    for (const table of ['importedLoops', 'jamLoops', 'rifffLoops'] as const) {
      await (queries as Queries)
        .updateTable(table)
        .set({ loopId: loops.tom })
        .where('loopId', '=', copy.id)
        .execute();
    }
    await queries.deleteFrom('loops').where('id', '=', copy.id).execute();
    await queries.deleteFrom('media').where('loopId', '=', copy.id).execute();
    const share = async (rifffId: string) => {
      const shareId = newId();
      const body = { jamId: room, rifffId, shareId, title: 'Mine', private: false };
      return { shareId, status: (await call(ann, '/rifff-feed/share', body)).status };
    };
    const shown = await share(ids.branch);
    expect(shown.status).toBe(200);
    await queries.updateTable('jams').set({ access: 'public' }).where('id', '=', room).execute();
    const own = holding([claimed.id]);
    await ok(ann, '/jam/ann/rifffs', { rifff: own });
    await ok(ann, '/accounts/my-access-rights', FREE);
    // What she made here stays hers, also in that room.
    const answered = await post(ann, holding([fixtureLoopId(1)]), room);

    await oldImports.up(queries as never);

    expect((await call(null, `/rifff-feed/shared-rifff/${shown.shareId}`)).status).toBe(404);
    for (const id of [ids.root, ids.answer, ids.branch]) {
      expect((await share(id)).status, id).toBe(403);
      const rifff = (await ok(ann, `/jam/${room}/rifffs/${id}`)).rifff;
      expect(rifff).toMatchObject({ license: 'all-rights-reserved', access: 'none' });
      expect([rifff.userName, ...rifff.creators].join()).not.toMatch(/\bann\b/);
    }
    expect((await call(null, `/jam/${room}`)).status).toBe(404);
    expect((await call(ann, `/jam/${room}`, { access: 'public' })).status).toBe(403);
    expect((await call(null, `/jam/ann/rifffs/${own._id}`)).status).toBe(404);
    expect((await call(ann, '/accounts/my-access-rights', FREE)).status).toBe(403);
    // Tom's loop is closed to her again; the room has a copy by a name, with its sound.
    expect((await post(ann, holding([loops.tom]), 'ann')).status).toBe(400);
    const [heard] = (await ok(ann, `/jam/${room}/rifffs/${ids.answer}`)).rifff.loops;
    expect(heard).toMatchObject({ license: 'all-rights-reserved' });
    expect(heard.creatorUserName).toMatch(/^imported_/);
    const { url } = heard.cdn_attachments.oggAudio;
    expect((await here.app.inject({ url, headers: ann.headers })).statusCode).toBe(200);
    expect(answered.body.data.rifff.userName).toBe('ann');
    expect((await ok(ann, `/jam/${room}/rifffs/${answered.body.data.id}`)).rifff.userName).toBe(
      'ann',
    );
    expect((await ok(tom, `/jam/${jamId}/rifffs/${ids.answer}`)).rifff.userName).toBe('tom');
    const taken = await linesOf(await entriesOf(await downloadBundle(here, ann, room)), 'rifffs');
    const others = taken.filter(({ _id: id }) => id !== answered.body.data.id);
    expect(new Set(others.map(({ license }) => license))).toEqual(new Set(['all-rights-reserved']));
    // A second time changes nothing.
    // A row that is written again may lie elsewhere: they are compared in an order of their own.
    const all = queries.selectFrom('rifffs').selectAll().orderBy('jamId').orderBy('id');
    const before = await all.execute();
    await oldImports.up(queries as never);
    expect(await all.execute()).toEqual(before);
    await here.close();
    await there.close();
  });
});
