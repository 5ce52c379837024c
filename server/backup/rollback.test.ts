import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../migrations/index.ts';
import { readSettings, type Settings } from '../settings.ts';
import { describeDatabaseUrls } from '../testing/databases.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { laidFixture, opened, type Rows, rowsOfAll } from '../testing/schemas/check.ts';
import { mountSmallDisk } from '../testing/smallDisk.ts';
import { backUpBeforeUpgrade, bringUpToDate } from './beforeUpgrade.ts';
import { restore } from './restore.ts';
import { rollBack } from './rollback.ts';
import { listUpgradeCopies } from './upgradeCopies.ts';

/** The version that is upgraded, and the migration that it lacks first. */
const OLD = '0029-looks';
const FIRST = '0030-share-looks';
const NEWEST = Object.keys(MIGRATIONS).at(-1);

/** Rows as text, in an order of their own. */
const textOf = (rows: Rows) =>
  Object.entries(rows).flatMap(([table, all]) =>
    all.map((row) => `${table} ${JSON.stringify(Object.entries(row).sort())}`).sort(),
  );
const rowsNow = async (settings: Settings) => textOf(await opened(settings, rowsOfAll));

/** What a start does before anyone is served. @returns the migration that a copy was made before */
const upgrade = (settings: Settings) =>
  opened(settings, async (database) => {
    const copied = await bringUpToDate(settings, database);
    await copied?.done();
    return copied?.migration;
  });

const newest = (settings: Settings) =>
  opened(settings, async ({ queries }) => {
    const [row] = await queries
      .selectFrom('kysely_migration' as never)
      .select('name' as never)
      .orderBy('name' as never, 'desc')
      .limit(1)
      .execute();
    return (row as { name: string } | undefined)?.name;
  });

describeDatabaseUrls('an upgrade', (newUrl, { itOnce }) => {
  const settingsOf = async (dataFolder: string, environment: Record<string, string> = {}) => {
    const databaseUrl = await newUrl();
    return readSettings({
      RONDO_DATA: dataFolder,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...environment,
    });
  };

  it('copies the database first, and a rollback brings it back, and what it replaced too', async () => {
    const folder = await temporaryFolder();
    const settings = await settingsOf(folder.path);
    await laidFixture(settings, OLD);
    const before = await rowsNow(settings);
    expect(await upgrade(settings)).toBe(FIRST);
    expect(await newest(settings)).toBe(NEWEST);
    // Nothing to migrate, nothing to copy.
    expect(await upgrade(settings)).toBeUndefined();
    const [copy] = await listUpgradeCopies(folder.path);
    expect(copy).toMatchObject({ name: `before-${FIRST}` });
    await expect(restore(settings, copy!.folder)).rejects.toThrow(/npm run rollback goes back/);

    expect(await rollBack(settings)).toMatchObject({ lost: [] });
    expect(await rowsNow(settings)).toEqual(before);
    expect(await newest(settings)).toBe(OLD);
    await expect(rollBack(settings)).rejects.toThrow(`has not had the migration ${FIRST}`);

    expect(await upgrade(settings)).toBe(FIRST);
    await opened(settings, async ({ queries }) => {
      const like = { shareId: 'one', userId: 'mia', created: 1 };
      await queries
        .insertInto('likes')
        .values([like, { ...like, shareId: 'two' }])
        .execute();
      await queries.updateTable('accounts').set({ bio: 'Now' }).where('id', '=', 'mia').execute();
      // The server's own.
      await queries.insertInto('notes').values({ name: 'a job', value: 'done' }).execute();
    });
    const after = await rowsNow(settings);
    await expect(rollBack(settings)).rejects.toThrow(
      /\(accounts: rows changed; likes: 2 rows more\): add --lose-newer/,
    );
    expect(await rowsNow(settings)).toEqual(after);
    const { replaced, lost } = await rollBack(settings, { loseNewer: true });
    expect(lost).toEqual(['accounts: rows changed', 'likes: 2 rows more']);
    expect(await rowsNow(settings)).toEqual(before);

    const back = { copy: replaced.name };
    await expect(rollBack(settings, back)).rejects.toThrow(/is not known and would be lost/);
    await rollBack(settings, { ...back, loseNewer: true });
    expect(await rowsNow(settings)).toEqual(after);
    expect(await newest(settings)).toBe(NEWEST);
    await folder.remove();
  });

  it('goes no further without its copy, and is not rolled back while a server runs or by a damaged copy', async () => {
    const folder = await temporaryFolder();
    const settings = await settingsOf(folder.path);
    // Nothing of a new database needs to be kept.
    expect(await upgrade(settings)).toBeUndefined();
    await expect(rollBack(settings)).rejects.toThrow(/no copy from before an upgrade/);
    const old = await settingsOf(join(folder.path, 'old'));
    await mkdir(old.dataFolder);
    await laidFixture(old, OLD);
    await writeFile(join(old.dataFolder, 'backups'), 'no folder');
    await expect(upgrade(old)).rejects.toThrow(
      /^The database cannot be copied before it is brought up to date \(.+\), and was left as it is: make room in /,
    );
    expect(await newest(old)).toBe(OLD);
    await rm(join(old.dataFolder, 'backups'));
    expect(await upgrade({ ...old, backsUpBeforeUpgrade: false })).toBeUndefined();
    expect(await newest(old)).toBe(NEWEST);

    const other = await settingsOf(join(folder.path, 'other'));
    await mkdir(other.dataFolder);
    await laidFixture(other, OLD);
    await upgrade(other);
    await opened(other, async (running) => {
      await running.ping();
      await expect(rollBack(other)).rejects.toThrow(/is in use: stop/);
    });
    const [copied] = await listUpgradeCopies(other.dataFolder);
    const path = join(copied!.folder, copied!.copy.database);
    const bytes = await readFile(path);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(path, bytes);
    await expect(rollBack(other)).rejects.toThrow(/is damaged: /);
    expect(await newest(other)).toBe(NEWEST);
    await folder.remove();
  });

  it('is made by one of two nodes that start at once, and beside a third one nothing is taken for known', async (test) => {
    const folder = await temporaryFolder();
    const one = await settingsOf(join(folder.path, 'one'));
    // The embedded database is for one node.
    if (!one.databaseUrl) return test.skip();
    const two = { ...one, dataFolder: join(folder.path, 'two') };
    for (const { dataFolder } of [one, two]) await mkdir(dataFolder);
    await laidFixture(one, OLD);
    const made = await Promise.all([upgrade(one), upgrade(two)]);
    expect(made.filter(Boolean)).toEqual([FIRST]);
    const copies = await Promise.all([one, two].map((node) => listUpgradeCopies(node.dataFolder)));
    expect(copies.flat()).toHaveLength(1);
    expect(await newest(one)).toBe(NEWEST);

    const shared = await settingsOf(join(folder.path, 'shared'));
    await mkdir(shared.dataFolder);
    await laidFixture(shared, OLD);
    const third = new pg.Client({ connectionString: shared.databaseUrl });
    await third.connect();
    expect(await upgrade(shared)).toBe(FIRST);
    await third.end();
    await expect(rollBack(shared)).rejects.toThrow(/is not known and would be lost/);
    await rollBack(shared, { loseNewer: true });
    expect(await newest(shared)).toBe(OLD);
    await folder.remove();
  });

  itOnce('is refused on a full disk, and nothing is changed', async (test) => {
    const disk = await mountSmallDisk(4);
    if (!disk) return test.skip();
    const folder = await temporaryFolder();
    const settings = await settingsOf(join(disk.path, 'data'));
    await mkdir(settings.dataFolder);
    await laidFixture(settings, OLD);
    const before = await rowsNow(settings);
    // SQLite needs a little room to open the database at all.
    await opened(settings, async (database) => {
      await database.ping();
      await disk.fill();
      await expect(backUpBeforeUpgrade(settings, database)).rejects.toThrow(
        /cannot be copied .+: make room in /,
      );
      await disk.empty();
    });
    expect(await rowsNow(settings)).toEqual(before);
    expect(await newest(settings)).toBe(OLD);
    expect(await upgrade(settings)).toBe(FIRST);
    await disk.remove();
    await folder.remove();
  });
});
