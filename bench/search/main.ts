/**
 * `npm run bench:search`: search over HTTP among 200,000 shared rifffs, 50,000 people and their jams, on SQLite and on
 * PostgreSQL (of `DATABASE_URL`, which has to be empty or filled by this bench before, or a throw-away one), for one
 * caller and for eight: words as they are typed, rare ones, common ones, sound alone, both together. Beside it, in the
 * same process, titles and names by `like`. `--small` for a quick try, `--sqlite` or `--postgres` for one engine alone,
 * `--keep` to leave the embedded data (about 3 GB) in `.cache/` for the next run; a database of `DATABASE_URL` stays as
 * it is.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { fillSome } from '../../server/modules/searchIndex/fill.ts';
import type { Database } from '../../server/ports/database/database.ts';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { hasPostgres, startPostgres } from '../../server/testing/postgres.ts';
import { CATEGORY_SLUGS } from '../../src/data/contract/categories.ts';
import { type Call, type Figures, measure } from '../feed/callers.ts';
import { accountOf, seeded } from '../feed/data.ts';
import { loadPostgres, loadSqlite } from '../feed/load.ts';
import {
  isLoaded,
  prepare,
  removeFolder,
  signatureOf,
  signIn,
  sizeBytes,
  writeNote,
} from '../feed/store.ts';
import { figure } from '../figure.ts';
import { FULL, personOf, SMALL, searchTables, titleOf } from './data.ts';

const isSmall = process.argv.includes('--small');
const AMOUNTS = isSmall ? SMALL : FULL;
const DURATION_MS = Number(process.env.BENCH_MS) || (isSmall ? 2000 : 8000);
const FOLDER = join(import.meta.dirname, `../../.cache/bench-search/sqlite-${AMOUNTS.shares}`);

const line = (name: string, callers: number, { p50Ms, p99Ms, maxMs, perSec, cpuMs }: Figures) =>
  console.log(
    `  ${name.padEnd(34)} ${String(callers).padStart(2)} callers  p50 ${p50Ms.toFixed(2).padStart(8)} ms  ` +
      `p99 ${p99Ms.toFixed(2).padStart(8)} ms  max ${maxMs.toFixed(0).padStart(5)} ms  ` +
      `${perSec.toFixed(0).padStart(5)}/s  cpu ${cpuMs.toFixed(2).padStart(7)} ms`,
  );

const search = (asked: string) => `/api/search?limit=10&${asked}`;
const words = (text: string) => `q=${encodeURIComponent(text)}`;

type Random = () => number;
const upTo = (random: Random, count: number) => Math.floor(random() * count);

/** A title as it is typed: one to all of its letters. */
function typed(random: Random): string {
  const text = titleOf(upTo(random, AMOUNTS.shares));
  return words(text.slice(0, 1 + upTo(random, text.length)));
}
const person = (random: Random) => {
  const text = personOf(upTo(random, AMOUNTS.accounts));
  return words(text.slice(0, 1 + upTo(random, text.length)));
};
const rare = (random: Random) => words(titleOf(upTo(random, AMOUNTS.shares)));
const COMMON = ['a', 'loop', 'rifff', 'jam a', 'loop beat', 'user', 'l', 'ka', 'rifff user'];
const common = (random: Random) => words(COMMON[upTo(random, COMMON.length)]!);

/** One to three things that a sound is like. */
function sound(random: Random): string {
  const tempo = 60 + upTo(random, 120);
  const all = [
    `tempoMin=${tempo}&tempoMax=${tempo + upTo(random, 12)}`,
    `root=${upTo(random, 12)}`,
    `scale=${upTo(random, 18)}`,
    `category=${encodeURIComponent(CATEGORY_SLUGS[upTo(random, 8)]!)}`,
  ];
  const from = upTo(random, all.length);
  return [...all, ...all].slice(from, from + 1 + upTo(random, 3)).join('&');
}

/** What is called, by its name; every second caller is signed in. */
const CALLS: Readonly<Record<string, (random: Random) => string>> = {
  'words as they are typed': typed,
  'whole titles': rare,
  'common words': common,
  'people as they are typed': (random) => `kind=people&${person(random)}`,
  'sound alone': sound,
  'words and sound': (random) => `${typed(random)}&${sound(random)}`,
  'common words and sound': (random) => `${common(random)}&${sound(random)}`,
};

interface Loaded {
  readonly readers: readonly Record<string, string>[];
  readonly loopIds: readonly string[];
}

/** Makes everything findable, as a server does that was brought up to date; prints what that took. */
async function fill(database: Database): Promise<void> {
  await database.queries.insertInto('notes').values({ name: 'search-fill', value: '' }).execute();
  const started = performance.now();
  const steps: number[] = [];
  for (let isMore = true; isMore; ) {
    const from = performance.now();
    isMore = await fillSome(database);
    steps.push(performance.now() - from);
  }
  steps.sort((a, b) => a - b);
  const at = (share: number) => steps[Math.floor(share * (steps.length - 1))]!.toFixed(0);
  console.log(
    `  the index was made in ${((performance.now() - started) / 1000).toFixed(1)} s, ` +
      `in ${steps.length} steps of ${at(0.5)} ms, ${at(0.99)} ms at p99, ${at(1)} ms at most`,
  );
}

/** Makes the data unless it is there from before. */
async function load(databaseUrl: string | undefined): Promise<Loaded> {
  const signature = signatureOf(AMOUNTS, ['server/modules/searchIndex', 'bench/search']);
  mkdirSync(FOLDER, { recursive: true });
  const isThere = await isLoaded(FOLDER, databaseUrl, signature);
  const endMs = Date.now();
  if (!isThere) {
    if (!databaseUrl) removeFolder(FOLDER);
    mkdirSync(FOLDER, { recursive: true });
    await prepare(FOLDER, databaseUrl);
    const tables = searchTables(AMOUNTS, endMs);
    if (databaseUrl) await loadPostgres(databaseUrl, tables);
    else loadSqlite(FOLDER, tables);
  }
  const database = await openDatabase({ databaseUrl, dataFolder: FOLDER });
  if (!isThere) {
    await fill(database);
    await writeNote(database, signature, endMs);
    if (databaseUrl) await sql`vacuum analyze`.execute(database.queries);
  }
  const readers: Record<string, string>[] = [];
  for (let at = 0; at < 8; at++) readers.push(await signIn(database, accountOf(at)));
  const loops = await database.queries.selectFrom('loops').select('id').execute();
  const megabytes = ((await sizeBytes(database, FOLDER)) / 1024 ** 2).toFixed(0);
  await database.close();
  console.log(`  ${megabytes} MB in all`);
  return { readers, loopIds: loops.map(({ id }) => id) };
}

async function startServer(environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    env: { ...process.env, ...environment, RATE_LIMIT: '1000000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const ports = JSON.parse(said.toString()) as { rondo: number; peer: number };
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { ports, stop };
}

/** Measures one engine; returns whether the bar held for each of the calls. */
async function bench(name: string, databaseUrl: string | undefined): Promise<boolean> {
  console.log(`${name}:`);
  try {
    const { readers, loopIds } = await load(databaseUrl);
    const environment = { RONDO_DATA: FOLDER, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const { ports, stop } = await startServer(environment);
    try {
      const withLoop = (random: Random) => `loopId=${loopIds[upTo(random, loopIds.length)]!}`;
      const calls = Object.entries({ ...CALLS, 'with this loop': withLoop });
      const at = { port: ports.rondo, cpuPort: ports.peer };
      console.log(
        `  load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores before measuring`,
      );
      let worstMs = 0;
      for (const callers of [1, 8]) {
        for (const [what, asked] of calls) {
          const random = seeded(callers * 101);
          const next = (): Call => {
            const headers = random() < 0.5 ? readers[upTo(random, readers.length)]! : {};
            return { path: search(asked(random)), headers };
          };
          await measure(at, callers, DURATION_MS / 8, next);
          const figures = await measure(at, callers, DURATION_MS, next);
          line(what, callers, figures);
          if (callers === 1) worstMs = Math.max(worstMs, figures.p99Ms);
        }
      }
      for (const asked of [typed, common]) {
        const random = seeded(31);
        const next = (): Call => ({ path: `/?${asked(random)}` });
        const peer = { port: ports.peer, cpuPort: ports.peer };
        line(`peer: like, ${asked.name}`, 1, await measure(peer, 1, DURATION_MS, next));
      }
      if (isSmall) return true;
      return figure(databaseUrl ? 'searchPostgres' : 'searchSqlite', worstMs);
    } finally {
      await stop();
    }
  } finally {
    if (!process.argv.includes('--keep')) removeFolder(FOLDER);
  }
}

console.log(
  `${AMOUNTS.shares} shared rifffs, ${AMOUNTS.accounts} people and jams; ${DURATION_MS / 1000} s each`,
);
const met: boolean[] = [];
if (!process.argv.includes('--postgres')) met.push(await bench('SQLite', undefined));
if (!process.argv.includes('--sqlite')) {
  if (process.env.DATABASE_URL) met.push(await bench('PostgreSQL', process.env.DATABASE_URL));
  else if (hasPostgres()) {
    const postgres = await startPostgres();
    try {
      met.push(await bench('PostgreSQL', await postgres.createDatabase()));
    } finally {
      await postgres.stop();
    }
  }
}
process.exitCode = met.every(Boolean) ? 0 : 1;
