import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ChannelAccess } from '../../../src/data/contract/clubs.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { createLocalHub } from '../../ports/fanOut/local.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs, dataOf } from '../../testing/calls.ts';
import { storeChannel, storeClub } from '../../testing/clubs.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import {
  closeSockets,
  connectTo,
  credentialOf,
  happen,
  type LiveWorld,
  startLiveWorld,
} from '../../testing/sockets.ts';
import { loopDocument } from '../../testing/sounds.ts';
import { indexJams } from '../searchIndex/indexing.ts';

const ACCESS = ['public', 'members', 'moderators'] as const;
const READERS = ['nobody', 'sam', 'bo', 'mel', 'mo', 'ola'] as const;
/** Sam is outside, Bo is blocked, Mel is a member, Mo a moderator, Ola the owner. */
const PEOPLE = { ola: 'owner', mo: 'moderator', mel: 'member', bo: 'blocked' } as const;
type ReaderName = (typeof READERS)[number];

describeDatabases('channels', (open, { itOnce }) => {
  let world: LiveWorld;
  let clubId = '';
  const accounts = new Map<ReaderName, TestAccount>();
  const channels = new Map<ChannelAccess, Stock>();
  /** What makes each node look for what it was not told. */
  const looks: (() => void)[] = [];

  interface Stock {
    readonly id: string;
    readonly rifffId: string;
    readonly trackId: string;
    /** Addresses of the sound of a loop in it, and of a track. */
    readonly loop: string;
    readonly track: string;
  }

  /** A channel with a rifff of an uploaded loop, a track and a message, all of Ola's. */
  async function stock(channelAccess: ChannelAccess): Promise<Stock> {
    const { queries } = world.database;
    const id = await storeChannel(queries, { clubId, ownerId: 'ola' }, channelAccess);
    const { hash, size } = await world.blobs.put(Buffer.from(`sound of ${id}`));
    const [loopId, loopKey, trackKey, trackId] = [newId(), newId(), newId(), newId()];
    const file = { hash, size, mime: 'audio/ogg', userId: 'ola' };
    await queries
      .insertInto('loops')
      .values({
        ...{ id: loopId, creatorId: 'ola', created: 1, category: 'drums', packId: null },
        ...{ nameFolded: '', isLibrary: false, origin: 'upload', approval: 'approved' },
        ...{ isRemoved: false, digest: null, doc: JSON.stringify(loopDocument({ _id: loopId })) },
      })
      .execute();
    await queries
      .insertInto('media')
      .values({ ...file, key: loopKey, loopId })
      .execute();
    await queries
      .insertInto('tracks')
      .values({
        ...{ ...file, id: trackId, jamId: id, key: trackKey, isPinned: false, name: 'Take' },
        ...{ created: Date.now(), digest: '', durationSec: 1, peaks: '' },
      })
      .execute();
    const rifff = postable([]);
    rifff.state.playback[0] = { slot: { current: { currentLoop: loopId } } };
    expect(await status('POST', 'ola', `/jam/${id}/rifffs`, { rifff })).toBe(200);
    await indexJams(queries, [id]);
    return {
      id,
      rifffId: rifff._id,
      trackId,
      loop: `/media/${loopKey}`,
      track: `/media/${trackKey}`,
    };
  }

  beforeAll(async () => {
    const database = await open();
    const hub = createLocalHub();
    const join = async () => ({ ...hub.join(), onGap: (look: () => void) => looks.push(look) });
    world = await startLiveWorld(join as never, async () => database);
    for (const name of READERS.slice(1)) accounts.set(name, await makeAccount(database, name));
    clubId = await storeClub(database.queries, PEOPLE);
    for (const access of ACCESS) channels.set(access, await stock(access));
  });
  afterEach(closeSockets);
  afterAll(() => world?.close());

  const who = (name: ReaderName) => accounts.get(name) ?? null;
  const send = (...call: Parameters<ReturnType<typeof callsAs>>) =>
    callsAs({ app: world.nodes[0]!.app })(...call);
  const status = async (
    method: 'GET' | 'POST' | 'DELETE',
    name: ReaderName,
    url: string,
    body?: object,
  ) => (await send(method, url, who(name), body)).status;
  const heard = async (name: ReaderName, url: string) =>
    (await world.nodes[0]!.app.inject({ url, headers: { ...who(name)?.headers } })).statusCode;
  const enters = async (name: ReaderName, jamId: string) => {
    const account = who(name);
    const socket = await connectTo(
      world.nodes[0]!,
      account ? { credential: credentialOf(account) } : {},
    );
    const { ok } = await socket.ask('enter', { jamId, since: 0 });
    socket.socket.disconnect();
    return ok as boolean;
  };
  /** Ids of what a call lists. */
  const listed = async (name: ReaderName, url: string, ids: (data: never) => unknown[]) => {
    const { status: code, body } = await send('GET', url, who(name));
    return code === 200 ? ids(body.data as never) : code;
  };
  const setClub = (closes: number | null) =>
    world.database.queries.updateTable('clubs').set({ closes }).where('id', '=', clubId).execute();

  /** What a caller meets in a channel: each call by its status. */
  async function meets(name: ReaderName, { id, rifffId, loop, track }: Stock) {
    const reading = ['', '/rifffs', `/rifffs/${rifffId}`, '/tree', '/events?since=0', '/members'];
    const [message, rifff] = [{ id: newId(), message: 'Hello' }, postable([1])];
    const answers = {
      reads: [
        ...new Set(
          await Promise.all(
            [...reading, '/tracks', '/feed'].map((part) =>
              status('GET', name, `/jam/${id}${part}`),
            ),
          ),
        ),
      ],
      hears: [...new Set(await Promise.all([loop, track].map((url) => heard(name, url))))],
      enters: await enters(name, id),
      answers: await status('POST', name, `/jam/${id}/rifffs`, { rifff }),
      talks: await status('POST', name, `/jam/${id}/messages`, message),
      joins: await status('POST', name, `/jam/${id}/join`, {}),
      orders: await status('POST', name, `/jam/${id}`, { barLength: 12 }),
    };
    return answers;
  }

  /** The same by the role of the caller: in the table of who may what. */
  function should(name: ReaderName, access: ChannelAccess, isClosing: boolean) {
    const isKeeper = name === 'ola' || name === 'mo';
    const isIn = isKeeper || (name === 'mel' && access !== 'moderators');
    const mayRead = isIn || (access === 'public' && !isClosing);
    const [reading, guest] = [mayRead ? 200 : 404, name === 'nobody'];
    const writing = guest ? 401 : !mayRead ? 404 : isIn && !isClosing ? 200 : 403;
    return {
      reads: [reading],
      // Sound of their own is theirs wherever it stands.
      hears: [name === 'ola' ? 200 : reading],
      enters: mayRead,
      answers: writing,
      talks: writing,
      joins: guest ? 401 : !mayRead ? 404 : isIn ? 200 : 403,
      orders: guest ? 401 : !mayRead ? 404 : isKeeper && !isClosing ? 200 : 403,
    };
  }

  for (const isClosing of [false, true]) {
    itOnce(
      `are read and played in by whom their club says${isClosing ? ', by its people alone while it closes' : ''}`,
      async () => {
        await setClub(isClosing ? Date.now() + 60_000 : null);
        for (const name of READERS) {
          const [met, expected] = [new Map<string, object>(), new Map<string, object>()];
          for (const access of ACCESS) {
            met.set(access, await meets(name, channels.get(access)!));
            expected.set(access, should(name, access, isClosing));
          }
          expect([name, met]).toEqual([name, expected]);
        }
      },
    );

    it(`are listed and found by whoever reads them${isClosing ? ' while their club closes' : ''}`, async () => {
      await setClub(isClosing ? Date.now() + 60_000 : null);
      const named = (jams: { id: string }[]) =>
        ACCESS.filter((access) => jams.some(({ id }) => id === channels.get(access)!.id));
      const tracksOf = ({ tracks }: { tracks: { jamId: string }[] }) =>
        named(tracks.map(({ jamId }) => ({ id: jamId })));
      for (const name of READERS) {
        const reads = ACCESS.filter((access) => should(name, access, isClosing).enters);
        const isIn = name === 'mel' || name === 'mo' || name === 'ola';
        const found = {
          lobby: await listed(name, '/jam/lobby', ({ jams }: never) => named(jams)),
          search: await listed(name, '/search?q=channel&kind=jams', ({ jams }: never) =>
            named((jams as { results: [] }).results),
          ),
          own: await listed(name, '/jam/my-jams', ({ jams }: never) => named(jams)),
          tracks: await listed(name, `/clubs/${clubId}/tracks`, tracksOf as never),
        };
        expect([name, found]).toEqual([
          name,
          {
            lobby: isClosing ? [] : ['public'],
            search: reads,
            own: name === 'nobody' ? 401 : isIn ? reads : [],
            tracks: isIn ? reads : 404,
          },
        ]);
      }
    });
  }

  const at = (access: ChannelAccess, part = '') => `/jam/${channels.get(access)!.id}${part}`;

  it('are kept in order by the owner and the moderators of the club, and by nobody else', async () => {
    await setClub(null);
    const { rifffId, trackId } = channels.get('members')!;
    const said = await dataOf(
      send('POST', at('members', '/messages'), who('ola'), { message: 'Hi' }),
    );
    const parts = [`/rifffs/${rifffId}`, `/feed/${said.id}`, `/tracks/${trackId}`];
    for (const part of parts) {
      expect(await status('DELETE', 'mel', at('members', part))).toBe(403);
      await setClub(Date.now() + 60_000);
      expect(await status('DELETE', 'mo', at('members', part))).toBe(403);
      await setClub(null);
      expect(await status('DELETE', 'mo', at('members', part))).toBe(200);
    }
    const { queries } = world.database;
    expect(await queries.selectFrom('audit').selectAll().execute()).toEqual([]);
    const jam = await dataOf(send('GET', at('members'), who('mo')));
    expect(jam).toMatchObject({ role: 'moderator', memberCount: 3, mayAnswer: true });
    expect(jam.club).toEqual({
      ...{ id: clubId, name: 'Night shift', isOpen: false, heardBy: 'members', closes: null },
    });
    expect(await dataOf(send('GET', at('moderators'), who('mo')))).toMatchObject({
      memberCount: 2,
    });
    const { members } = await dataOf(send('GET', at('members', '/members'), who('mel')));
    expect(members.map((one: { userId: string; role: string }) => [one.userId, one.role])).toEqual(
      [...Object.entries(PEOPLE)].slice(0, 3),
    );
  });

  it('leave who comes and goes, and what they are called, to their club', async () => {
    await setClub(null);
    const refused = [
      ['mel', 'DELETE', '/join'],
      ['mo', 'DELETE', '/members/mel'],
      ['ola', 'POST', '/codes'],
      ['sam', 'POST', '/join'],
    ] as const;
    for (const [name, method, part] of refused) {
      const { status: code, body } = await send(
        ...[method, at('public', part), who(name), method === 'POST' ? {} : undefined],
      );
      expect([part, code, body.message]).toEqual([
        ...[part, 403, expect.stringContaining('the club Night shift')],
      ]);
    }
    for (const change of [{ name: 'Mine' }, { access: 'public' }, { description: '' }]) {
      expect(await status('POST', 'ola', at('members'), change)).toBe(400);
    }
    const guests = { guests: { mayAnswer: true, mayChat: true } };
    expect(await status('POST', 'ola', at('members'), guests)).toBe(400);
  });

  it('are heard by their stages until their club closes', async () => {
    await setClub(null);
    const { code } = await dataOf(
      send('POST', at('members', '/codes'), who('mo'), { purpose: 'stage' }),
    );
    const stage = await connectTo(world.nodes[1]!, { code });
    const jamId = channels.get('members')!.id;
    expect(await stage.ask('enter', { jamId, since: 0 })).toMatchObject({ ok: true });
    const read = () =>
      world.nodes[0]!.app.inject({
        url: `/api${at('members')}`,
        headers: { 'x-rondo-stage': code },
      });
    expect((await read()).statusCode).toBe(200);
    await setClub(Date.now() + 60_000);
    expect((await read()).statusCode).toBe(404);
    for (const look of looks) look();
    await stage.told('out');
    await setClub(null);
  });

  it('hear nothing more of somebody who is blocked while they are there', async () => {
    await setClub(null);
    const { queries } = world.database;
    const mia = await makeAccount(world.database, 'mia');
    const row = { clubId, userId: 'mia', role: 'member', since: 9, isBlocked: false } as const;
    await queries.insertInto('clubMembers').values(row).execute();
    const { id: jamId, loop, track } = channels.get('members')!;
    const [blocked, stays] = [
      await connectTo(world.nodes[0]!, { credential: credentialOf(mia) }),
      await connectTo(world.nodes[1]!, { credential: credentialOf(who('mel')!) }),
    ];
    for (const one of [blocked, stays]) {
      expect(await one.ask('enter', { jamId, since: 0 })).toMatchObject({ ok: true });
    }
    await dataOf(send('POST', `/clubs/${clubId}/blocked/mia`, who('mo'), {}));
    await blocked.told('out');
    expect(blocked.news.out).toEqual([{ jamId, reason: 'removed' }]);
    await happen(world, jamId, world.nodes[0]!.announcer);
    await stays.told('events');
    expect(blocked.news.events).toEqual([]);
    const media = { headers: mia.headers };
    for (const url of [loop, track, `/api/jam/${jamId}/events?since=0`]) {
      expect((await world.nodes[0]!.app.inject({ url, ...media })).statusCode).toBe(404);
    }
    expect(await blocked.ask('enter', { jamId, since: 0 })).toMatchObject({ ok: false });
  });

  it('put out whom nobody told of it: no member any more, or no moderator', async () => {
    await setClub(null);
    const { queries } = world.database;
    const [members, moderators] = [channels.get('members')!.id, channels.get('moderators')!.id];
    const set = (role: 'moderator' | 'member', isBlocked: boolean) =>
      queries
        .updateTable('clubMembers')
        .set({ role, isBlocked })
        .where('userId', '=', 'mo')
        .execute();
    const socket = await connectTo(world.nodes[0]!, { credential: credentialOf(who('mo')!) });
    for (const jamId of [members, moderators]) await socket.ask('enter', { jamId, since: 0 });
    await set('member', false);
    for (const look of looks) look();
    await socket.told('out');
    expect(socket.news.out).toEqual([{ jamId: moderators, reason: 'closed' }]);
    await set('member', true);
    for (const look of looks) look();
    await socket.told('out', 2);
    expect(socket.news.out.at(-1)).toEqual({ jamId: members, reason: 'closed' });
    await set('moderator', false);
  });

  it('tell whoever keeps order there of a knock, where none of them hears it', async () => {
    await setClub(null);
    const { queries } = world.database;
    const jamId = channels.get('public')!.id;
    const told = async () =>
      (await queries.selectFrom('notices').select('userId').where('kind', '=', 'knock').execute())
        .map(({ userId }) => userId)
        .sort();
    const another = await makeAccount(world.database, 'kim');
    const row = { clubId, userId: 'kim', role: 'member', since: 9, isBlocked: false } as const;
    await queries.insertInto('clubMembers').values(row).execute();
    const [sam, kim, mel, mo] = [
      await connectTo(world.nodes[0]!, { credential: credentialOf(who('sam')!) }),
      await connectTo(world.nodes[0]!, { credential: credentialOf(another) }),
      await connectTo(world.nodes[0]!, { credential: credentialOf(who('mel')!) }),
      await connectTo(world.nodes[0]!, { credential: credentialOf(who('mo')!) }),
    ];
    for (const one of [sam, kim, mel, mo]) await one.ask('enter', { jamId, since: 0 });
    expect(await mel.ask('knock', { jamId })).toEqual({ ok: true });
    expect(await told()).toEqual([]);
    await mo.ask('leave', { jamId });
    expect(await sam.ask('knock', { jamId })).toMatchObject({ code: 'forbidden' });
    expect(await kim.ask('knock', { jamId })).toEqual({ ok: true });
    expect(await told()).toEqual(['mo', 'ola']);
    await queries.deleteFrom('clubMembers').where('userId', '=', 'kim').execute();
  });

  it('list the tracks of one moment on one page', async () => {
    await setClub(null);
    const { queries } = world.database;
    const { id: jamId } = channels.get('public')!;
    const rows = Array.from({ length: 3 }, (_, at) => ({
      ...{ id: `tied${at}`, userId: 'ola', jamId, isPinned: false, name: 'Tie', created: 5 },
      ...{ digest: '', key: `tied${at}`, hash: 'h', size: 1, mime: 'audio/ogg', durationSec: 1 },
      peaks: '',
    }));
    await queries.insertInto('tracks').values(rows).execute();
    const page = await dataOf(
      send('GET', `/clubs/${clubId}/tracks?pageSize=1&fromCreatedTime=6`, who('mel')),
    );
    expect(page.tracks.map(({ id }: { id: string }) => id)).toEqual(['tied2', 'tied1', 'tied0']);
    const next = `/clubs/${clubId}/tracks?pageSize=1&fromCreatedTime=5`;
    expect(await dataOf(send('GET', next, who('mel')))).toEqual({ tracks: [], isLast: true });
  });
});
