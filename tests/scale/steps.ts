import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { makeAccount, type TestAccount } from '../../server/testing/accounts.ts';
import { startBalancer } from '../../server/testing/balancer.ts';
import { findLoopIds, rifffOf } from '../../server/testing/crashCommits.ts';
import type { RealNodes } from '../../server/testing/realNodes.ts';
import { RoomClient } from '../../server/testing/roomClient.ts';
import { credentialOf, makeRoom } from '../../server/testing/sockets.ts';
import type { JamEvent } from '../../src/data/contract/live.ts';
import { storeCredential } from '../../src/data/credential.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { enterRoom } from '../../src/data/socket.ts';
import { room } from '../../src/data/stores/room.ts';

const WAIT_MS = 30_000;
/** Commits that are sent while nodes are moved from, and killed. */
const MOVED_COMMITS = 200;
const KILLED_COMMITS = 1000;
/** Many, because one account may only commit so often in a minute. */
const MAKERS = 24;

/** What a step found; throws what it did not find. */
export type Step = (world: RealNodes) => Promise<string>;

function prove(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const endMs = performance.now() + WAIT_MS;
  while (!isSo()) {
    prove(performance.now() < endMs, `waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function inDatabase<T>(
  { place }: RealNodes,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(place);
  return work(database).finally(() => database.close());
}

/** A room with members who may commit. */
const makeBand = (world: RealNodes, count: number) =>
  inDatabase(world, async (database) => {
    const name = newId().slice(-5);
    const members: TestAccount[] = [];
    for (let at = 0; at < count; at++) members.push(await makeAccount(database, `${name}${at}`));
    const jamId = await makeRoom(database, members[0]!.userId, 'private');
    for (const { userId } of members.slice(1)) {
      const row = { jamId, userId, role: 'member' as const, since: 1, isRemoved: false };
      await database.queries.insertInto('members').values(row).execute();
    }
    return { jamId, members };
  });

/** Sends a rifff until some node has acknowledged it, under one id all the time. @returns the id */
async function commit(
  urls: () => readonly string[],
  at: number,
  { jamId, maker, loopIds }: { jamId: string; maker: TestAccount; loopIds: readonly string[] },
): Promise<string> {
  const rifff = rifffOf(loopIds);
  const body = JSON.stringify({ rifff });
  for (let tries = 0; tries < 200; tries++) {
    const now = urls();
    const url = now[(at + tries) % now.length]!;
    const answer = await fetch(`${url}/api/jam/${jamId}/rifffs`, {
      method: 'POST',
      headers: { ...maker.headers, 'content-type': 'application/json' },
      body,
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      // The node is gone, perhaps with the answer.
      () => null,
    );
    if (answer?.status === 200) return rifff._id;
    prove(answer === null || answer.status === 503, `a commit was refused: ${answer?.text}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('a commit was never acknowledged');
}

/** Numbers without gaps, and each rifff told of once. */
async function proveStored(world: RealNodes, jamId: string, acknowledged: readonly string[]) {
  const { events, rifffs } = await inDatabase(world, async ({ queries }) => ({
    events: await queries
      .selectFrom('jamEvents')
      .selectAll()
      .where('jamId', '=', jamId)
      .orderBy('number')
      .execute(),
    rifffs: await queries.selectFrom('rifffs').select('id').where('jamId', '=', jamId).execute(),
  }));
  const stored = new Set(rifffs.map(({ id }) => id));
  const lost = acknowledged.filter((id) => !stored.has(id));
  prove(lost.length === 0, `${lost.length} acknowledged commits are lost`);
  prove(
    events.every(({ number }, at) => number === at + 1),
    'the numbers of events have gaps',
  );
  const told = events.map(({ ref }) => ref);
  prove(new Set(told).size === told.length, 'a commit was told of twice');
  prove(told.length === rifffs.length, 'events and rifffs differ in number');
  return events.length;
}

const isWhole = (held: readonly JamEvent[], count: number) =>
  held.length === count && held.every(({ number }, at) => number === at + 1);

/** What one node stores, listeners of every node hear, in order and once. */
export const fanOutAcrossNodes: Step = async (world) => {
  const { jamId, members } = await makeBand(world, 4);
  const [url] = world.nodes.map((node) => node.url);
  const loopIds = await findLoopIds(url!);
  const clients = members.map((account) => new RoomClient(account, jamId));
  for (const [at, client] of clients.entries()) {
    await client.connect(world.nodes[at % world.nodes.length]!.url);
  }
  const count = 40;
  const told = () => clients.every((client) => client.told.length === count);
  for (let at = 0; at < count; at++) {
    const urls = () => world.nodes.map((node) => node.url);
    await commit(urls, at, { jamId, maker: members[at % 4]!, loopIds });
  }
  // By announcements alone: no client had to ask.
  await until(told, 'listeners of both nodes are told of every commit');
  for (const client of clients) client.cut();
  await proveStored(world, jamId, []);
  prove((await world.countFiles()) > 0, 'files are in the store');
  return `${count} commits by turns on ${world.nodes.length} nodes, told to ${clients.length} listeners on both`;
};

/** The product's own client behind a balancer, led from node to node while others commit. */
async function listenBehindBalancer(jamId: string, who: TestAccount) {
  const balancer = await startBalancer();
  storeCredential(credentialOf(who));
  const held: JamEvent[] = [];
  const readPage = async (id: string, since: number) => {
    const answer = await fetch(`${balancer.url}/api/jam/${id}/events?since=${since}`, {
      headers: who.headers,
    });
    const { data } = (await answer.json()) as { data: { events: JamEvent[]; last: number } };
    if (!answer.ok) throw new Error('refused');
    return data;
  };
  const enter = () =>
    enterRoom(
      { jamId, since: 0, origin: balancer.url, readPage },
      { events: (events) => held.push(...events) },
    );
  return { balancer, held, enter };
}

/** A client that is cut and sent to another node again and again misses nothing and hears nothing twice. */
export const moveBetweenNodes: Step = async (world) => {
  const { jamId, members } = await makeBand(world, 8);
  const urls = () => world.nodes.map((node) => node.url);
  const loopIds = await findLoopIds(urls()[0]!);
  const { balancer, held, enter } = await listenBehindBalancer(jamId, members[0]!);
  let moves = 0;
  let isOver = false;
  balancer.lead(urls()[0]!);
  const link = await enter();
  try {
    await until(() => room.line === 'on', 'the client is in the room');
    const moving = (async () => {
      while (!isOver) {
        balancer.cut();
        await new Promise((resolve) => setTimeout(resolve, moves % 3 ? 150 : 2000));
        moves += 1;
        balancer.lead(urls()[moves % world.nodes.length]!);
        await until(() => room.line === 'on', 'the client comes back');
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    })();
    const acknowledged: string[] = [];
    for (let at = 0; at < MOVED_COMMITS; at++) {
      const maker = members[1 + (at % (members.length - 1))]!;
      acknowledged.push(await commit(urls, at, { jamId, maker, loopIds }));
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    isOver = true;
    await moving;
    const count = await proveStored(world, jamId, acknowledged);
    await until(() => held.length >= count, 'the moved client holds everything');
    prove(isWhole(held, count), 'the moved client missed something or heard it twice');
    return `${count} commits, moved ${moves} times, cuts of up to 2 s: each heard once, in order`;
  } finally {
    isOver = true;
    link.leave();
    balancer.close();
  }
};

/** A node that is killed while commits are on their way loses none that was acknowledged, and clients go on elsewhere. */
export const killNode: Step = async (world) => {
  const { jamId, members } = await makeBand(world, MAKERS);
  const urls = () => world.nodes.map((node) => node.url);
  const loopIds = await findLoopIds(urls()[0]!);
  const { balancer, held, enter } = await listenBehindBalancer(jamId, members[0]!);
  const acknowledged: string[] = [];
  const stay = new RoomClient(members[1]!, jamId);
  const [doomed, other] = world.nodes as [RealNodes['nodes'][0], RealNodes['nodes'][0]];
  balancer.lead(doomed.url);
  const link = await enter();
  try {
    await until(() => room.line === 'on', 'the client is in the room');
    await stay.connect(other.url);
    let next = 0;
    const lane = async () => {
      for (let at = next++; at < KILLED_COMMITS; at = next++) {
        const maker = members[at % members.length]!;
        acknowledged.push(await commit(urls, at, { jamId, maker, loopIds }));
      }
    };
    const lanes = Promise.all(Array.from({ length: 8 }, lane));
    await until(() => acknowledged.length >= KILLED_COMMITS / 3, 'commits are under way');
    const before = acknowledged.length;
    await doomed.kill();
    world.nodes.splice(0, 1);
    balancer.cut();
    balancer.lead(other.url);
    await lanes;
    const count = await proveStored(world, jamId, acknowledged);
    prove(count === KILLED_COMMITS, `${count} were stored instead of ${KILLED_COMMITS}`);
    const bothHold = () => held.length >= count && stay.held.length >= count;
    await until(bothHold, 'clients of both nodes hold everything');
    prove(isWhole(held, count), 'the client of the killed node missed something');
    prove(isWhole(stay.held, count), 'the client of the other node missed something');
    return `killed after ${before} of ${count} commits: none lost, none twice, both clients hold all`;
  } finally {
    stay.cut();
    link.leave();
    balancer.close();
    await world.add();
  }
};
