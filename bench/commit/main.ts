/**
 * `npm run bench:commit`: what a commit over HTTP costs, beside a bare insert of the same document into
 * the same embedded database. One caller, one after the other; the answer is the acknowledgement.
 */

import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { makeAccount } from '../../server/testing/accounts.ts';
import { temporaryFolder } from '../../server/testing/folders.ts';
import { postable } from '../../server/testing/rifffs.ts';
import { startServerProcess } from '../../server/testing/serverProcess.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { figure } from '../figure.ts';

/** Below what one account may commit in a minute. */
const COMMITS_EACH = 100;
const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS) || 5;
const WARM_UP = 20;

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

function print(name: string, timesMs: readonly number[]): number {
  const sorted = timesMs.slice(WARM_UP).sort((a, b) => a - b);
  const p99 = quantile(sorted, 0.99);
  const figures = `p50 ${quantile(sorted, 0.5).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
  console.info(`${name.padEnd(24)} ${figures} (${sorted.length})`);
  return p99;
}

async function timed<T>(timesMs: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  timesMs.push(performance.now() - start);
  return result;
}

const folder = await temporaryFolder();
const at = { databaseUrl: undefined, dataFolder: folder.path };
try {
  const before = await openDatabase(at);
  await before.migrate();
  const accounts = [];
  for (let one = 0; one < ACCOUNTS; one++) accounts.push(await makeAccount(before, `bench${one}`));
  await before.close();

  const server = await startServerProcess(folder.path);
  const library = await fetch(`${server.url}/api/library/loops?limit=8`);
  const { data } = (await library.json()) as { data: { loops: { _id: string }[] } };
  const playback = data.loops.map(({ _id }) => ({ slot: { current: { currentLoop: _id } } }));
  const commitMs: number[] = [];
  for (const { userId, headers } of accounts) {
    for (let one = 0; one < COMMITS_EACH; one++) {
      const rifff = postable();
      const body = JSON.stringify({ rifff: { ...rifff, state: { ...rifff.state, playback } } });
      await timed(commitMs, async () => {
        const answer = await fetch(`${server.url}/api/jam/${userId}/rifffs`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        });
        if (!answer.ok) throw new Error(await answer.text());
        await answer.arrayBuffer();
      });
    }
  }
  await server.kill();

  const { queries, close } = await openDatabase(at);
  const [row] = await queries.selectFrom('rifffs').selectAll().limit(1).execute();
  const doc = JSON.stringify(row!.doc);
  const insertMs: number[] = [];
  for (let one = 0; one < commitMs.length; one++) {
    const values = { ...row!, doc, id: newId() };
    await timed(insertMs, () => queries.insertInto('rifffs').values(values).execute());
  }
  await close();

  print('bare insert', insertMs);
  figure('commitP99', print('commit over HTTP', commitMs));
} finally {
  await folder.remove();
}
