/**
 * `npm run bench:hostile`: what one account sends, and what the others notice of it. A server with a ceiling of 768 MB
 * on an embedded database of its own, with `--postgres` on PostgreSQL, whose memory does not count; beside each attack another account reads the feed and uploads a small loop every
 * second. The first line is without an attack. `--only NAME` makes the attacks whose names begin so,
 * `--rifffs N` the account that is exported smaller than 200,000. Turns of the server's event loop
 * are told in time of its processor, which does not depend on what else the machine does. Linux alone: memory is read
 * from `/proc`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { makeAccounts } from '../../server/testing/accounts.ts';
import { temporaryFolder } from '../../server/testing/folders.ts';
import { startPostgres, type TestPostgres } from '../../server/testing/postgres.ts';
import { startServerProcess } from '../../server/testing/serverProcess.ts';
import { figure } from '../figure.ts';
import { type Attack, attacks } from './attacks.ts';
import { watchMemory, watchOther } from './watch.ts';

const CEILING_MB = 768;
/** Memory is looked at once more so long after an attack. */
const REST_MS = 5000;

const option = (name: string) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The longest turns that a server told of, without those that it told of before. */
function longestTurns(file: string, before: readonly number[] = []): number[] {
  const turns = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as number[]) : [];
  const known = new Set(before);
  return turns.filter((ms) => !known.has(ms));
}

/** What was noticed of one attack. */
interface Found {
  /** Has what the others notice a bar? */
  readonly isReadBarred: boolean;
  readonly readMs: number;
  readonly uploadMs: number;
  readonly peakMb: number;
}

/** Makes one attack on a server of its own. */
async function bench(
  { name, accounts, environment, prepare, run, isReadBarred }: Attack,
  postgres: TestPostgres | undefined,
): Promise<Found> {
  const folder = await temporaryFolder();
  try {
    const databaseUrl = await postgres?.createDatabase();
    const database = { databaseUrl, dataFolder: folder.path };
    // One reads, the others attack.
    const [other, ...attackers] = await makeAccounts(database, 'account', accounts + 1);
    attackers.push(...((await prepare?.(database)) ?? []));
    const turnsFile = join(folder.path, 'turns.json');
    const server = await startServerProcess(folder.path, {
      RATE_LIMIT: '1000000',
      TRUST_PROXY: '1',
      RONDO_DEMO: 'on',
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'turns.child.ts')}`,
      RONDO_TURNS: turnsFile,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...environment,
    });
    const { memory, stop } = watchMemory(server.pid, CEILING_MB);
    try {
      await pause(2000);
      const before = longestTurns(turnsFile);
      const idleMb = memory.nowMb;
      const end = await watchOther(server.url, other!);
      await pause(1000);
      const began = performance.now();
      const said = await run({
        url: server.url,
        pid: server.pid,
        database,
        attackers,
      }).catch((error: unknown) =>
        memory.isEnded ? 'the server was ended' : `failed: ${String(error)}`,
      );
      const tookSec = (performance.now() - began) / 1000;
      await pause(1000);
      const turns = longestTurns(turnsFile, before);
      const noticed = await end();
      await pause(REST_MS);
      const failed = [...noticed.failed].map(([status, count]) => `${count} × ${status}`);
      console.log(`${name}: ${tookSec.toFixed(1)} s; ${said}`);
      console.log(
        `  memory ${idleMb.toFixed(0)} → ${memory.peakMb.toFixed(0)} → ${memory.nowMb.toFixed(0)} MB` +
          `${memory.isEnded ? ' and was ended' : ''}`,
      );
      console.log(
        `  another reads: p50 ${noticed.readP50Ms.toFixed(1)} ms, p99 of ${noticed.reads}` +
          ` ${noticed.readP99Ms.toFixed(0)} ms${isReadBarred ? '' : ' (no bar)'}`,
      );
      console.log(
        `  its small upload: slowest of ${noticed.uploads} ${noticed.slowestUploadMs.toFixed(0)} ms` +
          `${failed.length > 0 ? `; refused: ${failed.join(', ')}` : ''}`,
      );
      console.log(
        `  longest turns of its loop: ${turns
          .slice(0, 5)
          .map((ms) => ms.toFixed(0))
          .join(', ')} ms of processor`,
      );
      return {
        isReadBarred,
        readMs: noticed.readP99Ms,
        uploadMs: noticed.slowestUploadMs,
        peakMb: memory.peakMb,
      };
    } finally {
      stop();
      await server.kill();
    }
  } finally {
    await folder.remove();
  }
}

const only = option('--only');
const rifffs = Number(option('--rifffs')) || 200_000;
console.log(`load ${loadavg()[0]!.toFixed(1)} before measuring`);
const all: Found[] = [];
const postgres = process.argv.includes('--postgres') ? await startPostgres() : undefined;
try {
  for (const attack of attacks({ rifffs })) {
    if (!only || attack.name.startsWith(only)) all.push(await bench(attack, postgres));
  }
} finally {
  await postgres?.stop();
}
const barred = all.filter(({ isReadBarred }) => isReadBarred);
if (!only) {
  const met = [
    figure('othersRead', Math.max(...barred.map(({ readMs }) => readMs))),
    figure('othersUpload', Math.max(...barred.map(({ uploadMs }) => uploadMs))),
    figure('attackMemory', Math.max(...all.map(({ peakMb }) => peakMb))),
  ];
  process.exitCode = met.every(Boolean) ? 0 : 1;
}
