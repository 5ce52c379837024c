/**
 * `npm run bench:feed`: pages of the feed over HTTP with 200,000 shared rifffs, 20,000 accounts and 2 million
 * likes, on SQLite and on PostgreSQL (of `DATABASE_URL`, which has to be empty, or a throw-away one), for one
 * caller and for eight. Beside it, in the same process: Node answering the same bytes from memory, and the
 * same page by a naive query. `--small` for a quick try, `--sqlite` for one engine alone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { seedStarter } from '../../server/modules/starter/service.ts';
import { openBlobs } from '../../server/ports/blobs/blobStore.ts';
import { type Database, openDatabase } from '../../server/ports/database/database.ts';
import { makeAccount } from '../../server/testing/accounts.ts';
import { hasPostgres, startPostgres } from '../../server/testing/postgres.ts';
import { type Call, type Figures, measure } from './callers.ts';
import { FULL, generate, SMALL, seeded } from './data.ts';

const isSmall = process.argv.includes('--small');
const AMOUNTS = isSmall ? SMALL : FULL;
const DURATION_MS = Number(process.env.BENCH_MS) || (isSmall ? 3000 : 15_000);
const BAR_P99_MS = 10;
const DAY_MS = 24 * 3_600_000;
const PAGE = '/api/rifff-feed/query';

interface Ports {
  readonly rondo: number;
  readonly raw: number;
  readonly naive: number;
}

const line = (name: string, callers: number, figures: Figures, note = '') =>
  console.log(
    `  ${name.padEnd(34)} ${String(callers).padStart(2)} callers  p50 ${figures.p50Ms.toFixed(2).padStart(7)} ms  ` +
      `p99 ${figures.p99Ms.toFixed(2).padStart(7)} ms  max ${figures.maxMs.toFixed(0).padStart(5)} ms  ` +
      `${figures.perSec.toFixed(0).padStart(6)}/s  ${(figures.bytes / 1024).toFixed(0).padStart(5)} kB  ` +
      `${(figures.packed * 100).toFixed(0).padStart(3)} % gzip${note}`,
  );

/** How people read: mostly the top, sometimes further down or by likes, rarely far back; half signed in. */
function browsing(readers: readonly Record<string, string>[]): () => Call {
  const random = seeded(11);
  return () => {
    const headers = random() < 0.5 ? readers[Math.floor(random() * readers.length)]! : {};
    const kind = random();
    if (kind < 0.6) return { path: PAGE, headers };
    if (kind < 0.85) {
      const skip = 20 * (1 + Math.floor(-Math.log(1 - random()) * 5));
      return { path: `${PAGE}?skip=${skip}`, headers };
    }
    if (kind < 0.95) {
      return { path: `${PAGE}?sort=likes&skip=${20 * Math.floor(random() * 5)}`, headers };
    }
    const before = Date.now() - Math.floor(random() * 7 * DAY_MS);
    return { path: `${PAGE}?sharedBefore=${before}`, headers };
  };
}

/** Any page of the year, each as likely: hardly a document is read twice. The worst there is. */
function anywhere(): () => Call {
  const random = seeded(13);
  return () => ({
    path: `${PAGE}?sharedBefore=${Date.now() - Math.floor(random() * 364 * DAY_MS)}`,
  });
}

async function startServer(environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    env: { ...process.env, ...environment, RATE_LIMIT: '1000000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const ports = JSON.parse(said.toString()) as Ports;
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { ports, stop };
}

async function sizeBytes(database: Database, folder: string): Promise<number> {
  if (database.kind === 'sqlite') return (await stat(join(folder, 'rondo.sqlite'))).size;
  const answer = await sql<{ size: number }>`
    select pg_database_size(current_database()) as size`.execute(database.queries);
  return Number(answer.rows[0]!.size);
}

/** Makes the data and readers who like; prints what that took. */
async function load(database: Database, folder: string) {
  const blobs = await openBlobs({ s3: undefined, dataFolder: folder });
  await database.migrate();
  const log = { info: () => {}, warn: () => {} };
  await seedStarter({ database, blobs, log, folder: 'assets/starter' });
  await blobs.close();
  const started = performance.now();
  await generate(database, AMOUNTS);
  const seconds = (performance.now() - started) / 1000;
  const readers: Record<string, string>[] = [];
  for (let at = 0; at < 8; at += 1) {
    readers.push((await makeAccount(database, `reader-${at}`)).headers);
  }
  // PostgreSQL does this by itself a while after a load.
  if (database.kind === 'postgres') await sql`vacuum analyze`.execute(database.queries);
  const megabytes = (await sizeBytes(database, folder)) / 1024 ** 2;
  console.log(`  loaded in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`);
  return readers;
}

/** Measures one engine; returns whether the bar held. */
async function bench(name: string, databaseUrl: string | undefined): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'rondo-bench-feed-'));
  console.log(`${name}:`);
  try {
    const database = await openDatabase({ databaseUrl, dataFolder: folder });
    const readers = await load(database, folder);
    await database.close();
    const environment = { RONDO_DATA: folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const { ports, stop } = await startServer(environment);
    try {
      const browse = browsing(readers);
      await measure(ports.rondo, 8, DURATION_MS / 3, browse);
      let p99Ms = 0;
      for (const callers of [1, 8]) {
        const run = (port: number, next: () => Call) => measure(port, callers, DURATION_MS, next);
        line('first page', callers, await run(ports.rondo, () => ({ path: PAGE })));
        const browsed = await run(ports.rondo, browse);
        p99Ms = browsed.p99Ms;
        line('browsing', callers, browsed, callers === 8 ? `  (bar ${BAR_P99_MS} ms at p99)` : '');
        line('any page of the year', callers, await run(ports.rondo, anywhere()));
        line('peer: same bytes from memory', callers, await run(ports.raw, () => ({ path: '/' })));
        line(
          'peer: naive query, first page',
          callers,
          await run(ports.naive, () => ({ path: '/' })),
        );
        line('peer: naive query, any page', callers, await run(ports.naive, anywhere()));
      }
      return p99Ms <= BAR_P99_MS;
    } finally {
      await stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

console.log(
  `${AMOUNTS.shares} shared rifffs, ${AMOUNTS.accounts} accounts, ${AMOUNTS.likes} likes; ` +
    `${DURATION_MS / 1000} s each`,
);
const isMet = await bench('SQLite', undefined);
console.log(`  the bar ${isMet ? 'holds' : 'is missed'}`);
if (!process.argv.includes('--sqlite')) {
  if (process.env.DATABASE_URL) await bench('PostgreSQL', process.env.DATABASE_URL);
  else if (hasPostgres()) {
    const postgres = await startPostgres();
    try {
      await bench('PostgreSQL', await postgres.createDatabase());
    } finally {
      await postgres.stop();
    }
  }
}
process.exitCode = isMet ? 0 : 1;
