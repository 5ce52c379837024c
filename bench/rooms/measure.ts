import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { makeAccount, type TestAccount } from '../../server/testing/accounts.ts';
import { findLoopIds, rifffOf } from '../../server/testing/crashCommits.ts';
import type { RealNodes } from '../../server/testing/realNodes.ts';
import { credentialOf, makeRoom } from '../../server/testing/sockets.ts';
import { percentile } from '../../tests/together/line.ts';
import { figure } from '../figure.ts';
import { type Crowd, gatherCrowd } from './crowd.ts';
import { sharedMs, type WireTo } from './wire.ts';

const LISTENERS = 1000;
const ACTIVE = 50;
/** Touches of an active one in a second: under what a socket may send. */
const TOUCHES_PER_SEC = 20;
const COMMITS = 100;
const WARM_UP = 20;
const GAP_MS = 150;
const ACTIVE_SEC = 15;
/** After this nothing comes any more that was not looked for. */
const REST_MS = 3000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function line(name: string, timesMs: readonly number[]): string {
  const [p50, p99] = [percentile(timesMs, 0.5), percentile(timesMs, 0.99)];
  return `  ${name.padEnd(34)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${timesMs.length})`;
}

/** A room of everybody, with one member who commits. */
async function fillRoom({ place }: RealNodes) {
  const database = await openDatabase(place);
  try {
    const accounts: TestAccount[] = [];
    for (let at = 0; at < LISTENERS; at++) {
      accounts.push(await makeAccount(database, `hears${at}`));
    }
    const owner = await makeAccount(database, 'plays');
    const jamId = await makeRoom(database, owner.userId);
    // Who touches takes part.
    const member = { jamId, role: 'member' as const, since: 1, isRemoved: false };
    for (const { userId } of accounts) {
      await database.queries
        .insertInto('members')
        .values({ ...member, userId })
        .execute();
    }
    return { accounts, owner, jamId };
  } finally {
    await database.close();
  }
}

type Filled = Awaited<ReturnType<typeof fillRoom>>;

/** One in four addresses has four listeners: an address may hold so many sockets and no more. */
const addressOf = (at: number) => `10.1.${(at >> 6) & 255}.${at & 63}`;

const wiresTo = ({ nodes }: RealNodes, { accounts, jamId }: Filled): WireTo[] =>
  accounts.map((account, at) => ({
    url: nodes[(at >> 1) % nodes.length]!.url,
    address: addressOf(at),
    room: { jamId, credential: credentialOf(account) },
  }));

interface Commit {
  readonly number: number;
  readonly askedMs: number;
  readonly acknowledgedMs: number;
}

async function commit(
  url: string,
  { owner, jamId }: Filled,
  loopIds: readonly string[],
): Promise<Omit<Commit, 'number'> & { readonly rifffId: string }> {
  const rifff = rifffOf(loopIds);
  const askedMs = sharedMs();
  const answer = await fetch(`${url}/api/jam/${jamId}/rifffs`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ rifff }),
  });
  const acknowledgedMs = sharedMs();
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
  return { askedMs, acknowledgedMs, rifffId: rifff._id };
}

/** Times from a moment of each number until each listener had it; `isComplete` where everyone had each once. */
function timesOf(heard: Record<string, number[]>, since: Map<number, number>) {
  const all = [...since].map(([number, fromMs]) => (heard[number] ?? []).map((ms) => ms - fromMs));
  return { times: all.flat(), isComplete: all.every(({ length }) => length === LISTENERS) };
}

/** How long it takes until a room of a thousand knows of a commit. */
async function measureCommits(world: RealNodes, filled: Filled, crowd: Crowd) {
  const loopIds = await findLoopIds(world.nodes[0]!.url);
  const commits: Commit[] = [];
  let rifffId = '';
  await crowd.told();
  for (let at = 0; at < COMMITS + WARM_UP; at++) {
    const { url } = world.nodes[at % world.nodes.length]!;
    const done = await commit(url, filled, loopIds);
    rifffId = done.rifffId;
    commits.push({ ...done, number: at + 1 });
    await pause(GAP_MS);
  }
  await pause(REST_MS);
  const { heard, sample } = await crowd.told();
  const counted = commits.slice(WARM_UP);
  const stamps = await readStamps(world, filled.jamId);
  const since = (of: (one: Commit) => number) =>
    timesOf(heard, new Map(counted.map((one) => [one.number, of(one)])));
  return {
    stamped: since(({ number }) => stamps.get(number)!),
    acknowledged: since(({ acknowledgedMs }) => acknowledgedMs),
    asked: since(({ askedMs }) => askedMs),
    sample,
    rifffId,
  };
}

/** The times that events bear, by their number, on the clock of `sharedMs`. A node stamps one just before it stores it. */
async function readStamps({ place }: RealNodes, jamId: string): Promise<Map<number, number>> {
  const aheadMs = Date.now() - sharedMs();
  const database = await openDatabase(place);
  const rows = await database.queries
    .selectFrom('jamEvents')
    .select(['number', 'created'])
    .where('jamId', '=', jamId)
    .execute();
  await database.close();
  return new Map(rows.map(({ number, created }) => [number, created - aheadMs]));
}

/** The same packets to as many listeners by a bare `ws`, in the same rhythm. */
async function measureBare(sample: string) {
  const peer = fork(join(import.meta.dirname, 'bare.child.ts'));
  const [{ url }] = (await once(peer, 'message')) as [{ url: string }];
  const to = Array.from({ length: LISTENERS }, (_, at) => ({ url, address: addressOf(at) }));
  const crowd = await gatherCrowd(to);
  try {
    const since = new Map<number, number>();
    for (let number = 1; number <= COMMITS + WARM_UP; number++) {
      peer.send(sample.replace(/"number":\d+/, `"number":${number}`));
      const [{ beganMs }] = (await once(peer, 'message')) as [{ beganMs: number }];
      if (number > WARM_UP) since.set(number, beganMs);
      await pause(GAP_MS);
    }
    await pause(REST_MS);
    return timesOf((await crowd.told()).heard, since);
  } finally {
    await crowd.close();
    peer.kill();
  }
}

/** What each listener is sent in a second while some are active, by kind of news. */
async function measureBytes({ jamId }: Filled, crowd: Crowd, rifffId: string) {
  await crowd.told();
  const beganMs = sharedMs();
  crowd.act(jamId, rifffId, ACTIVE, TOUCHES_PER_SEC);
  await pause(ACTIVE_SEC * 1000);
  const { bytes } = await crowd.told();
  const seconds = (sharedMs() - beganMs) / 1000;
  crowd.rest();
  return Object.entries(bytes).map(([kind, size]) => [kind, size / seconds / LISTENERS] as const);
}

/**
 * A room of a thousand on these nodes: how soon everyone is told of a commit, beside a bare `ws` broadcast, and how much
 * each is sent while fifty are active. Prints the figures beside their bars.
 *
 * @returns whether everyone was told everything once, and whether the bars were met
 */
export async function measureRoom(
  world: RealNodes,
): Promise<{ isComplete: boolean; areBarsMet: boolean }> {
  const [model] = cpus();
  console.info(
    `a room of ${LISTENERS} on ${world.nodes.length} nodes; ${availableParallelism()} cores (${model?.model.trim()}) shared by` +
      ' the nodes, PostgreSQL, Redis, the committer and two processes of listeners',
  );
  const filled = await fillRoom(world);
  const crowd = await gatherCrowd(wiresTo(world, filled));
  let measured: Awaited<ReturnType<typeof measureCommits>>;
  let perSec: (readonly [string, number])[];
  try {
    await pause(REST_MS);
    measured = await measureCommits(world, filled, crowd);
    perSec = await measureBytes(filled, crowd, measured.rifffId);
  } finally {
    await crowd.close();
  }
  const bare = await measureBare(measured.sample);
  const { stamped, acknowledged, asked } = measured;
  console.info(line('bare ws, from its first send', bare.times));
  console.info(line('told, from the request', asked.times));
  console.info(line('told, from its stamp on', stamped.times));
  console.info(line('told, from the acknowledgement', acknowledged.times));
  // What comes before the stamp is reading and checking a call; storing, announcing and sending come after it.
  const bareMs = percentile(bare.times, 0.99);
  const times = percentile(stamped.times, 0.99) / bareMs;
  const wholeTimes = percentile(asked.times, 0.99) / bareMs;
  console.info(`  from the request ${wholeTimes.toFixed(2)} x the p99 of ws`);
  const met = [figure('toldTimes', times), figure('toldP99', percentile(acknowledged.times, 0.99))];
  const isComplete = acknowledged.isComplete && bare.isComplete;
  console.info(`  every listener was told every commit once: ${isComplete ? 'yes' : 'NO'}`);
  const total = perSec.reduce((sum, [, size]) => sum + size, 0);
  const kinds = perSec.map(([kind, size]) => `${kind} ${(size / 1024).toFixed(2)}`).join(', ');
  const sent = ACTIVE * TOUCHES_PER_SEC;
  console.info(
    `  ${ACTIVE} active, ${sent} touches a second sent in: ${(total / 1024).toFixed(2)} KiB a second for each listener (${kinds})`,
  );
  return { isComplete, areBarsMet: met.every(Boolean) };
}
