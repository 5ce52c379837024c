import { beforeAll, expect, it } from 'vitest';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { codeRow } from '../../kernel/codes.ts';
import type { Database } from '../../ports/database/database.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { storeChannel, storeClub } from '../../testing/clubs.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { storeRifff } from '../../testing/rifffs.ts';
import { keepInOwnJams } from './keepInOwn.ts';

/** The same database, whose transaction of this number fails: as in a process that dies there. */
function failing(database: Database, at: number): Database {
  let begun = 0;
  return Object.assign(Object.create(database) as Database, {
    transaction: (work: Parameters<Database['transaction']>[0]) => {
      begun += 1;
      if (begun === at) throw new Error('died');
      return database.transaction(work);
    },
  });
}

describeDatabases('what a channel leaves its people', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await database.migrate();
    for (const name of ['ada', 'bo', 'gone']) await makeAccount(database, name);
    const deleted = { isDeleted: true } as const;
    await database.queries.updateTable('accounts').set(deleted).where('id', '=', 'gone').execute();
  });

  /** A channel with 30 rifffs of Ada, one of Bo and one of a person who left, a tombstone, and a track of each. */
  async function makeChannel() {
    const { queries } = database;
    const clubId = await storeClub(queries, { ada: 'owner', bo: 'member', gone: 'member' });
    const id = await storeChannel(queries, { clubId, ownerId: 'ada' }, 'public');
    const code = newId().slice(0, 12);
    await queries
      .insertInto('codes')
      .values(codeRow({ code, kind: 'stage', target: id, createdBy: 'ada', created: 1 }))
      .execute();
    const ids: string[] = [];
    const makers = [...Array.from({ length: 30 }, () => 'ada'), 'bo', 'gone'];
    for (const [at, userId] of makers.entries()) {
      const loopIds = [`loop${at}`];
      const rifffId = await storeRifff(queries, { jamId: id, userId, loopIds });
      const parentId = ids.at(-1) ?? null;
      const lineage = { parentJamId: parentId && id, parentId, originalId: parentId };
      await queries
        .updateTable('rifffs')
        .set({ ...lineage, created: 1000 + at })
        .where('id', '=', rifffId)
        .execute();
      await queries
        .insertInto('rifffLoops')
        .values({ jamId: id, rifffId, loopId: `loop${at}` })
        .execute();
      ids.push(rifffId);
    }
    const [tombstone] = ids;
    await queries.updateTable('rifffs').set({ digest: '' }).where('id', '=', tombstone!).execute();
    const brought = { jamId: id, loopId: 'loop1', userId: 'bo', created: 7 };
    await queries.insertInto('jamLoops').values(brought).execute();
    const tracks = ['ada', 'bo', 'gone'].map((userId) => ({
      ...{ id: newId(), userId, jamId: id, isPinned: false, name: 'Take', created: 5 },
      ...{ digest: '', key: newId(), hash: 'h', size: 1, mime: 'audio/ogg', durationSec: 1 },
      peaks: '',
    }));
    await queries.insertInto('tracks').values(tracks).execute();
    return { id, ids, tracks };
  }
  const rifffsIn = (jamId: string, ids: readonly string[]) =>
    database.queries
      .selectFrom('rifffs')
      .selectAll()
      .where('jamId', '=', jamId)
      .where('id', 'in', ids)
      .orderBy('created')
      .execute();
  const jamOf = (id: string) =>
    database.queries.selectFrom('jams').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  async function expectKept(
    { id, ids, tracks }: Awaited<ReturnType<typeof makeChannel>>,
    before: Awaited<ReturnType<typeof jamOf>>,
  ): Promise<void> {
    const { queries } = database;
    const stored = await rifffsIn(id, ids);
    const [adas, bos] = [await rifffsIn('ada', ids), await rifffsIn('bo', ids)];
    expect([stored.length, adas.length, bos.length]).toEqual([32, 29, 1]);
    expect(await rifffsIn('gone', ids)).toEqual([]);
    const was = new Map(stored.map((row) => [row.id, row]));
    const moments = new Set(adas.map(({ created }) => created));
    expect(moments.size).toBe(29);
    for (const row of [...adas, ...bos]) {
      const old = was.get(row.id)!;
      const { created } = row;
      const doc = { ...(old.doc as Rifff), jamId: row.userId, created };
      expect(row).toEqual({ ...old, jamId: row.userId, created, doc });
      const loops = queries.selectFrom('rifffLoops').select('loopId');
      const held = loops.where('jamId', '=', row.userId).where('rifffId', '=', row.id);
      expect(await held.execute()).toEqual([{ loopId: `loop${ids.indexOf(row.id)}` }]);
    }
    const { rifffCount, latest, lastEvent } = await jamOf('ada');
    expect(rifffCount - before.rifffCount).toBe(29);
    expect(lastEvent - before.lastEvent).toBe(29);
    expect(latest).toBe(adas.at(-1)!.created);
    const loops = queries.selectFrom('jamLoops').select(['loopId', 'userId']);
    expect(await loops.where('jamId', '=', 'ada').execute()).toEqual([
      { loopId: 'loop1', userId: 'ada' },
    ]);
    const where = queries.selectFrom('tracks').select(['userId', 'jamId']).orderBy('userId');
    const now = await where
      .where(
        'id',
        'in',
        tracks.map((track) => track.id),
      )
      .execute();
    expect(now).toEqual([
      { userId: 'ada', jamId: 'ada' },
      { userId: 'bo', jamId: 'bo' },
      { userId: 'gone', jamId: id },
    ]);
    expect(await jamOf(id)).toMatchObject({
      ...{ name: '', description: '', access: 'private', ownerId: '' },
      ...{ clubId: null, channelAccess: null },
    });
    const codes = queries.selectFrom('codes').select('code').where('target', '=', id);
    expect(await codes.execute()).toEqual([]);
  }

  it('is in their own jams, once, however often it is done', async () => {
    const [channel, before] = [await makeChannel(), await jamOf('ada')];
    await Promise.all([keepInOwnJams(database, channel.id), keepInOwnJams(database, channel.id)]);
    await keepInOwnJams(database, channel.id);
    await expectKept(channel, before);
  });

  it('is there as well after a process died in the middle, at moments that nothing else has', async () => {
    // The same moments as those of the first channel.
    const [channel, before] = [await makeChannel(), await jamOf('ada')];
    for (const at of [2, 4]) {
      await expect(keepInOwnJams(failing(database, at), channel.id)).rejects.toThrow('died');
    }
    await keepInOwnJams(database, channel.id);
    await expectKept(channel, before);
  });
});
