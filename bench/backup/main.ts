/**
 * `npm run bench:backup`: a server with 100,000 rifffs and 2,000 files is backed up while it runs, by the command that an
 * operator types; another account reads the feed and uploads a small loop every second, first without a backup and then
 * beside it. After that the server is stopped, backed up once more and restored elsewhere, and every row and every file is
 * compared. `--postgres` does it on PostgreSQL, `--rifffs N` with fewer.
 */
import { type ExecFileException, execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { PostgresAdapter, sql } from 'kysely';
import { openBlobs } from '../../server/ports/blobs/openBlobs.ts';
import type { Database } from '../../server/ports/database/database.ts';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { readSettings, type Settings } from '../../server/settings.ts';
import { makeAccounts } from '../../server/testing/accounts.ts';
import { temporaryFolder } from '../../server/testing/folders.ts';
import { makeHoard } from '../../server/testing/hoard.ts';
import { startPostgres } from '../../server/testing/postgres.ts';
import { startServerProcess } from '../../server/testing/serverProcess.ts';
import { figure, line } from '../figure.ts';
import { watchOther } from '../hostile/watch.ts';

const FILES = 2000;
const FILE_BYTES = 100_000;
/** How long it is watched without a backup. */
const BEFORE_MS = 20_000;
/** Rows of a table that are compared in one go. */
const PAGE = 1000;

const at = process.argv.indexOf('--rifffs');
const rifffs = at < 0 ? 100_000 : Number(process.argv[at + 1]);
const isOnPostgres = process.argv.includes('--postgres');

/** Stores files with rows that name them, as uploads do. @returns their hashes */
async function storeFiles(settings: Settings, database: Database): Promise<string[]> {
  const blobs = await openBlobs(settings);
  const hashes: string[] = [];
  for (let file = 0; file < FILES; file++) {
    const { hash, size } = await blobs.put(randomBytes(FILE_BYTES));
    const row = { key: `bench-${file}`, hash, size, mime: 'audio/ogg', loopId: 'bench' };
    await database.queries.insertInto('media').values(row).execute();
    hashes.push(hash);
  }
  await blobs.close();
  return hashes;
}

/** Runs `npm run backup` or `npm run restore`. @throws Error with what it said where it fails */
function command(name: 'backup' | 'restore', folder: string, settings: Settings): Promise<number> {
  const { dataFolder, databaseUrl } = settings;
  const env = {
    ...process.env,
    RONDO_DATA: dataFolder,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const main = join(import.meta.dirname, '../../server/backup/main.ts');
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const done = (error: ExecFileException | null, _said: string, trouble: string) =>
      error ? reject(new Error(trouble)) : resolve((performance.now() - from) / 1000);
    execFile(process.execPath, [main, name, folder], { env }, done);
  });
}

/** Sum of the hashes of all rows by table: equal for equal tables, in whatever order the rows lie. Nothing may write meanwhile. */
async function rowSums({ queries }: Database): Promise<Map<string, string>> {
  const place = queries.getExecutor().adapter instanceof PostgresAdapter ? 'ctid' : 'rowid';
  const sums = new Map<string, string>();
  for (const { name } of await queries.introspection.getTables()) {
    let [sum, count] = [0n, 0];
    for (let rows = PAGE; rows === PAGE; count += rows) {
      const page = await sql<object>`select * from ${sql.table(name)} order by ${sql.ref(place)}
        limit ${PAGE} offset ${count}`.execute(queries);
      rows = page.rows.length;
      for (const row of page.rows) {
        const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex');
        sum = (sum + BigInt(`0x${hash}`)) % 2n ** 256n;
      }
    }
    sums.set(name, `${count} rows, ${sum.toString(16)}`);
  }
  return sums;
}

/** How many files of these a server does not have whole; blobs are read against their hash. */
async function lostFiles(settings: Settings, hashes: readonly string[]): Promise<number> {
  const blobs = await openBlobs(settings);
  let lost = 0;
  for (const hash of hashes) {
    const digest = createHash('sha256');
    try {
      for await (const piece of await blobs.get(hash)) digest.update(piece as Buffer);
      if (digest.digest('hex') !== hash) lost += 1;
    } catch {
      lost += 1;
    }
  }
  await blobs.close();
  return lost;
}

const { path, remove } = await temporaryFolder();
const postgres = isOnPostgres ? await startPostgres() : undefined;
try {
  const place = async (folder: string) => {
    const databaseUrl = await postgres?.createDatabase();
    return readSettings({
      RONDO_DATA: join(path, folder),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
  };
  const settings = await place('data');
  const [other] = await makeAccounts(settings, 'account', 1);
  const database = await openDatabase(settings);
  await makeHoard(database, { userId: 'hoarder', rifffs });
  const hashes = await storeFiles(settings, database);
  await database.close();
  console.log(
    `${rifffs} rifffs and ${FILES} files of ${FILE_BYTES / 1000} kB on ${postgres ? 'PostgreSQL' : 'SQLite'}, ` +
      `load ${loadavg()[0]!.toFixed(1)}`,
  );

  const server = await startServerProcess(settings.dataFolder, {
    RATE_LIMIT: '1000000',
    ...(settings.databaseUrl && { DATABASE_URL: settings.databaseUrl }),
  });
  const folder = join(path, 'backup');
  const watch = async (work: () => Promise<unknown>) => {
    const end = await watchOther(server.url, other!);
    await work();
    return end();
  };
  const calm = await watch(() => new Promise((resolve) => setTimeout(resolve, BEFORE_MS)));
  let sec = 0;
  const beside = await watch(async () => {
    sec = await command('backup', folder, settings);
  });
  await server.stop();
  line('backup beside a running server', `${sec.toFixed(1)} s`);
  line(
    'reading without it, p50 and p99',
    `${calm.readP50Ms.toFixed(1)}, ${calm.readP99Ms.toFixed(0)} ms`,
  );
  line(
    'reading beside it, p50',
    `${beside.readP50Ms.toFixed(1)} ms`,
    `slowest upload ${beside.slowestUploadMs.toFixed(0)} ms`,
  );
  for (const [status, count] of beside.failed) console.log(`  refused: ${count} × ${status}`);
  const isQuick = figure('backupRead', beside.readP99Ms);

  await command('backup', folder, settings);
  const restored = await place('restored');
  line('restore', `${(await command('restore', folder, restored)).toFixed(1)} s`);
  const [from, to] = [await openDatabase(settings), await openDatabase(restored)];
  const [sums, found] = [await rowSums(from), await rowSums(to)];
  await Promise.all([from.close(), to.close()]);
  const differ = [...sums].filter(([name, sum]) => found.get(name) !== sum);
  for (const [name, sum] of differ) console.log(`  ${name}: ${sum}, restored ${found.get(name)}`);
  const lost = await lostFiles(restored, hashes);
  const isWhole = figure('restoreLost', differ.length + lost);
  process.exitCode = isQuick && isWhole ? 0 : 1;
} finally {
  await postgres?.stop();
  await remove();
}
