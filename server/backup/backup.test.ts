import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/data/rules/ids.ts';
import { BlobMissingError, type BlobStore } from '../ports/blobs/blobStore.ts';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import type { Database } from '../ports/database/database.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { readSettings, type Settings } from '../settings.ts';
import { makeAccount } from '../testing/accounts.ts';
import { describeDatabaseUrls, type NewDatabaseUrl } from '../testing/databases.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { checksums } from '../testing/fuzz/snapshot.ts';
import { putMigrated } from '../testing/migratedSqlite.ts';
import { makeReadOnly } from '../testing/readOnlyFolder.ts';
import { startTestS3 } from '../testing/s3.ts';
import { backUp } from './backup.ts';
import { listBackups } from './manifest.ts';
import { restore } from './restore.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  cleanups.push(remove);
  return path;
}

/**
 * Settings of a server that has nothing yet.
 * @param isMigrated whether its tables are there, which is a copy instead of all migrations
 */
async function newPlace(
  newUrl: NewDatabaseUrl,
  { isS3 = false, isMigrated = false } = {},
): Promise<Settings> {
  const databaseUrl = await newUrl(isMigrated);
  const s3 = isS3 ? await startTestS3() : undefined;
  if (s3) cleanups.push(() => s3.close());
  const dataFolder = join(await newFolder(), 'data');
  if (isMigrated && databaseUrl === undefined) {
    await mkdir(dataFolder);
    await putMigrated(dataFolder);
  }
  return readSettings({
    RONDO_DATA: dataFolder,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...s3?.environment,
  });
}

interface Open {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Stores content and a row that names it. @returns its hash */
  store(content?: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

/** What a server has open while it runs. */
async function open(settings: Settings): Promise<Open> {
  const database = await openDatabase(settings);
  const blobs = await openBlobs(settings);
  await database.migrate();
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await blobs.close();
    await database.close();
  };
  cleanups.push(close);
  const store = async (content: Uint8Array = randomBytes(3000)) => {
    const { hash, size } = await blobs.put(content);
    const row = { key: newId(), hash, size, mime: 'audio/ogg', loopId: 'x' };
    await database.queries.insertInto('media').values(row).execute();
    return hash;
  };
  return { database, blobs, store, close };
}

const ODD = 'quote " and \\ and \n and ü and 🥁';

/** Some of everything: text that needs escaping, fractions, JSON, booleans, large numbers. */
async function fill({ database, store }: Open): Promise<void> {
  const { queries } = database;
  await makeAccount(database, 'mia');
  await queries
    .updateTable('accounts')
    .set({ bio: ODD, externalLinks: '{ "a": [1.5,\n null] }' })
    .execute();
  await queries.insertInto('notes').values({ name: ODD, value: ODD }).execute();
  await queries
    .insertInto('packs')
    .values({
      id: 'p',
      name: 'P',
      description: '',
      bps: 2.0333333333333337,
      root: 1,
      scale: 0,
      position: 0,
    })
    .execute();
  for (let at = 0; at < 5; at++) await store();
}

const copiesIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('database-'));

describeDatabaseUrls('what a backup holds', (newUrl, { itOnce }) => {
  /** Makes one three times, the first two while the server runs, and restores it. */
  async function comesBack(isS3: boolean): Promise<void> {
    const place = await newPlace(newUrl, { isS3, isMigrated: true });
    const server = await open(place);
    await fill(server);
    const folder = join(await newFolder(), 'backup');

    let isWriting = true;
    const writing = (async () => {
      while (isWriting) await server.store();
    })();
    const first = await backUp(place, folder);
    const second = await backUp(place, folder);
    isWriting = false;
    await writing;
    expect(first.files).toMatchObject({ kept: 0, missing: [] });
    expect(second.files.kept).toBe(first.files.copied);
    expect(await copiesIn(folder)).toEqual([second.manifest.database]);

    const last = await backUp(place, folder);
    const wanted = await checksums(server.database.queries);
    const target = await newPlace(newUrl, { isS3 });
    const { files } = await restore(target, folder);
    expect(files.copied).toBe(last.manifest.files);

    const restored = await open(target);
    expect(await checksums(restored.database.queries)).toEqual(wanted);
    const rows = await restored.database.queries.selectFrom('media').select('hash').execute();
    for (const { hash } of rows) {
      expect(await buffer(await restored.blobs.get(hash))).toEqual(
        await buffer(await server.blobs.get(hash)),
      );
    }
  }

  it('comes back, made again and again while the server runs', () => comesBack(false));
  // Where files lie no database knows.
  itOnce('files in S3 come back, too', () => comesBack(true));
});

describeDatabaseUrls('a backup', (newUrl, { isThorough, itOnce }) => {
  itOnce(
    'forgets what the server has deleted, and mends what was damaged in its folder',
    async () => {
      const place = await newPlace(newUrl, { isMigrated: true });
      const server = await open(place);
      await fill(server);
      const [gone, spoilt] = [await server.store(), await server.store()];
      const folder = await newFolder();
      await backUp(place, folder);

      await server.database.queries.deleteFrom('media').where('hash', '=', gone).execute();
      await server.blobs.delete(gone);
      const path = join(folder, 'blobs', spoilt.slice(0, 2), spoilt.slice(2));
      await writeFile(path, 'spoilt');
      const { files, pruned } = await backUp(place, folder);
      expect(files).toMatchObject({ copied: 1, missing: [] });
      expect(pruned).toBe(1);
      expect(await backUp(place, folder)).toMatchObject({ files: { copied: 0 }, pruned: 0 });
    },
  );

  itOnce('names what the server itself has lost', async () => {
    const place = await newPlace(newUrl, { isMigrated: true });
    const server = await open(place);
    await fill(server);
    const lost = await server.store();
    const folder = await newFolder();
    const { manifest: before } = await backUp(place, folder);
    const other = await newFolder();
    await server.blobs.delete(lost);

    const here = await backUp(place, other);
    expect(here.manifest.missing).toEqual([lost]);
    // The folder has it from before.
    expect((await backUp(place, folder)).files.missing).toEqual([]);
    expect(await copiesIn(folder)).not.toContain(before.database);

    const target = await newPlace(newUrl);
    await restore(target, other);
    const restored = await open(target);
    await expect(restored.blobs.get(lost)).rejects.toThrow(BlobMissingError);
  });

  it('keeps as many copies as it is told, and every file that one of them names', async () => {
    const place = await newPlace(newUrl, { isMigrated: true });
    const server = await open(place);
    await fill(server);
    const folder = await newFolder();
    const gone = await server.store();
    const made: string[] = [];
    const wanted: unknown[] = [];
    const make = async (keep?: number) => {
      wanted.unshift(await checksums(server.database.queries));
      const report = await backUp(place, folder, { keep });
      made.unshift(report.manifest.database);
      return report;
    };
    const names = async () => (await listBackups(folder)).map(({ database }) => database);
    await make(3);
    await server.database.queries.deleteFrom('media').where('hash', '=', gone).execute();
    await server.blobs.delete(gone);
    expect(await make()).toMatchObject({ pruned: 0 });
    await server.store();
    expect(await make()).toMatchObject({ pruned: 0 });
    expect(await names()).toEqual(made);
    expect((await copiesIn(folder)).sort()).toEqual([...made].sort());
    const [newest, , oldest] = await listBackups(folder);
    expect(newest).toMatchObject({ files: 6, missing: 0, made: expect.stringMatching(/Z$/) });
    expect(newest!.bytes).toBeGreaterThan(1000);
    expect(oldest!.rows).toBe(newest!.rows);

    for (const at of isThorough ? [0, 2] : [2]) {
      const target = await newPlace(newUrl);
      const { files } = await restore(target, folder, { copy: made[at] });
      expect(files).toMatchObject({ copied: 6, missing: [] });
      const restored = await open(target);
      expect(await checksums(restored.database.queries)).toEqual(wanted[at]);
      await restored.close();
    }
    await expect(restore(place, folder, { copy: 'database-x' })).rejects.toThrow(
      `has no copy database-x; it has ${made.join(', ')}.`,
    );
    // The copy that named the file that is gone goes, and the file with it.
    expect(await make()).toMatchObject({ pruned: 1 });
    expect(await names()).toEqual(made.slice(0, 3));
    if (!isThorough) return;
    // A copy that no one can read any more: what it named cannot be known.
    await writeFile(join(folder, made[1]!), 'spoilt');
    const loose = await server.store();
    await make();
    await server.database.queries.deleteFrom('media').where('hash', '=', loose).execute();
    await server.blobs.delete(loose);
    expect(await make(2)).toMatchObject({ pruned: 0 });
    expect(await make(1)).toMatchObject({ pruned: 1 });
    expect(await names()).toEqual(made.slice(0, 1));
    await expect(backUp(place, folder, { keep: 0 })).rejects.toThrow(/at least one copy/);
  });

  itOnce('keeps the last copy that lacks no file beside those that do', async () => {
    const place = await newPlace(newUrl, { isMigrated: true });
    const server = await open(place);
    await fill(server);
    const folder = await newFolder();
    const { manifest: whole } = await backUp(place, folder, { keep: 2 });
    const lost = await server.store();
    await server.blobs.delete(lost);
    await backUp(place, folder);
    await backUp(place, folder);
    await backUp(place, folder);
    const listed = await listBackups(folder);
    expect(listed.map(({ missing }) => missing)).toEqual([1, 1, 0]);
    expect(listed[2]!.database).toBe(whole.database);
    expect(await copiesIn(folder)).toHaveLength(3);
  });

  itOnce(
    'reads a folder of a version that kept one copy, and such a version reads ours',
    async () => {
      const place = await newPlace(newUrl, { isMigrated: true });
      const server = await open(place);
      await fill(server);
      const folder = await newFolder();
      const { manifest } = await backUp(place, folder);
      const { keep: _, copies: _copies, ...older } = manifest;
      const path = join(folder, 'backup.json');
      // What it wrote, and all that it asks for.
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject(older);
      expect(older).toMatchObject({ format: 1, kind: server.database.kind, files: 5, missing: [] });
      await writeFile(path, JSON.stringify(older));
      expect(await listBackups(folder)).toMatchObject([{ database: manifest.database, files: 5 }]);
      await backUp(place, folder, { keep: 2 });
      expect((await listBackups(folder)).map(({ database }) => database)).toContain(older.database);
      await writeFile(path, '{');
      await expect(backUp(place, folder)).rejects.toThrow(/cannot be read: it is damaged/);
      expect(await copiesIn(folder)).toHaveLength(2);
    },
  );

  it('is not restored over data, into a database in use, or when it is damaged', async () => {
    const place = await newPlace(newUrl, { isMigrated: true });
    const server = await open(place);
    await fill(server);
    const folder = await newFolder();
    const { manifest } = await backUp(place, folder);
    const wanted = await checksums(server.database.queries);
    await expect(restore(place, folder)).rejects.toThrow(/^The database .+ is in use: stop .+\.$/);
    expect(await checksums(server.database.queries)).toEqual(wanted);
    await server.close();
    await expect(restore(place, folder)).rejects.toThrow(/^The database .+ is not empty: .+\.$/);

    const target = await newPlace(newUrl);
    await expect(restore(target, await newFolder())).rejects.toThrow(/^There is no backup in /);
    const path = join(folder, manifest.database);
    const content = await readFile(path);
    content[content.length >> 1]! ^= 1;
    await writeFile(path, content);
    await expect(restore(target, folder)).rejects.toThrow(/^The file .+ is damaged: .+\.$/);
    content[content.length >> 1]! ^= 1;
    await writeFile(path, content);
    await restore(target, folder);
  });

  itOnce('is restored from a folder that can only be read', async (test) => {
    const place = await newPlace(newUrl, { isMigrated: true });
    const server = await open(place);
    await fill(server);
    const folder = await newFolder();
    await backUp(place, folder);
    const release = await makeReadOnly(folder);
    if (!release) return test.skip();
    try {
      await expect(writeFile(join(folder, 'x'), '')).rejects.toThrow(/EROFS|EACCES/);
      const target = await newPlace(newUrl);
      expect((await restore(target, folder)).files).toMatchObject({ copied: 5, missing: [] });
      await expect(backUp(place, folder)).rejects.toThrow(/^The folder .+ cannot be written/);
    } finally {
      await release();
    }
  });

  it('is not restored without all of its files', async () => {
    const place = await newPlace(newUrl, { isMigrated: true });
    const server = await open(place);
    const hash = await server.store();
    const folder = await newFolder();
    await backUp(place, folder);
    await writeFile(join(folder, 'blobs', hash.slice(0, 2), hash.slice(2)), 'spoilt');
    const target = await newPlace(newUrl);
    await expect(restore(target, folder)).rejects.toThrow(/lacks 1 of its files/);
    expect(
      await (await open(target)).database.queries.selectFrom('media').selectAll().execute(),
    ).toEqual([]);
  });
});

describe('a backup of the embedded database', () => {
  it('says one sentence where there is no database, or another engine', async () => {
    const embedded = async () => undefined;
    const place = await newPlace(embedded);
    const folder = await newFolder();
    await expect(backUp(place, folder)).rejects.toThrow(/^There is no database .+rondo\.sqlite: /);
    await (await open(place)).store();
    await backUp(place, folder);
    const other = { ...(await newPlace(embedded)), databaseUrl: 'postgres://nowhere/x' };
    await expect(restore(other, folder)).rejects.toThrow('without DATABASE_URL');
  });
});
