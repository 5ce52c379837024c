/**
 * `npm run bench:feed`: pages of the feed over HTTP with 200,000 shared rifffs, 20,000 accounts and 2 million
 * likes, besides charts, rifffs of the week (its turn included), comments, and pages of what one follows or likes, of a
 * source, and of the most liked of a time; on SQLite and on PostgreSQL (of `DATABASE_URL`, which has to be empty or
 * filled by this bench before, or a throw-away one), for one caller and for eight. Each is asked for a while before it
 * is measured: what was not read for long is `any page of the year`. Beside it, in the same process: Node answering the
 * same bytes from memory; and in one of its own the same page or chart by a naive query. `--small` for a quick try,
 * `--sqlite` or `--postgres` for one engine alone, `--keep` to leave the embedded data (about 2.5 GB) in `.cache/` for
 * the next run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { hasPostgres, startPostgres } from '../../server/testing/postgres.ts';
import { figure } from '../figure.ts';
import { type Call, type Figures, measure } from './callers.ts';
import { FULL, SMALL, seeded } from './data.ts';
import {
  anyWeek,
  bySource,
  comments,
  following,
  liked,
  mostLikedOf,
  naiveWeek,
  thisWeek,
  winners,
} from './public.ts';
import { type Loaded, load, removeFolder, sqliteFolder } from './store.ts';

const isSmall = process.argv.includes('--small');
const AMOUNTS = isSmall ? SMALL : FULL;
const DURATION_MS = Number(process.env.BENCH_MS) || (isSmall ? 3000 : 8000);
const DAY_MS = 24 * 3_600_000;
const PAGE = '/api/rifff-feed/query';

interface Ports {
  readonly rondo: number;
  /** Bytes from memory, and what the process of `rondo` says of itself. */
  readonly raw: number;
  readonly naive: number;
}

const line = (name: string, callers: number, figures: Figures) =>
  console.log(
    `  ${name.padEnd(34)} ${String(callers).padStart(2)} callers  p50 ${figures.p50Ms.toFixed(2).padStart(7)} ms  ` +
      `p99 ${figures.p99Ms.toFixed(2).padStart(7)} ms  max ${figures.maxMs.toFixed(0).padStart(5)} ms  ` +
      `${figures.perSec.toFixed(0).padStart(6)}/s  cpu ${figures.cpuMs.toFixed(2).padStart(6)} ms  ${(figures.bytes / 1024).toFixed(0).padStart(5)} kB  ` +
      `${(figures.packed * 100).toFixed(0).padStart(3)} % gzip`,
  );

/** How people read: mostly the top, sometimes further down or by likes, rarely far back; half signed in. */
function browsing({ readers, endMs }: Loaded): () => Call {
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
    const before = endMs - Math.floor(random() * 7 * DAY_MS);
    return { path: `${PAGE}?sharedBefore=${before}`, headers };
  };
}

/** Any page of the year, each as likely: hardly a document is read twice. The worst there is. */
function anywhere({ endMs }: Loaded): () => Call {
  const random = seeded(13);
  return () => ({
    path: `${PAGE}?sharedBefore=${endMs - Math.floor(random() * 364 * DAY_MS)}`,
  });
}

async function startProcess(environment: Record<string, string>, args: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), ...args], {
    env: { ...process.env, ...environment, RATE_LIMIT: '1000000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { ports: JSON.parse(said.toString()) as Partial<Ports>, stop };
}

async function startServer(environment: Record<string, string>) {
  const server = await startProcess(environment, []);
  const naive = await startProcess(environment, ['naive']);
  const ports = { ...server.ports, ...naive.ports } as Ports;
  const stop = async () => {
    await naive.stop();
    await server.stop();
  };
  return { ports, stop };
}

/** Far back by counting: what a caller does that knows no times. */
function farBack(): () => Call {
  const random = seeded(19);
  return () => ({ path: `${PAGE}?skip=${Math.floor(random() * AMOUNTS.shares)}` });
}

type Run = (port: number, next: () => Call) => Promise<Figures>;

/** Charts, winners, what one follows and comments, and a naive chart beside; returns the worst p99 in ms. */
async function publicSide(
  run: Run,
  ports: Ports,
  loaded: Loaded,
  callers: number,
): Promise<number> {
  const asked = {
    'chart of this week': thisWeek(loaded),
    'chart of any week': anyWeek(loaded),
    'rifffs of the week': winners(loaded),
    'what those one follows shared': following(loaded),
    'what one likes': liked(loaded),
    'by source': bySource(loaded),
    'most liked of a time': mostLikedOf(loaded),
    comments: comments(loaded),
  };
  let worst = 0;
  for (const [name, next] of Object.entries(asked)) {
    const figures = await run(ports.rondo, next);
    worst = Math.max(worst, figures.p99Ms);
    line(name, callers, figures);
  }
  // The turn of the week, over and over, while the chart is read.
  let isTurning = true;
  const turns: number[] = [];
  const turning = (async () => {
    while (isTurning) {
      turns.push(Number(await (await fetch(`http://127.0.0.1:${ports.raw}/turn`)).text()));
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  const turned = await run(ports.rondo, thisWeek(loaded));
  isTurning = false;
  await turning;
  worst = Math.max(worst, turned.p99Ms);
  line(`chart while ${turns.length} weeks turn`, callers, turned);
  console.log(`    a turn takes ${Math.max(...turns).toFixed(1)} ms at most`);
  line('peer: naive chart of any week', callers, await run(ports.naive, naiveWeek(loaded)));
  return worst;
}

/** Measures one engine; returns whether the bar held. */
async function bench(name: string, databaseUrl: string | undefined): Promise<boolean> {
  const folder = sqliteFolder(AMOUNTS);
  console.log(`${name}:`);
  try {
    const loaded = await load(folder, databaseUrl, AMOUNTS);
    const environment = { RONDO_DATA: folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const { ports, stop } = await startServer(environment);
    try {
      const browse = browsing(loaded);
      let [p99Ms, worstMs] = [0, 0];
      // What others do on the machine is in every figure, that of the peers too.
      const load = loadavg()[0]!.toFixed(1);
      console.log(`  load ${load} on ${availableParallelism()} cores before measuring`);
      for (const callers of [1, 8]) {
        const run = async (port: number, next: () => Call) => {
          const asked = { port, cpuPort: port === ports.naive ? port : ports.raw };
          await measure(asked, callers, DURATION_MS / 3, next);
          return measure(asked, callers, DURATION_MS, next);
        };
        line('first page', callers, await run(ports.rondo, () => ({ path: PAGE })));
        const browsed = await run(ports.rondo, browse);
        p99Ms = browsed.p99Ms;
        line('browsing', callers, browsed);
        line('any page of the year', callers, await run(ports.rondo, anywhere(loaded)));
        line('far back by skip', callers, await run(ports.rondo, farBack()));
        line('peer: same bytes from memory', callers, await run(ports.raw, () => ({ path: '/' })));
        line(
          'peer: naive query, first page',
          callers,
          await run(ports.naive, () => ({ path: '/' })),
        );
        line('peer: naive query, any page', callers, await run(ports.naive, anywhere(loaded)));
        const publicMs = await publicSide(run, ports, loaded, callers);
        if (callers === 1) worstMs = publicMs;
      }
      if (isSmall) return true;
      const met = [
        figure(databaseUrl ? 'feedPostgres' : 'feedSqlite', p99Ms),
        figure(databaseUrl ? 'publicPostgres' : 'publicSqlite', worstMs),
      ];
      return met.every(Boolean);
    } finally {
      await stop();
    }
  } finally {
    if (!process.argv.includes('--keep')) removeFolder(folder);
  }
}

console.log(
  `${AMOUNTS.shares} shared rifffs, ${AMOUNTS.accounts} accounts, ${AMOUNTS.likes} likes; ` +
    `${DURATION_MS / 1000} s each`,
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
