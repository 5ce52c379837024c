import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RoomTransport } from '../../../src/data/contract/live.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import type { FanOut } from '../../ports/fanOut/fanOut.ts';
import { createLocalHub } from '../../ports/fanOut/local.ts';
import { openRedisFanOut } from '../../ports/fanOut/redis.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { hasRedis, startRedis } from '../../testing/redis.ts';
import {
  closeSockets,
  connectTo,
  credentialOf,
  type LiveNode,
  type LiveWorld,
  makeRoom,
  startLiveWorld,
} from '../../testing/sockets.ts';
import { freeForsaken, keepTogether, moveTransport, readTransport } from './transport.ts';

const together = { mode: 'together', rifffId: 'r1', isPlaying: true, phaseSec: 0 } as const;

/** From now on the clock is so much ahead. */
function goOn(ms: number): void {
  vi.restoreAllMocks();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}
afterEach(() => {
  vi.restoreAllMocks();
});

function notesSuite(start: () => Promise<{ nodes: FanOut[]; close(): Promise<void> }>): void {
  let [one, two]: FanOut[] = [];
  let close = async () => {};
  beforeAll(async () => {
    const started = await start();
    [one, two] = started.nodes;
    close = started.close;
  });
  afterAll(() => close());
  const set = (jamId: string, mode: RoomTransport['mode'] = 'together') =>
    moveTransport(one!, jamId, (before) => ({
      ...{ ...together, mode, host: 'mia', atMs: one!.nowMs() },
      version: (before?.version ?? Math.floor(one!.nowMs())) + 1,
    }));

  it('goes on for a minute after the last node said that somebody listens', async () => {
    const told = await set('a');
    await keepTogether(one!, 'a');
    goOn(40_000);
    await keepTogether(two!, 'a');
    goOn(99_000);
    expect(await freeForsaken(one!, 'a')).toBeNull();
    expect(await readTransport(two!, 'a')).toEqual(told);
    goOn(101_000);
    const ended = await Promise.all([freeForsaken(one!, 'a'), freeForsaken(two!, 'a')]);
    const [free] = ended.filter((one) => one !== null);
    expect(ended.filter((one) => one !== null)).toHaveLength(1);
    expect(free).toMatchObject({ mode: 'free', host: null, rifffId: null, isPlaying: false });
    expect(free!.version).toBeGreaterThan(told.version);
    expect(await readTransport(two!, 'a')).toEqual(free);
    expect(await freeForsaken(one!, 'a')).toBeNull();
  });

  it('leaves alone what is free, and what nobody has set', async () => {
    const free = await set('b', 'free');
    expect([await freeForsaken(one!, 'b'), await freeForsaken(one!, 'c')]).toEqual([null, null]);
    expect(await readTransport(one!, 'b')).toEqual(free);
  });
}

describe('a forsaken room, in one process', () => {
  const hub = createLocalHub();
  notesSuite(async () => ({ nodes: [hub.join(), hub.join()], close: async () => {} }));
});

describe.runIf(hasRedis())('a forsaken room, by Redis', () => {
  notesSuite(async () => {
    const redis = await startRedis();
    const nodes = [await openRedisFanOut(redis.url), await openRedisFanOut(redis.url)];
    const close = async () => {
      for (const node of nodes) await node.close();
      await redis.stop();
    };
    return { nodes, close };
  });
});

describe('people who listened together', () => {
  let world: LiveWorld;
  let [mia, tom]: TestAccount[] = [];
  beforeAll(async () => {
    const hub = createLocalHub();
    world = await startLiveWorld(async () => hub.join());
    mia = await makeAccount(world.database, 'mia');
    tom = await makeAccount(world.database, 'tom');
  });
  afterEach(closeSockets);
  afterAll(() => world?.close());
  const as = (who: TestAccount, node: LiveNode) =>
    connectTo(node, { credential: credentialOf(who) });
  const lead = async (jamId: string) => {
    const leader = await as(mia!, world.nodes[0]!);
    const { atMs } = await leader.ask('enter', { jamId, since: 0 });
    await leader.ask('transport', { jamId, ...together, atMs, isHosted: true });
    return leader;
  };

  it('find the music again soon, and a free room later', async () => {
    const jamId = await makeRoom(world.database, 'mia');
    const leader = await lead(jamId);
    leader.socket.disconnect();
    await eventually(async () => {
      const { count } = await (await as(tom!, world.nodes[1]!)).ask('enter', { jamId, since: 0 });
      expect(count).toBe(1);
    });
    goOn(50_000);
    const back = await as(mia!, world.nodes[1]!);
    const again = await back.ask('enter', { jamId, since: 0, isTogether: true });
    expect(again.transport).toMatchObject({ mode: 'together', host: 'mia' });
    // Since they are back the time begins anew, once they stop.
    goOn(100_000);
    const stops = { jamId, activity: 'here', isTogether: false };
    expect(await back.ask('activity', stops)).toEqual({ ok: true });
    goOn(155_000);
    const enter = async () => (await as(tom!, world.nodes[0]!)).ask('enter', { jamId, since: 0 });
    expect((await enter()).transport).toMatchObject({ mode: 'together' });
    goOn(165_000);
    expect((await enter()).transport).toMatchObject({ mode: 'free', isPlaying: false });
  });

  it('are not free while one of them is there, and tell whoever stayed when none is', async () => {
    const jamId = await makeRoom(world.database, 'mia');
    const leader = await lead(jamId);
    const bystander = await as(tom!, world.nodes[1]!);
    await bystander.ask('enter', { jamId, since: 0 });
    for (const ms of [40_000, 80_000, 120_000]) {
      goOn(ms);
      // The node of the leader says so at its looks, and before anybody enters by it.
      const other = await as(tom!, world.nodes[0]!);
      const entered = await other.ask('enter', { jamId, since: 0 });
      expect(entered.transport).toMatchObject({ mode: 'together' });
      other.socket.disconnect();
    }
    leader.socket.disconnect();
    await eventually(() => expect(bystander.news.presence.at(-1)?.count).toBe(1));
    goOn(181_000);
    await eventually(() =>
      expect(bystander.news.transport.at(-1)?.transport).toMatchObject({
        ...{ mode: 'free', host: null },
      }),
    );
  });
});
