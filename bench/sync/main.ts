/**
 * `npm run bench:sync`: what PouchDB's own client needs to push and pull drafts through `/db`, and how long a change takes
 * from one device to another while both sync live; on SQLite and, where this machine has it, on PostgreSQL.
 */
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { temporaryFolder } from '../../server/testing/folders.ts';
import { hasPostgres, startPostgres } from '../../server/testing/postgres.ts';
import { openDevice } from '../../server/testing/pouch.ts';
import { changeOf, startSyncWorld } from '../../server/testing/syncWorld.ts';

const DOCS = 500;
/** About what the draft of a rifff of eight loops is. */
const DRAFT_BYTES = 4000;
const CHANGES = Number(process.env.BENCH_CHANGES) || 100;
const WARM_UP = 5;

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function measure(name: string, databaseUrl: string | undefined): Promise<void> {
  const folder = await temporaryFolder();
  const database = await openDatabase({ databaseUrl, dataFolder: folder.path });
  await database.migrate();
  const world = await startSyncWorld(async () => database, {
    environment: { RATE_LIMIT: '1000000' },
  });
  const ana = await world.account('ana');
  const [one, two] = [openDevice(), openDevice()];
  const text = 'x'.repeat(DRAFT_BYTES);
  await one.bulkDocs(Array.from({ length: DOCS }, (_, at) => ({ _id: `draft${at}`, at, text })));
  const pushMs = await timed(() => one.replicate.to(ana.remote()));
  const againMs = await timed(() => one.replicate.to(ana.remote()));
  const pullMs = await timed(() => two.replicate.from(ana.remote()));
  const live = [one.sync(ana.remote(), { live: true }), two.sync(ana.remote(), { live: true })];
  const liveMs: number[] = [];
  for (let at = 0; at < CHANGES + WARM_UP; at++) {
    const id = `live${at}`;
    const there = changeOf(two, id);
    const tookMs = await timed(async () => {
      await one.put({ _id: id, text });
      await there;
    });
    if (at >= WARM_UP) liveMs.push(tookMs);
  }
  for (const sync of live) {
    // Its last note may meet a server that is closing.
    sync.on('error', () => {});
    sync.cancel();
  }
  liveMs.sort((a, b) => a - b);
  const figures = [
    `push ${DOCS}: ${pushMs.toFixed(0)} ms`,
    `again: ${againMs.toFixed(0)} ms`,
    `pull ${DOCS}: ${pullMs.toFixed(0)} ms`,
    `live p50 ${quantile(liveMs, 0.5).toFixed(1)} ms, p95 ${quantile(liveMs, 0.95).toFixed(1)} ms`,
  ];
  console.info(
    `${name.padEnd(12)} ${figures.join('; ')} (${CHANGES} changes of ${DRAFT_BYTES} bytes)`,
  );
  await world.server.close();
  await database.close();
  await folder.remove();
}

await measure('SQLite', undefined);
if (hasPostgres()) {
  const postgres = await startPostgres();
  await measure('PostgreSQL', await postgres.createDatabase());
  await postgres.stop();
}
// The client keeps timers of its own.
process.exit(0);
