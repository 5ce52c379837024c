import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { KnobTurns } from '../../../src/data/contract/live.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { codeRow } from '../../kernel/codes.ts';
import { openRedisFanOut } from '../../ports/fanOut/redis.ts';
import { createPresence } from '../../ports/fanOut/rooms.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { hasRedis, startRedis, type TestRedis } from '../../testing/redis.ts';
import {
  closeSockets,
  connectTo,
  credentialOf,
  happen,
  type LiveNode,
  type LiveWorld,
  makeRoom,
  startLiveWorld,
  startLocalWorld,
} from '../../testing/sockets.ts';

const MINUTE_MS = 60_000;

function suite(startWorld: () => Promise<LiveWorld>): void {
  let world: LiveWorld;
  let [one, two]: LiveNode[] = [];
  let [mia, tom]: TestAccount[] = [];
  beforeAll(async () => {
    world = await startWorld();
    [one, two] = world.nodes;
    mia = await makeAccount(world.database, 'mia');
    tom = await makeAccount(world.database, 'tom');
  });
  afterEach(closeSockets);
  afterAll(() => world?.close());

  const as = (who: TestAccount, node: LiveNode) =>
    connectTo(node, { credential: credentialOf(who) });
  const room = (access?: 'public' | 'link' | 'private') => makeRoom(world.database, 'mia', access);
  const enter = { since: 0 };
  const join = (jamId: string) =>
    world.database.queries
      .insertInto('members')
      .values({ jamId, userId: 'tom', role: 'member', since: 1, isRemoved: false })
      .execute();

  it('refuses a credential that is none, a code that is none, and pages of others', async () => {
    const wrong = 'a'.repeat(32);
    await expect(connectTo(one!, { credential: `${wrong}:${wrong}` })).rejects.toMatchObject({
      data: { code: 'unauthorised' },
    });
    await expect(connectTo(one!, { code: 'ABCD-EFGH-JKLM' })).rejects.toMatchObject({
      data: { code: 'unauthorised' },
    });
    await expect(connectTo(one!, { more: 1 })).rejects.toMatchObject({
      data: { code: 'bad_request' },
    });
    await expect(connectTo(one!, {}, { origin: 'https://evil.example' })).rejects.toThrow();
    await connectTo(one!, {}, { origin: one!.url });
  });

  it('answers ordinary requests to its path as any other address', async () => {
    const answer = await fetch(`${one!.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
  });

  it('lets in whoever may read, and nobody else', async () => {
    const [open, closed] = [await room(), await room('private')];
    const [visitor, stranger, owner] = [
      await connectTo(one!),
      await as(tom!, one!),
      await as(mia!, two!),
    ];
    for (const who of [visitor, stranger, owner]) {
      expect(await who.ask('enter', { jamId: open, ...enter })).toMatchObject({
        ok: true,
        last: 0,
      });
    }
    for (const who of [visitor, stranger]) {
      const refused = { ok: false, code: 'not_found' };
      expect(await who.ask('enter', { jamId: closed, ...enter })).toMatchObject(refused);
    }
    expect(await owner.ask('enter', { jamId: closed, ...enter })).toMatchObject({ ok: true });
    await happen(world, closed, one!.announcer);
    await owner.told('events');
    expect([visitor.news.events, stranger.news.events]).toEqual([[], []]);
  });

  it('announces on every node, in order, and answers the newest number', async () => {
    const jamId = await room();
    const [near, far] = [await as(mia!, one!), await as(tom!, two!)];
    await happen(world, jamId, one!.announcer);
    expect(await near.ask('enter', { jamId, ...enter })).toMatchObject({ last: 1 });
    await far.ask('enter', { jamId, ...enter });
    for (let more = 0; more < 5; more++) await happen(world, jamId, one!.announcer);
    for (const { news, told } of [near, far]) {
      await told('events', 5);
      const numbers = news.events.flatMap(({ events }) =>
        events.map((e: { number: number }) => e.number),
      );
      expect(numbers).toEqual([2, 3, 4, 5, 6]);
    }
    await near.ask('leave', { jamId });
    await happen(world, jamId, two!.announcer);
    await far.told('events', 6);
    expect(near.news.events).toHaveLength(5);
  });

  it('knows each person once, by their most active window, on every node', async () => {
    const jamId = await room();
    const [first, second, other] = [
      await as(mia!, one!),
      await as(mia!, two!),
      await as(tom!, two!),
    ];
    await first.ask('enter', { jamId, ...enter, activity: 'recording' });
    await second.ask('enter', { jamId, ...enter, activity: 'listening' });
    const answer = await other.ask('enter', { jamId, ...enter });
    expect(answer.here.map(({ user }: { user: string }) => user).sort()).toEqual(['mia', 'tom']);
    const known = () => {
      const people = new Map<string, string>();
      for (const one of answer.here) people.set(one.user, one.activity);
      for (const { isWhole, here, gone } of other.news.presence) {
        if (isWhole) people.clear();
        for (const one of here) people.set(one.user, one.activity);
        for (const user of gone) people.delete(user);
      }
      return Object.fromEntries(people);
    };
    await expect.poll(() => known()).toEqual({ mia: 'recording', tom: 'here' });
    await first.ask('activity', { jamId, activity: 'here' });
    await expect.poll(() => known()).toEqual({ mia: 'listening', tom: 'here' });
    const presence = createPresence(one!.fanOut);
    await expect
      .poll(async () => (await presence.inRooms([jamId, 'nowhere'])).get(jamId))
      .toEqual({ users: ['mia', 'tom'], count: 2, isBeingAnswered: false });
    for (const { socket } of [first, second]) socket.disconnect();
    await expect.poll(() => known()).toEqual({ tom: 'here' });
    expect(other.news.presence.at(-1).count).toBe(1);
  });

  it('calls people as they are called now, on every node, as soon as that changes', async () => {
    const jamId = await room();
    const oda = await makeAccount(world.database, newId().slice(0, 12));
    const [watcher, renamed] = [await as(mia!, one!), await as(oda, two!)];
    for (const who of [watcher, renamed]) await who.ask('enter', { jamId, ...enter });
    const headers = { ...oda.headers, 'content-type': 'application/json' };
    const body = JSON.stringify({ bio: '', externalLinks: {}, displayName: 'Oda by night' });
    await fetch(`${one!.url}/api/accounts/profile`, { method: 'POST', headers, body });
    const isOda = ({ user }: { user: string }) => user === oda.userId;
    const names = () => watcher.news.presence.flatMap(({ here }) => here.filter(isOda));
    await expect.poll(() => names().at(-1)?.displayName).toBe('Oda by night');
  });

  it('passes touches on in bundles, and drops what is too much', async () => {
    const jamId = await room();
    const [toucher, watcher] = [await as(mia!, one!), await as(tom!, two!)];
    const visitor = await connectTo(one!);
    for (const who of [toucher, watcher, visitor]) await who.ask('enter', { jamId, ...enter });
    const touch = { jamId, rifffId: newId(), slot: 3, turn: 0.5, depth: 1 };
    expect(await visitor.ask('touch', touch)).toMatchObject({ code: 'unauthorised' });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => toucher.ask('touch', { ...touch, turn: at / 100 })),
    );
    expect(answers.some(({ code }) => code === 'too_many_requests')).toBe(true);
    await watcher.told('touches');
    const [bundle] = watcher.news.touches;
    expect(bundle.touches).toHaveLength(1);
    expect(bundle.touches[0]).toMatchObject({ user: 'mia', slot: 3 });
  });

  it('knocks once a minute, whichever node one is connected to', async () => {
    const jamId = await room();
    await join(jamId);
    const [here, there, member] = [
      await as(tom!, one!),
      await as(tom!, two!),
      await as(mia!, two!),
    ];
    for (const who of [here, there, member]) await who.ask('enter', { jamId, ...enter });
    expect(await here.ask('knock', { jamId })).toEqual({ ok: true });
    expect(await there.ask('knock', { jamId })).toMatchObject({ code: 'too_many_requests' });
    await member.told('knock');
    expect(member.news.knock).toEqual([{ jamId, user: 'tom', displayName: 'tom' }]);
  });

  it('keeps one transport for all, which its host leads', async () => {
    const jamId = await room();
    const [owner, guest] = [await as(mia!, one!), await as(tom!, two!)];
    for (const who of [owner, guest]) await who.ask('enter', { jamId, ...enter });
    const { atMs } = await owner.ask('probe', { jamId, sentMs: 5 });
    const change = { mode: 'together', rifffId: null, isPlaying: true, atMs, phaseSec: 0 };
    const move = (who: typeof owner, isHosted = false) =>
      who.ask('transport', { jamId, ...change, isHosted });
    expect(await move(guest)).toMatchObject({ code: 'forbidden' });
    await join(jamId);
    expect(await move(guest, true)).toMatchObject({ ok: true, transport: { host: 'tom' } });
    await owner.told('transport');
    const [first] = owner.news.transport;
    // The owner may always take it.
    const taken = await move(owner, true);
    expect(taken.transport.version).toBeGreaterThan(first.transport.version);
    expect(await move(guest)).toMatchObject({ code: 'conflict' });
    const far = { ...change, atMs: atMs - 10 * MINUTE_MS, isHosted: true };
    expect(await owner.ask('transport', { jamId, ...far })).toMatchObject({ code: 'bad_request' });
    owner.socket.disconnect();
    await guest.told('presence');
    await eventually(async () => expect(await move(guest)).toMatchObject({ ok: true }));
    const late = await as(mia!, one!);
    const answer = await late.ask('enter', { jamId, ...enter });
    expect(answer.transport).toMatchObject({ mode: 'together', host: null, isPlaying: true });
  });

  it('orders a stage by members or its code, and one that comes later as well', async () => {
    const [jamId, other] = [await room('private'), await room()];
    const about = { code: 'ABCDEFGHJKLM', target: jamId, createdBy: 'mia', created: 1 };
    await world.database.queries
      .insertInto('codes')
      .values(codeRow({ kind: 'stage', ...about }))
      .execute();
    const [stage, owner] = [
      await connectTo(two!, { code: 'abcd-efgh-jklm' }),
      await as(mia!, one!),
    ];
    for (const who of [stage, owner]) {
      expect(await who.ask('enter', { jamId, ...enter })).toMatchObject({ ok: true });
    }
    expect(await stage.ask('enter', { jamId: other, ...enter })).toMatchObject({
      code: 'not_found',
    });
    for (const [request, body] of [
      ['knock', {}],
      ['touch', { rifffId: 'a', slot: 0, turn: 0, depth: 0 }],
    ] as const) {
      expect(await stage.ask(request, { jamId, ...body })).toMatchObject({ code: 'unauthorised' });
    }
    expect(await owner.ask('order', { jamId, look: 'light', isFrozen: true })).toEqual({
      ok: true,
    });
    await stage.told('order');
    expect(stage.news.order).toEqual([{ jamId, order: { look: 'light', isFrozen: true } }]);
    // The remote has the same code; what was said before is told to those who come.
    expect(await stage.ask('order', { jamId, look: 'paper' })).toEqual({ ok: true });
    // Each knob stands where it was turned to last.
    for (const knobs of [
      [0.5, 1],
      [null, 0.25],
    ]) {
      expect(await owner.ask('order', { jamId, knobs })).toEqual({ ok: true });
    }
    const late = await connectTo(one!, { code: 'ABCDEFGHJKLM' });
    await late.ask('enter', { jamId, ...enter });
    await late.told('order');
    const knobs = [0.5, 0.25, ...new Array(6).fill(null)];
    const [{ turns, ...told }] = late.news.order as [{ turns: KnobTurns }];
    expect(told).toEqual({ jamId, order: { look: 'paper', isFrozen: true, knobs } });
    // The moves come along, each with its time by the clock of the room.
    expect(turns).toEqual({
      start: [],
      moves: [
        { atMs: expect.any(Number), knobs: [0.5, 1] },
        { atMs: expect.any(Number), knobs: [null, 0.25] },
      ],
    });
    expect(turns.moves.map(({ atMs, knobs: turned }) => ({ atMs, knobs: turned }))).toEqual(
      stage.news.order.slice(-2).map(({ order }) => ({ atMs: order.atMs, knobs: order.knobs })),
    );
    const visitor = await connectTo(one!);
    await visitor.ask('enter', { jamId: other, ...enter });
    expect(await visitor.ask('order', { jamId: other, look: 'print' })).toMatchObject({
      code: 'forbidden',
    });
    // Taken back, told by the event that goes with it.
    await world.database.queries.deleteFrom('codes').where('target', '=', jamId).execute();
    await happen(world, jamId, one!.announcer, { kind: 'jam', ref: jamId });
    await stage.told('out');
    expect(owner.news.out).toEqual([]);
  });

  it('takes the time of a knob from a page that knows the clock, and none that lies', async () => {
    const jamId = await room();
    const owner = await as(mia!, one!);
    const { atMs } = await owner.ask('enter', { jamId, ...enter });
    const turn = (offMs: number) =>
      owner.ask('order', { jamId, knobs: [0.12345], atMs: atMs + offMs });
    expect(await turn(-3000)).toEqual({ ok: true });
    await owner.told('order');
    const order = { knobs: [0.123], atMs: Math.round(atMs - 3000) };
    expect(owner.news.order).toEqual([{ jamId, order }]);
    for (const offMs of [-60_000, 3_600_000, -atMs]) {
      expect(await turn(offMs)).toMatchObject({
        code: 'bad_request',
        message: 'The clock of the room is another one',
      });
    }
    // A time without knobs says nothing.
    expect(await owner.ask('order', { jamId, isFrozen: true, atMs: 0 })).toEqual({ ok: true });
    await owner.told('order', 2);
    expect(owner.news.order[1]).toEqual({ jamId, order: { isFrozen: true } });
  });

  it('orders no look that the room cannot show', async () => {
    const [jamId, other] = [await room(), await room()];
    const owner = await as(mia!, one!);
    await owner.ask('enter', { jamId, ...enter });
    const place = { document: null, userId: '', position: 0 };
    for (const [id, lookKey] of [
      [jamId, 'own-look'],
      [other, 'other-look'],
    ] as const) {
      await world.database.queries
        .insertInto('roomLooks')
        .values({ jamId: id, lookKey, ...place })
        .execute();
    }
    expect(await owner.ask('order', { jamId, look: 'own-look' })).toEqual({ ok: true });
    expect(await owner.ask('order', { jamId, look: 'rose' })).toEqual({ ok: true });
    expect(await owner.ask('order', { jamId, look: 'other-look' })).toMatchObject({
      code: 'not_found',
      message: 'The room has no such look',
    });
    await owner.told('order', 2);
    expect(owner.news.order.map(({ order }) => order.look)).toEqual(['own-look', 'rose']);
  });

  describe('puts out at once', () => {
    it('whoever was removed, in every window', async () => {
      const jamId = await room();
      const windows = [await as(tom!, one!), await as(tom!, two!)];
      const owner = await as(mia!, one!);
      for (const who of [...windows, owner]) await who.ask('enter', { jamId, ...enter });
      two!.announcer.out(jamId, 'tom', 'removed');
      for (const who of windows) {
        await who.told('out');
        expect(who.news.out).toEqual([{ jamId, reason: 'removed' }]);
      }
      await happen(world, jamId, one!.announcer);
      await owner.told('events');
      expect(windows.flatMap(({ news }) => news.events)).toEqual([]);
      expect(owner.news.out).toEqual([]);
    });

    it('whoever may not read any more once a jam closes', async () => {
      const jamId = await room();
      const [visitor, stranger, owner] = [
        await connectTo(two!),
        await as(tom!, one!),
        await as(mia!, two!),
      ];
      for (const who of [visitor, stranger, owner]) await who.ask('enter', { jamId, ...enter });
      await world.database.queries
        .updateTable('jams')
        .set({ access: 'private' })
        .where('id', '=', jamId)
        .execute();
      await happen(world, jamId, one!.announcer, { kind: 'jam', ref: jamId });
      for (const who of [visitor, stranger]) {
        await who.told('out');
        expect(who.news.out).toEqual([{ jamId, reason: 'closed' }]);
      }
      expect(owner.news.out).toEqual([]);
    });

    it('whoever signs out, by the call itself', async () => {
      const eva = await makeAccount(world.database, `eva${newId().slice(-6)}`);
      const jamId = await room();
      const socket = await as(eva, two!);
      await socket.ask('enter', { jamId, ...enter });
      const answer = await one!.app.inject({
        method: 'POST',
        url: '/api/auth/logout',
        headers: eva.headers,
      });
      expect(answer.statusCode).toBe(200);
      await socket.told('out');
      expect(socket.news.out).toEqual([{ jamId, reason: 'signed-out' }]);
      await expect.poll(() => socket.socket.connected).toBe(false);
      await expect(as(eva, one!)).rejects.toMatchObject({ data: { code: 'unauthorised' } });
    });

    it('whoever is suspended', async () => {
      const eva = await makeAccount(world.database, `eva${newId().slice(-6)}`);
      const jamId = await room();
      const socket = await as(eva, two!);
      await socket.ask('enter', { jamId, ...enter });
      const suspension = { userId: eva.userId, reason: 'rude', since: 1, until: null };
      await world.database.queries.insertInto('suspensions').values(suspension).execute();
      one!.announcer.recheck(eva.userId);
      await socket.told('out');
      await expect(as(eva, one!)).rejects.toMatchObject({ data: { code: 'forbidden' } });
    });
  });

  it('refuses what is not valid, too large or too much, and goes on', async () => {
    const jamId = await room();
    const socket = await as(mia!, one!);
    for (const bad of [null, 3, {}, { jamId }, { jamId, since: -1 }, { jamId, since: 0, x: 1 }]) {
      const answer = await socket.ask('enter', bad as object);
      expect(answer.code).toMatch(/^(bad_request|too_many_requests)$/);
    }
    expect(await socket.ask('touch', { jamId })).toMatchObject({ code: 'bad_request' });
    const answer = await socket.ask('activity', { jamId, activity: 'here' });
    expect(answer).toMatchObject({ ok: false, code: 'not_found' });
    socket.socket.emit('probe', { jamId: 'x'.repeat(20_000), sentMs: 1 });
    await expect.poll(() => socket.socket.connected).toBe(false);
    await as(mia!, one!);
  });

  it('finds what a node that died never told', async () => {
    const jamId = await room();
    const socket = await as(mia!, two!);
    await socket.ask('enter', { jamId, ...enter });
    await happen(world, jamId);
    await happen(world, jamId);
    // A round that comes between the two finds them one after the other.
    const last = () => socket.news.events.at(-1)?.events.at(-1)?.number;
    await expect.poll(last).toBe(2);
  });

  it('ends in order while people are there, and they may come back to another node', async () => {
    const jamId = await room();
    const third = await world.addNode();
    const socket = await as(mia!, third);
    const reasons: string[] = [];
    socket.socket.on('disconnect', (reason) => reasons.push(reason));
    await socket.ask('enter', { jamId, ...enter });
    await third.app.close();
    await expect.poll(() => reasons).toHaveLength(1);
    // Not the parting after which a client stays away.
    expect(reasons).not.toContain('io server disconnect');
    const again = await as(mia!, one!);
    const answer = await again.ask('enter', { jamId, ...enter });
    expect(answer.count).toBe(1);
  });
}

/** As one runs it: the embedded database within a process, PostgreSQL with Redis between the nodes. */
describeDatabases('sockets', (openEmpty) => {
  let redis: TestRedis | undefined;
  afterAll(() => redis?.stop());
  suite(async () => {
    const database = await openEmpty();
    if (database.kind === 'postgres' && hasRedis()) {
      redis = await startRedis();
      const { url } = redis;
      return startLiveWorld(
        () => openRedisFanOut(url),
        async () => database,
      );
    }
    return startLocalWorld(async () => database);
  });
});
