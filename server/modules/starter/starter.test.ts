import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import { openBlobs } from '../../ports/blobs/openBlobs.ts';
import type { Database } from '../../ports/database/database.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { fixtureLoopId, silentLog, writeStarter } from '../../testing/starterFixture.ts';
import { seedStarter } from './service.ts';

describeDatabases('the seed', (open) => {
  let database: Database;
  let blobs: BlobStore;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    database = await open();
    await database.migrate();
    blobs = await openBlobs({ s3: undefined, dataFolder: folder.path });
    await writeStarter(folder.path);
  });
  afterAll(() => folder?.remove());

  const seed = (store = blobs, hasPlans = true) =>
    seedStarter({ database, blobs: store, log: silentLog, folder: folder.path, hasPlans });
  const everything = async () => {
    const { queries } = database;
    return {
      loops: await queries.selectFrom('loops').selectAll().orderBy('id').execute(),
      media: await queries.selectFrom('media').selectAll().orderBy('loopId').execute(),
      packs: await queries.selectFrom('packs').selectAll().orderBy('id').execute(),
      rifffs: await queries.selectFrom('starterRifffs').selectAll().execute(),
    };
  };
  const keys = async () => (await everything()).media.map(({ key }) => key);

  it('is made good after a crash between blobs and rows', async () => {
    let puts = 0;
    const failing: BlobStore = {
      ...bound(blobs),
      put: (...parts) => {
        puts += 1;
        return puts > 10 ? Promise.reject(new Error('power cut')) : blobs.put(...parts);
      },
    };
    await expect(seed(failing)).rejects.toThrow('power cut');
    expect((await everything()).loops).toEqual([]);
    expect(await seed()).toBe('stored');
    expect((await everything()).loops).toHaveLength(24);
  });

  it('changes nothing the second time', async () => {
    const before = await everything();
    expect(await seed()).toBe('kept');
    expect(await everything()).toEqual(before);
    expect(new Set(await keys()).size).toBe(24);
  });

  it('brings back blobs that were lost, under the same keys', async () => {
    const before = await keys();
    const shards = (await readdir(join(folder.path, 'blobs'))).filter((name) => name.length === 2);
    await rm(join(folder.path, 'blobs', shards[0]!), { recursive: true });
    expect(await seed()).toBe('stored');
    expect(await seed()).toBe('kept');
    expect(await keys()).toEqual(before);
  });

  it('stores from two nodes at once as if from one', async () => {
    await database.queries.deleteFrom('notes').execute();
    await Promise.all([seed(), seed(), seed()]);
    const { loops, media, rifffs } = await everything();
    expect([loops.length, media.length, rifffs.length]).toEqual([24, 24, 1]);
    for (const loop of loops) {
      const { cdn_attachments: attachments } = loop.doc as {
        cdn_attachments: { oggAudio: { key: string } };
      };
      expect(media.map(({ key }) => key)).toContain(attachments.oggAudio.key);
    }
  });

  it('retires what the manifest no longer names, leaves uploads alone, and takes it back', async () => {
    const { queries } = database;
    const approved = () =>
      queries.selectFrom('loops').select('id').where('approval', '=', 'approved').execute();
    const [one] = await queries.selectFrom('loops').selectAll().limit(1).execute();
    const upload = {
      ...one!,
      id: 'upload',
      origin: 'upload' as const,
      doc: JSON.stringify(one!.doc),
    };
    await queries.insertInto('loops').values(upload).execute();
    await writeStarter(folder.path, { without: [2, 7] });
    expect(await seed()).toBe('stored');
    expect(await approved()).toHaveLength(23);
    const retired = await queries
      .selectFrom('loops')
      .select('id')
      .where('approval', '=', 'retired')
      .orderBy('id')
      .execute();
    expect(retired.map(({ id }) => id)).toEqual([2, 7].map(fixtureLoopId));
    await writeStarter(folder.path);
    await seed();
    expect(await approved()).toHaveLength(25);
  });

  it('gives new content a new key, because keys are cached for ever', async () => {
    const before = await keys();
    await writeStarter(folder.path, { salt: 'other sound', loops: 25 });
    expect(await seed()).toBe('stored');
    const after = await keys();
    expect(after).toHaveLength(25);
    expect(after.filter((key) => before.includes(key))).toEqual([]);
  });
});

describe('a seed that cannot be', () => {
  it('does without starter content, and names a manifest or file that is wrong', async () => {
    const { openDatabase } = await import('../../ports/database/openDatabase.ts');
    const folder = await temporaryFolder();
    const at = { s3: undefined, databaseUrl: undefined, dataFolder: folder.path };
    const database = await openDatabase(at);
    await database.migrate();
    const blobs = await openBlobs(at);
    const seed = (name: string) =>
      seedStarter({
        ...{ database, blobs, log: silentLog, hasPlans: true },
        folder: join(folder.path, name),
      });
    expect(await seed('nowhere')).toBe('none');
    await writeStarter(join(folder.path, 'a'));
    await rm(join(folder.path, 'a', 'ogg', '3.ogg'));
    await expect(seed('a')).rejects.toThrow(/^A file of the starter content is missing \(.*3\.ogg/);
    await writeStarter(join(folder.path, 'b'));
    const { writeFile } = await import('node:fs/promises');
    await writeFile(join(folder.path, 'b', 'manifest.json'), '{"packs":');
    await expect(seed('b')).rejects.toThrow(/^The starter content .*manifest\.json is not valid/);
    await database.close();
    await folder.remove();
  });
});

/** The methods of a store as plain properties, to replace one of them. */
function bound(store: BlobStore): BlobStore {
  return {
    put: store.put.bind(store),
    get: store.get.bind(store),
    getRange: store.getRange.bind(store),
    stat: store.stat.bind(store),
    has: store.has.bind(store),
    delete: store.delete.bind(store),
    hasAny: store.hasAny.bind(store),
    check: store.check.bind(store),
    tryWrite: store.tryWrite.bind(store),
    close: store.close.bind(store),
  };
}
