import type { Socket } from 'socket.io';
import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { SOCKET_REQUESTS, type SocketRequest } from '../../../src/data/contract/live.ts';
import { type RoomMessage, topicOf } from '../../ports/fanOut/rooms.ts';
import { MUTED } from '../jams/access.ts';
import { noteKnock } from '../people/notes.ts';
import { findHeardJam } from './admission.ts';
import { createLimits, MOST_ROOMS, type PeopleLimits } from './limits.ts';
import { accessOf } from './lookedAt.ts';
import type { Room } from './room.ts';
import { callerOf, type Rooms, type RoomsContext } from './rooms.ts';
import { checkLook, keepOrder, tellKeptOrder, timedOrder } from './stageOrders.ts';
import { changeTransport, keepTogether, moveTransport, readTransport } from './transport.ts';

const KNOCK_MS = 60_000;
/** Bad requests after which a socket is cut off. */
const MOST_BAD = 100;

type Body<K extends SocketRequest> = z.output<(typeof SOCKET_REQUESTS)[K]>;
type Handlers = {
  [K in SocketRequest]: (socket: Socket, body: Body<K>) => object | Promise<object>;
};

const REFUSALS = {
  mayLead: 'Only who may answer in this jam may do this',
  mayChat: 'Only who may write in this jam may do this',
  mayOrder: 'Only who may answer in this jam may do this',
};
type Right = keyof typeof REFUSALS;

/** What each request does. They answer what stands beside `ok`, or throw an `ApiError`. */
export function requestHandlers(context: RoomsContext, rooms: Rooms): Handlers {
  const { fanOut, queries, events } = context;
  const say = (room: Room, message: RoomMessage) => fanOut.publish(topicOf(room.id), message);

  /** The room that a socket is in. */
  const own = (socket: Socket, jamId: string): Room => {
    const room = rooms.find(jamId);
    if (!room?.windows.has(socket)) throw new ApiError('not_found', 'Enter the room first');
    return room;
  };
  /** Who speaks there. A stage and visitors who are not signed in say nothing to people. */
  const speaker = (socket: Socket) => {
    const { identity } = callerOf(socket);
    if (!identity) throw new ApiError('unauthorised', 'Sign in to do this');
    return identity;
  };
  /** The room for a caller who may do this in it now. Throws `forbidden`. */
  const allowed = async (socket: Socket, jamId: string, right: Right) => {
    if (right !== 'mayOrder') speaker(socket);
    const jam = await findHeardJam(queries, callerOf(socket), jamId);
    if (!jam[right]) throw new ApiError('forbidden', jam.isMuted ? MUTED : REFUSALS[right]);
    return jam;
  };

  return {
    async enter(socket, { jamId, activity, answers, isTogether }) {
      const found = await findHeardJam(queries, callerOf(socket), jamId);
      let room = await rooms.open(found.id);
      // The last one who left may have closed it meanwhile.
      while (rooms.find(found.id) !== room) room = await rooms.open(found.id);
      try {
        if (!room.windows.has(socket) && rooms.countOf(socket) >= MOST_ROOMS) {
          throw new ApiError('too_many_requests', 'Leave another room first');
        }
        if (!socket.connected) throw new ApiError('unavailable', 'The connection is gone');
        socket.join(room.id);
        room.put(socket, callerOf(socket), { activity, answers }, found, isTogether);
        // Asked again from within: nothing that happens from here on is missed, and every socket that was put out leaves.
        const jam = await findHeardJam(queries, callerOf(socket), room.id);
        room.allow(socket, jam);
        room.heard ??= jam.lastEvent;
        room.access ||= accessOf(jam);
        await rooms.hearing.read([socket]);
        await room.tendTogether();
        const transport = await readTransport(fanOut, room.id);
        const { here, count } = room.showing();
        if (jam.mayOrder) await tellKeptOrder(fanOut, socket, room.id);
        return {
          jamId: room.id,
          last: jam.lastEvent,
          here,
          count,
          transport,
          atMs: fanOut.nowMs(),
        };
      } catch (error) {
        rooms.leave(socket, room);
        throw error;
      }
    },

    leave(socket, { jamId }) {
      rooms.leave(socket, own(socket, jamId));
      return {};
    },

    activity(socket, { jamId, activity, answers, isTogether }) {
      const room = own(socket, jamId);
      const { may } = room.windows.get(socket)!;
      room.put(socket, callerOf(socket), { activity, answers }, may, isTogether);
      return {};
    },

    touch(socket, { jamId, ...touch }) {
      const room = own(socket, jamId);
      const { userId } = speaker(socket);
      // Asked of what is known: touches come thirty times a second.
      const { mayAnswer, mayChat } = room.windows.get(socket)!.may;
      if (!mayAnswer && !mayChat) throw new ApiError('forbidden', 'You only listen in this jam');
      room.touch(userId, touch);
      return {};
    },

    async knock(socket, { jamId }) {
      const room = own(socket, jamId);
      const { userId, displayName } = speaker(socket);
      await allowed(socket, jamId, 'mayChat');
      const key = `knock:${room.id}:${userId}`;
      if (!(await fanOut.register.replace(key, null, 'knocked', KNOCK_MS))) {
        throw new ApiError('too_many_requests', 'You knocked a moment ago');
      }
      say(room, { kind: 'knock', user: userId, displayName });
      const deed = { jamId: room.id, userId, created: Date.now() };
      const notices = await noteKnock(queries, deed, (person) => room.isHere(person));
      events.tellAll(notices);
      return {};
    },

    async transport(socket, { jamId, ...change }) {
      const room = own(socket, jamId);
      const { isOwner } = await allowed(socket, jamId, 'mayLead');
      const mover = { userId: speaker(socket).userId, isOwner };
      // Kept before it is moved: no node finds the room forsaken in between.
      if (change.mode === 'together') await keepTogether(fanOut, room.id);
      const transport = await moveTransport(fanOut, room.id, (present) =>
        changeTransport(present, change, mover, (user) => room.isHere(user), fanOut.nowMs()),
      );
      room.setTogether(socket, change.mode === 'together');
      say(room, { kind: 'transport', transport });
      return { transport };
    },

    probe(_socket, { sentMs }) {
      return { sentMs, atMs: fanOut.nowMs() };
    },

    async order(socket, { jamId, ...said }) {
      const room = own(socket, jamId);
      await allowed(socket, jamId, 'mayOrder');
      const order = timedOrder(said, fanOut.nowMs());
      await checkLook(queries, room.id, order);
      await keepOrder(fanOut, room.id, order);
      say(room, { kind: 'order', order });
      return {};
    },
  };
}

/** The refusal of an error. What is not ours to tell is `unavailable`, and is logged. */
function refuse(error: unknown, log: RoomsContext['log']) {
  if (error instanceof ApiError) return { ok: false, code: error.code, message: error.message };
  log.error({ err: error }, 'a request of a socket failed');
  return { ok: false, code: 'unavailable', message: 'Try again in a moment' };
}

/** Answers what a socket asks: within its limits, valid, and one answer for each. */
export function serveRequests(
  socket: Socket,
  handlers: Handlers,
  { log, people }: Pick<RoomsContext, 'log'> & { readonly people: PeopleLimits },
): void {
  const { identity } = callerOf(socket);
  const shared = identity && people.hold(identity.userId);
  if (shared) socket.once('disconnect', shared.release);
  const limits = { ...createLimits(), ...shared?.limits };
  let bad = 0;
  const blame = () => {
    bad += 1;
    if (bad > MOST_BAD) socket.disconnect(true);
  };
  socket.use((_packet, next) => {
    if (limits.any.take()) next();
    else blame();
  });
  const names = Object.keys(SOCKET_REQUESTS) as SocketRequest[];
  for (const name of names) {
    socket.on(name, async (...given: unknown[]) => {
      const [body] = given;
      const last = given.at(-1);
      const answer = typeof last === 'function' ? (last as (answer: object) => void) : () => {};
      if (!limits[name].take()) {
        answer({ ok: false, code: 'too_many_requests', message: 'Too many requests' });
        return;
      }
      const parsed = SOCKET_REQUESTS[name].safeParse(body);
      if (!parsed.success) {
        blame();
        answer({ ok: false, code: 'bad_request', message: `${name}: is not valid` });
        return;
      }
      try {
        answer({ ok: true, ...(await handlers[name](socket, parsed.data as never)) });
      } catch (error) {
        answer(refuse(error, log));
      }
    });
  }
}
