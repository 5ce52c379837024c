import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import { storeCredential } from '../../../src/data/credential.ts';
import { enterRoom, type RoomLink } from '../../../src/data/socket.ts';
import { room } from '../../../src/data/stores/room.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { type Balancer, startBalancer } from '../../testing/balancer.ts';
import {
  closeSockets,
  connectTo,
  credentialOf,
  happen,
  type LiveNode,
  type LiveWorld,
  makeRoom,
  startLocalWorld,
} from '../../testing/sockets.ts';
import { readEvents } from '../jams/events.ts';

describe('the line of a page', () => {
  let world: LiveWorld;
  let mia: TestAccount;
  let line: Balancer;
  let link: RoomLink | undefined;
  beforeAll(async () => {
    world = await startLocalWorld();
    mia = await makeAccount(world.database, 'mia');
    storeCredential(credentialOf(mia));
    line = await startBalancer();
    line.lead(world.nodes[0]!.url);
  });
  afterEach(() => link?.leave());
  afterAll(async () => {
    line?.close();
    storeCredential(null);
    await world?.close();
  });

  const go = async (jamId: string, since = 0) => {
    const heard: JamEvent[] = [];
    link = await enterRoom(
      {
        ...{ jamId, since, origin: line.url },
        readPage: async (id, after) => {
          if (line.isCut()) throw new Error('cut');
          const events = await readEvents(world.database.queries, id, after, 3);
          const { lastEvent } = await world.database.queries
            .selectFrom('jams')
            .select('lastEvent')
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          return { events, last: lastEvent };
        },
      },
      { events: (events) => heard.push(...events) },
    );
    return heard;
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

  it('loses and doubles nothing through cuts, a server that ends, and other nodes', async () => {
    const jamId = await makeRoom(world.database, 'mia');
    for (let at = 0; at < 4; at++) await happen(world, jamId);
    const heard = await go(jamId);
    await expect.poll(() => room.line).toBe('on');
    const [one, two] = world.nodes;
    const tell = async (count: number) => {
      // Every other one by a node that says nothing of it.
      for (let at = 0; at < count; at++) {
        await happen(world, jamId, at % 2 ? one!.announcer : undefined);
      }
      await happen(world, jamId, two!.announcer);
    };
    await tell(5);
    line.cut();
    await expect.poll(() => room.line).toBe('away');
    await tell(20);
    line.lead(two!.url);
    await expect.poll(() => room.line).toBe('on');
    await tell(5);
    const third = await world.addNode();
    line.cut();
    line.lead(third.url);
    await expect.poll(() => third.app.server.listening && room.line).toBe('on');
    await tell(3);
    const closing = third.app.close();
    await tell(3);
    line.lead(one!.url);
    await closing;
    await tell(2);
    const total = 4 + 6 + 21 + 6 + 4 + 4 + 3;
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(total);
    expect(heard.map(({ number }) => number)).toEqual(upTo(total));
  });

  it('tells an order that is given before the room has been entered', async () => {
    const jamId = await makeRoom(world.database, 'mia');
    await go(jamId);
    expect(room.line).not.toBe('on');
    await link!.order({ look: 'light' });
    expect(room.line).toBe('on');
  });

  it('knows who is there and what is played, and nothing once it is put out', async () => {
    const jamId = await makeRoom(world.database, 'mia');
    await go(jamId);
    await expect.poll(() => room.here.mia?.activity).toBe('here');
    link!.setActivity('recording');
    await expect.poll(() => room.here.mia?.activity).toBe('recording');
    link!.setTogether(true);
    const { register } = world.nodes[0]!.fanOut;
    const notes = () => register.all(`together:${jamId}`);
    await expect.poll(async () => (await notes()).size).toBe(1);
    const { atMs, sentMs } = await link!.probe(12.5);
    expect(sentMs).toBe(12.5);
    const change = { mode: 'together', rifffId: null, isPlaying: true, atMs, phaseSec: 1 } as const;
    const moved = await link!.move({ ...change, isHosted: true });
    expect(room.transport).toEqual(moved);
    await link!.knock();
    await expect(link!.knock()).rejects.toMatchObject({ code: 'too_many_requests' });
    world.nodes[1]!.announcer.out(jamId, 'mia', 'removed');
    await expect.poll(() => room.line).toBe('out');
    expect(room).toMatchObject({ outReason: 'removed', here: {}, transport: null });
  });

  it('says to others that somebody records, also after a cut, and to whoever comes later', async () => {
    const jamId = await makeRoom(world.database, 'mia');
    const tom = { credential: credentialOf(await makeAccount(world.database, 'tom')) };
    const [one, two] = world.nodes as [LiveNode, LiveNode];
    const watcher = await connectTo(two, tom);
    await watcher.ask('enter', { jamId, since: 0 });
    const told = (activity: string, count = 1) =>
      eventually(() => {
        const all = watcher.news.presence
          .filter(({ isWhole }) => !isWhole)
          .flatMap(({ here }) => here);
        const said = all.filter(({ user }: { user: string }) => user === 'mia');
        expect(said.at(-1)).toMatchObject({ activity, answers: 'r1' });
        expect(said.filter((each) => each.activity === activity)).toHaveLength(count);
      });
    await go(jamId);
    await expect.poll(() => room.line).toBe('on');
    link!.setActivity('editing', 'r1');
    await told('editing');
    link!.setActivity('recording', 'r1');
    await told('recording');
    line.cut();
    await expect.poll(() => watcher.news.presence.at(-1)?.gone).toEqual(['mia']);
    line.lead(one.url);
    await told('recording', 2);
    const late = await connectTo(two);
    const { here } = await late.ask('enter', { jamId, since: 0 });
    const mia = here.find(({ user }: { user: string }) => user === 'mia');
    expect(mia).toMatchObject({ activity: 'recording', answers: 'r1' });
    expect(room.here.mia?.activity).toBe('recording');
    // Once it is over, it is editing again.
    link!.setActivity('editing', 'r1');
    await told('editing', 2);
    closeSockets();
  });

  it('is out of a room that it may not hear', async () => {
    const jamId = await makeRoom(world.database, 'somebody', 'private');
    await go(jamId);
    await expect.poll(() => room.line).toBe('out');
  });
});
