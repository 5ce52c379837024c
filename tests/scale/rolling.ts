/**
 * Two servers of an earlier version behind nginx are brought up to this one, one after the other, while people go on: what was
 * acknowledged is there once, no one is signed out, and no one is long without an answer.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { listBackups } from '../../server/backup/manifest.ts';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { hasProxy, startProxy } from '../../server/testing/proxies.ts';
import { type RealStores, startRealStores } from '../../server/testing/realNodes.ts';
import {
  type ServerProcess,
  type StartServer,
  serversOf,
  startServerProcess,
} from '../../server/testing/serverProcess.ts';
import { freePort } from '../support/freePort.ts';
import { percentile } from '../together/line.ts';
import { Crowd } from './callers.ts';
import { laySource, missingAt, newestOfOlderSchema } from './earlierSource.ts';

/** How long people go on before, between and after the two nodes, ms; more than a proxy leaves a node alone that was gone. */
const GO_ON_MS = 8000;
/** The longest time without an answer, for everyone together and for one person. Printed, not asserted: it depends on the machine. */
const BAR_MS = 2000;
/** Backups of a schedule that is due each minute, by two nodes. */
const BACKUPS = 2;
const BACKUPS_WITHIN_MS = 300_000;
/** When no one hears of anything more for so long, nothing more comes. */
const STILL_MS = 60_000;
/** A file of the pages that only the earlier version has. */
const OLD_FILE = 'only-before-00000000.js';

export interface RollingOptions {
  /** The earlier commit; the newest one of an older schema without. */
  readonly from?: string | undefined;
  readonly people: number;
  /** How servers of this version are started; as processes without. */
  readonly startNew?: StartServer;
}

function prove(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}

/** Two nodes with a folder and a port of their own, of whatever version each is. */
async function makeNodes(stores: RealStores, environment: Record<string, string>) {
  const nodes: (ServerProcess | undefined)[] = [];
  const places: { folder: string; port: number }[] = [];
  for (let at = 0; at < 2; at++)
    places.push({ folder: await stores.makeFolder(), port: await freePort() });
  stores.onClose(() => Promise.all(nodes.map((node) => node?.kill())));
  return {
    urls: places.map(({ port }) => `http://127.0.0.1:${port}`),
    async start(at: number, start: StartServer) {
      const { folder, port } = places[at]!;
      const settings = { ...stores.environment, ...environment, PORT: String(port) };
      nodes[at] = await start(folder, settings);
    },
    /** Tells one to stop. @returns its exit code, and how long that took, ms */
    async stop(at: number) {
      const began = performance.now();
      const code = await nodes[at]!.stop();
      nodes[at] = undefined;
      return { code, ms: performance.now() - began };
    },
  };
}

/** What was acknowledged is stored, once, and numbers of events have no gaps. @returns events by room */
async function proveStored({ databaseUrl }: RealStores, { met, people }: Crowd) {
  const database = await openDatabase({ databaseUrl, dataFolder: '' });
  try {
    const { queries } = database;
    const rows = {
      rifff: await queries.selectFrom('rifffs').select(['jamId', 'id']).execute(),
      message: await queries.selectFrom('messages').select(['jamId', 'id']).execute(),
    };
    for (const kind of ['rifff', 'message'] as const) {
      const stored = rows[kind].map(({ jamId, id }) => `${jamId} ${id}`);
      const once = new Set(stored);
      prove(once.size === stored.length, `a ${kind} is stored twice`);
      const lost = met.acknowledged.filter(
        (one) => one.kind === kind && !once.has(`${one.jamId} ${one.id}`),
      );
      prove(lost.length === 0, `${lost.length} of kind ${kind} that were acknowledged are lost`);
    }
    const counts = new Map<string, number>();
    for (const jamId of new Set(people.map((one) => one.jamId))) {
      const events = await queries
        .selectFrom('jamEvents')
        .select(['number', 'kind', 'ref'])
        .where('jamId', '=', jamId)
        .orderBy('number')
        .execute();
      prove(
        events.every(({ number }, at) => number === at + 1),
        'the numbers of events have gaps',
      );
      const rifffs = events.filter(({ kind }) => kind === 'rifff').map(({ ref }) => ref);
      prove(new Set(rifffs).size === rifffs.length, 'a commit was told of twice');
      counts.set(jamId, events.length);
    }
    return counts;
  } finally {
    await database.close();
  }
}

/** Everyone holds every event of their room, in order and once. Those who were away ask for it page by page. */
async function proveHeard({ people }: Crowd, counts: ReadonlyMap<string, number>): Promise<void> {
  const isBehind = () => people.filter(({ jamId, held }) => held.length < counts.get(jamId)!);
  const heard = () => people.reduce((sum, { held }) => sum + held.length, 0);
  let [most, movedMs] = [heard(), performance.now()];
  while (isBehind().length > 0 && performance.now() - movedMs < STILL_MS) {
    await pause(100);
    const now = heard();
    if (now > most) [most, movedMs] = [now, performance.now()];
  }
  prove(isBehind().length === 0, `${isBehind().length} people did not hear all of their room`);
  for (const { jamId, held } of people) {
    const isWhole =
      held.length === counts.get(jamId) && held.every(({ number }, at) => number === at + 1);
    prove(isWhole, 'somebody heard of something twice, or out of order');
  }
}

/** Of a schedule that is due each minute, two nodes made one copy for each minute. @returns how many there are */
async function proveBackups(folder: string, sinceMs: number): Promise<number> {
  const endMs = performance.now() + BACKUPS_WITHIN_MS;
  for (;;) {
    const made = (await listBackups(folder))
      .map((one) => Date.parse(one.made))
      .filter((ms) => ms > sinceMs);
    if (made.length >= BACKUPS) {
      const minutes = new Set(made.map((ms) => Math.floor(ms / 60_000)));
      prove(minutes.size === made.length, 'two nodes made a backup for the same minute');
      return made.length;
    }
    prove(performance.now() < endMs, 'no backups were made by the schedule');
    await pause(1000);
  }
}

function report({ met }: Crowd): string {
  for (const phase of new Set(met.waits.map((one) => one.phase))) {
    const waits = met.waits.filter((one) => one.phase === phase).map(({ ms }) => ms);
    const [p50, p99] = [percentile(waits, 0.5), percentile(waits, 0.99)];
    console.info(
      `  ${phase.padEnd(22)} ${String(waits.length).padStart(5)} calls, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms`,
    );
  }
  const times = met.waits.map(({ at }) => at).sort((one, other) => one - other);
  const gap = Math.max(...times.slice(1).map((at, before) => at - times[before]!));
  const longest = Math.max(...met.waits.map(({ ms }) => ms));
  const barred = (ms: number) =>
    `${ms.toFixed(0)} ms (≤ ${BAR_MS} ms) ${ms <= BAR_MS ? 'hit' : 'MISSED'}`;
  return `longest time without an answer to anyone ${barred(gap)}; longest wait of one person ${barred(longest)}`;
}

/** The step. @returns what was found; undefined where this machine has no nginx */
export async function rollOver({
  from,
  people,
  startNew = startServerProcess,
}: RollingOptions): Promise<string> {
  if (!hasProxy('nginx')) return 'not done';
  const commit = from ?? newestOfOlderSchema();
  const stores = await startRealStores();
  try {
    const source = await stores.makeFolder();
    laySource(commit, source);
    await mkdir(join(source, 'dist', 'assets'), { recursive: true });
    await writeFile(join(source, 'dist', 'assets', OLD_FILE), 'export {};\n');
    const backups = await stores.makeFolder();
    const nodes = await makeNodes(stores, {
      BACKUP_FOLDER: backups,
      BACKUP_SCHEDULE: '* * * * *',
      // They make something in processes that a stop waits for.
      RONDO_RANDOM_STOCK: '0',
      RONDO_POSTERS: 'off',
    });
    await Promise.all([0, 1].map((at) => nodes.start(at, serversOf(source))));
    const proxy = await startProxy('nginx', nodes.urls);
    stores.onClose(proxy.stop);
    setDefaultCACertificates([proxy.authority]);
    const missing = missingAt(commit);
    console.info(`  from ${commit}, which lacks ${missing.join(', ') || 'no migration'}`);

    const crowd = new Crowd(proxy.localUrl);
    await crowd.gather(people, nodes.urls);
    console.info(`  ${people} people are there`);
    crowd.met.waits.length = 0;
    crowd.start();
    await pause(GO_ON_MS);
    let isClean = true;
    const replace = async (at: number, name: string) => {
      crowd.phase = `${name} is replaced`;
      const { code, ms } = await nodes.stop(at);
      // A machine with more to do than it can does not get it done in the ten seconds of a stop.
      isClean &&= code === 0;
      const stopped = code === 0 ? 'stopped' : `did not get done with its stop (${code})`;
      const began = performance.now();
      await nodes.start(at, startNew);
      const startMs = performance.now() - began;
      console.info(
        `  ${name}: ${stopped} in ${ms.toFixed(0)} ms, the new one is ready after ${startMs.toFixed(0)} ms`,
      );
    };
    await replace(0, 'the first');
    crowd.phase = 'old and new together';
    await pause(GO_ON_MS);
    // The earlier server does all of it on the newer schema.
    for (const person of crowd.people.slice(0, 10)) {
      await crowd.commit(person, nodes.urls[1]);
      await crowd.say(person, nodes.urls[1]);
      await crowd.readOwn(person, nodes.urls[1]);
    }
    for (let at = 0; at < 10; at++) await crowd.call(`/assets/${OLD_FILE}`);
    await replace(1, 'the second');
    crowd.phase = 'after';
    const sinceMs = Date.now();
    await pause(GO_ON_MS);
    await crowd.stop();
    const { met } = crowd;
    const said = report(crowd);
    prove(
      met.refused.length === 0,
      `${met.refused.length} answers were refusals: ${met.refused[0]}`,
    );
    prove(met.broken.length === 0, `${met.broken.length} files did not come whole`);
    // A stop lets what is under way end. What it had to give up was asked for again.
    if (isClean) prove(met.cutOff.length === 0, `${met.cutOff[0]} was cut off`);
    const counts = await proveStored(stores, crowd);
    await proveHeard(crowd, counts);
    await crowd.leave();
    const copies = await proveBackups(backups, sinceMs);
    return `${met.acknowledged.length} rifffs and messages of ${people} people acknowledged: none lost, none twice, all heard once; ${met.whole} files whole, ${met.cutOff.length} answers cut off and asked for again; no one signed out; ${met.again} tries were made again, the longest until ${met.longestAgainMs.toFixed(0)} ms after it had failed; ${copies} backups by two nodes, one a minute; ${said}`;
  } finally {
    await stores.close();
  }
}
