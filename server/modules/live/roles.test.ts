import { beforeAll, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { SOCKET_REQUESTS } from '../../../src/data/contract/live.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeOnce } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import {
  connectTo,
  credentialOf,
  happen,
  makeRoom,
  type TestSocket,
  useLocalWorld,
} from '../../testing/sockets.ts';

const ROLES = ['visitor', 'outsider', 'removed', 'guest', 'member', 'owner', 'stage'] as const;
type Role = (typeof ROLES)[number];
/** What the owner lets guests do. */
type Guests = { readonly mayAnswer: boolean; readonly mayChat: boolean };
/** Who may: everybody, people who are signed in, those who take part in one way or the other, the owner, stages too. */
type Right = 'all' | 'signed-in' | 'answers' | 'chats' | 'takes part' | 'orders' | 'owner';

/** In a public room, which everybody reads. */
function may(right: Right, role: Role, guests: Guests): boolean {
  const isIn = role === 'member' || role === 'owner';
  const answers = isIn || (role === 'guest' && guests.mayAnswer);
  const chats = isIn || (role === 'guest' && guests.mayChat);
  return {
    all: true,
    'signed-in': role !== 'visitor' && role !== 'stage',
    answers,
    chats,
    'takes part': answers || chats,
    orders: answers || role === 'stage',
    owner: role === 'owner',
  }[right];
}

/** Every message of a socket but those that begin and end with it. */
const MESSAGES: Record<
  Exclude<keyof typeof SOCKET_REQUESTS, 'enter' | 'leave'>,
  [Right, object]
> = {
  activity: ['all', { activity: 'recording', answers: 'r1' }],
  touch: ['takes part', { rifffId: 'r1', slot: 1, turn: 0.5, depth: 1 }],
  knock: ['chats', {}],
  transport: [
    'answers',
    { mode: 'together', rifffId: null, isPlaying: true, phaseSec: 0, isHosted: false },
  ],
  probe: ['all', { sentMs: 1 }],
  order: ['orders', { isFrozen: true }],
};

/** Every call of a room that changes something or is not for all who read it; a guest's account does less. */
const CALLS: Record<string, [Right, body?: object]> = {
  postRifff: ['answers'],
  remixRifff: ['answers'],
  libraryImport: ['answers', { loopId: 'none' }],
  uploadLoop: ['answers'],
  uploadTrack: ['answers'],
  postMessage: ['chats', { message: 'Hi' }],
  postImages: ['chats'],
  postVoice: ['chats'],
  reply: ['chats', { message: 'Hi' }],
  react: ['chats', { reaction: '🔥' }],
  unreact: ['chats'],
  removeMessage: ['owner'],
  removeRifff: ['owner'],
  removeTrack: ['owner'],
  changeJam: ['owner', { description: 'Late' }],
  jamCover: ['owner'],
  removeJamCover: ['owner'],
  removeMember: ['owner'],
  invites: ['owner'],
  makeInvite: ['owner', {}],
  endInvite: ['owner'],
  inviteBand: ['owner', {}],
  dismissBand: ['owner'],
  exportJam: ['takes part'],
  setCollectible: ['owner', { isCollectible: false }],
  setRoomLooks: ['owner', { keys: [] }],
  reportRifff: ['signed-in', { reason: 'Loud' }],
  hideRifff: ['signed-in'],
  unhideRifff: ['signed-in'],
  reportMessage: ['signed-in', { reason: 'Loud' }],
};
/** Reading what a public room holds, and coming and going, which `rooms.test.ts` tries. */
const FOR_ALL = ['jam', 'jamRifffs', 'rifff', 'rifffLineage', 'jamTracks', 'jamTree', 'jamEvents'];
const OTHERS = ['members', 'chat', 'band', 'roomLooks', 'joinJam', 'leaveJam'];

describeOnce('who may what in a room', (openEmpty) => {
  const world = useLocalWorld(openEmpty);
  const accounts = new Map<Role, TestAccount>();
  let jamId = '';
  let stage = '';
  const [rifffId, said, trackId] = [newId(), newId(), newId()];
  const send = (...call: Parameters<ReturnType<typeof callsAs>>) =>
    callsAs({ app: world.current.nodes[0]!.app })(...call);
  const ok = async (...call: Parameters<typeof send>) => {
    const { status, body } = await send(...call);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  };
  const who = (role: Role) => accounts.get(role) ?? null;

  beforeAll(async () => {
    const { database } = world.current;
    for (const role of ['outsider', 'removed', 'member', 'owner'] as const) {
      accounts.set(role, await makeAccount(database, `${role}1`));
    }
    const { id } = await ok('POST', '/jam', who('owner'), { name: 'Attic', access: 'public' });
    jamId = id;
    await ok('POST', `/jam/${id}/join`, who('member'), {});
    await ok('POST', `/jam/${id}/join`, who('removed'), {});
    await ok('DELETE', `/jam/${id}/members/removed1`, who('owner'));
    const { code } = await ok('POST', `/jam/${id}/codes`, who('owner'), {});
    const { login } = await ok('POST', `/jam/code/${code}/join`, null, { guestName: 'Zoe' });
    const headers = { authorization: `Bearer ${login.token}:${login.password}` };
    accounts.set('guest', { userId: login.user_id, headers } as TestAccount);
    stage = (await ok('POST', `/jam/${id}/codes`, who('owner'), { purpose: 'stage' })).code;
    await ok('POST', `/jam/${id}/rifffs`, who('member'), {
      rifff: postable([1], { _id: rifffId }),
    });
    await ok('POST', `/jam/${id}/messages`, who('member'), { id: said, message: 'Hello' });
    const { hash, size } = await world.current.blobs.put(Buffer.from('sound'));
    const file = { hash, size, mime: 'audio/ogg', userId: 'member1', key: newId(), jamId };
    await database.queries
      .insertInto('tracks')
      .values({
        ...{ ...file, id: trackId, isPinned: false, name: 'Take', created: 1, digest: '' },
        ...{ durationSec: 1, peaks: '' },
      })
      .execute();
  });

  const setGuests = (guests: Guests) => ok('POST', `/jam/${jamId}`, who('owner'), { guests });
  async function enter(role: Role): Promise<TestSocket> {
    const account = who(role);
    const auth = account ? { credential: credentialOf(account) } : {};
    const socket = await connectTo(
      world.current.nodes[0]!,
      role === 'stage' ? { code: stage } : auth,
    );
    expect(await socket.ask('enter', { jamId, since: 0 })).toMatchObject({ ok: true });
    return socket;
  }
  const isRefused = (code: unknown) => code === 'unauthorised' || code === 'forbidden';

  it('is the same for every message of a socket, whatever a guest may do', async () => {
    const sent = Object.keys(SOCKET_REQUESTS).filter((name) => !/^(enter|leave)$/.test(name));
    expect(Object.keys(MESSAGES).sort()).toEqual(sent.sort());
    for (const mayAnswer of [false, true]) {
      for (const mayChat of [false, true]) {
        await setGuests({ mayAnswer, mayChat });
        for (const role of mayAnswer || mayChat ? (['guest'] as const) : ROLES) {
          const socket = await enter(role);
          for (const [name, [right, body]] of Object.entries(MESSAGES)) {
            const { atMs } = await socket.ask('probe', { jamId, sentMs: 1 });
            const given = { ...body, jamId, ...(name === 'transport' && { atMs }) };
            const answer = await socket.ask(name, given);
            const asked = [role, { mayAnswer, mayChat }, name, answer];
            expect([...asked, !isRefused(answer.code)]).toEqual([
              ...asked,
              may(right, role, { mayAnswer, mayChat }),
            ]);
          }
          socket.socket.disconnect();
        }
      }
    }
  });

  it('shows nobody as making something who may not answer, from the moment that they may not', async () => {
    await setGuests({ mayAnswer: true, mayChat: true });
    const [guest, owner] = [await enter('guest'), await enter('owner')];
    const shown = () => owner.news.presence.flatMap(({ here }) => here);
    const guestId = who('guest')!.userId;
    const sees = (activity: string) =>
      expect.poll(() => shown().findLast(({ user }) => user === guestId)?.activity).toBe(activity);
    await guest.ask('activity', { jamId, activity: 'recording' });
    await sees('recording');
    await setGuests({ mayAnswer: false, mayChat: false });
    await sees('listening');
    const touch = { jamId, rifffId, slot: 1, turn: 0.5, depth: 1 };
    expect(await guest.ask('touch', touch)).toMatchObject({ code: 'forbidden' });
  });

  it('tells who is out nothing that comes after, whatever a node missed', async () => {
    const { database, nodes } = world.current;
    const { queries } = database;
    const away = await makeAccount(database, 'away1');
    const room = await makeRoom(database, 'owner1', 'private');
    const row = { jamId: room, userId: 'away1', role: 'member' as const, since: 1 };
    await queries
      .insertInto('members')
      .values({ ...row, isRemoved: false })
      .execute();
    const socket = await connectTo(nodes[0]!, { credential: credentialOf(away) });
    const owner = await connectTo(nodes[0]!, { credential: credentialOf(who('owner')!) });
    for (const one of [socket, owner]) await one.ask('enter', { jamId: room, since: 0 });
    // Their node was never told that they left, and hears of what came next.
    await queries.deleteFrom('members').where('jamId', '=', room).execute();
    await happen({ database }, room, undefined, { kind: 'member', ref: 'away1' });
    await happen({ database }, room, nodes[1]!.announcer);
    await Promise.all([socket.told('out'), owner.told('events')]);
    expect(socket.news.events).toEqual([]);
    expect(owner.news.events[0].events[0].number).toBe(2);
  });

  it('is the same for every call', async () => {
    const inRooms = Object.entries(ENDPOINTS).filter(([, { path }]) => /^\/jam\/:id\b/.test(path));
    const known = [...Object.keys(CALLS), ...FOR_ALL, ...OTHERS];
    expect(inRooms.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([]);
    const values: Record<string, string> = {
      ...{ id: jamId, rifffId, originalId: rifffId, messageId: said, trackId },
      ...{ code: 'ABCDEFGHJKLM', reaction: '🔥', userId: who('member')!.userId },
    };
    const wrong: unknown[] = [];
    const tryAll = async (role: Role, guests: Guests) => {
      await setGuests(guests);
      for (const [name, [right, body]] of Object.entries(CALLS)) {
        const endpoint = ENDPOINTS[name as keyof typeof ENDPOINTS];
        const { method, path } = endpoint;
        const url = path.replace(/:(\w+)/g, (_all, part) => encodeURIComponent(values[part]!));
        const sent = method === 'POST' ? (body ?? { rifff: postable([1]) }) : undefined;
        const { status } = await send(method as 'GET', url, who(role), sent);
        const isForGuests = 'isForGuests' in endpoint && endpoint.isForGuests;
        const isMay = may(right, role, guests) && (role !== 'guest' || isForGuests);
        if (isMay === [401, 403].includes(status)) wrong.push([role, guests, name, status]);
      }
    };
    for (const role of ['visitor', 'outsider', 'removed', 'guest'] as const) {
      await tryAll(role, { mayAnswer: false, mayChat: false });
    }
    await tryAll('guest', { mayAnswer: true, mayChat: false });
    await tryAll('guest', { mayAnswer: false, mayChat: true });
    expect(wrong).toEqual([]);
  });
});
