import { EventEmitter } from 'node:events';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Events } from '../../kernel/events.ts';
import { addressKey } from '../../plugins/limits.ts';
import { subPathOf, withoutSubPath } from '../../plugins/subPath.ts';
import type { Database } from '../../ports/database/database.ts';
import type { FanOut } from '../../ports/fanOut/fanOut.ts';
import type { Settings } from '../../settings.ts';
import { addressOf, admit, isOwnOrigin } from './admission.ts';
import {
  Bucket,
  IDLE_MS,
  MOST_BYTES,
  MOST_OF_ADDRESS,
  MOST_OF_CLASS,
  MOST_SOCKETS,
  MOST_WAITING,
  PeopleLimits,
} from './limits.ts';
import { requestHandlers, serveRequests } from './requests.ts';
import { callerOf, Rooms } from './rooms.ts';

const PATH = '/socket.io';
/** How often sockets are looked at that are in no room, or that take what they are sent too slowly. */
const SHED_MS = 5000;
/** Connections that may begin in a second, and at once, on this node. */
const [BEGIN_PER_SEC, BEGIN_BURST] = [500, 2000];

/**
 * Leaves to socket.io the connections of its path and nothing else: every ordinary request stays with the app, its
 * headers and its limits.
 */
function openDoor(server: HttpServer, subPath: string): { door: HttpServer; shut(): void } {
  const door = Object.assign(new EventEmitter(), {
    close(done?: () => void) {
      done?.();
    },
  });
  const isOurs = ({ url = '' }: IncomingMessage) =>
    /^\/socket\.io\/?(\?|$)/.test(withoutSubPath(url, subPath));
  const pass = (...given: [IncomingMessage, ...unknown[]]) => {
    const [request] = given;
    if (!isOurs(request)) return;
    // Socket.IO looks at the path once more.
    request.url = withoutSubPath(request.url ?? '', subPath);
    door.emit('upgrade', ...given);
  };
  server.on('upgrade', pass);
  // An ordinary request that offers HTTP/2, as curl does, is none of ours.
  Object.assign(server, {
    shouldUpgradeCallback: (request: IncomingMessage) =>
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      (isOurs(request) || server.listenerCount('upgrade') > 1),
  });
  return { door: door as unknown as HttpServer, shut: () => server.off('upgrade', pass) };
}

/** A connection as it is counted. */
interface Counted {
  /** Counts it for a class instead of its address from now on. @returns false where the class holds its most */
  moveTo(classId: string): boolean;
  /** Counts it no more. */
  release(): void;
}

/** Sockets by address, and those of pupils by class, within limits. */
function createDoorkeeper(trustProxy: number, publicUrl: string | undefined) {
  const begins = new Bucket(BEGIN_PER_SEC, BEGIN_BURST);
  const held = new Map<string, number>();
  let total = 0;
  const keyOf = (request: IncomingMessage) => addressKey(addressOf(request, trustProxy));
  const hold = (key: string) => held.set(key, (held.get(key) ?? 0) + 1);
  const drop = (key: string) => {
    const left = (held.get(key) ?? 1) - 1;
    if (left > 0) held.set(key, left);
    else held.delete(key);
  };
  return {
    mayBegin(request: IncomingMessage): boolean {
      return (
        isOwnOrigin(request, publicUrl) &&
        total < MOST_SOCKETS &&
        (held.get(keyOf(request)) ?? 0) < MOST_OF_ADDRESS &&
        begins.take()
      );
    },
    count(request: IncomingMessage): Counted {
      let key = keyOf(request);
      hold(key);
      total += 1;
      return {
        moveTo(classId) {
          const other = `class ${classId}`;
          if ((held.get(other) ?? 0) >= MOST_OF_CLASS) return false;
          drop(key);
          key = other;
          hold(key);
          return true;
        },
        release() {
          total -= 1;
          drop(key);
        },
      };
    },
  };
}

interface LiveContext {
  readonly database: Pick<Database, 'queries'>;
  readonly fanOut: FanOut;
  readonly settings: Pick<Settings, 'admins' | 'moderators' | 'trustProxy' | 'publicUrl'>;
  readonly events: Events;
}

/**
 * The sockets of rooms at `/socket.io`, by WebSocket alone: so a client may come to another node with every connection.
 * They announce and keep nothing. They end with the app; the code that opened the fan-out closes it.
 */
export async function installLive(app: FastifyInstance, context: LiveContext): Promise<Rooms> {
  const { database, fanOut, settings, events } = context;
  const { queries } = database;
  const doorkeeper = createDoorkeeper(settings.trustProxy, settings.publicUrl);
  const { door, shut } = openDoor(app.server, subPathOf(settings.publicUrl));
  const io = new Server({
    path: PATH,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MOST_BYTES,
    perMessageDeflate: false,
    httpCompression: false,
    pingInterval: 15_000,
    pingTimeout: 10_000,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => answer(null, doorkeeper.mayBegin(request)),
  });
  io.attach(door);
  // Counted from the first byte: a socket that never says who it is holds a place as well.
  const counted = new WeakMap<object, Counted>();
  io.engine.on('connection', (raw: { request: IncomingMessage; once: EventEmitter['once'] }) => {
    const one = doorkeeper.count(raw.request);
    counted.set(raw, one);
    raw.once('close', one.release);
  });
  const shared = { io, fanOut, queries, settings, log: app.log, events };
  const rooms = new Rooms(shared);
  const handlers = requestHandlers(shared, rooms);
  const letIn = async (socket: Socket) => {
    const caller = await admit(queries, settings, socket.handshake.auth);
    const { classId } = caller.identity?.pupilOf ?? {};
    if (classId && !counted.get(socket.conn)?.moveTo(classId)) {
      throw new ApiError('too_many_requests', 'Your class has too many windows open');
    }
    socket.data = caller;
  };
  io.use((socket, next) => {
    letIn(socket).then(
      () => next(),
      (error: unknown) => {
        const isKnown = error instanceof ApiError;
        if (!isKnown) app.log.error({ err: error }, 'a socket could not be admitted');
        const said = isKnown ? error : new ApiError('unavailable', 'Try again in a moment');
        next(Object.assign(new Error(said.message), { data: { code: said.code } }));
      },
    );
  });
  const people = new PeopleLimits();
  const idleSince = new WeakMap<object, number>();
  io.on('connection', (socket) => {
    socket.once('disconnect', () => rooms.gone(socket));
    serveRequests(socket, handlers, { log: app.log, people });
  });
  const shed = () => {
    const nowMs = performance.now();
    for (const socket of io.sockets.sockets.values()) {
      const { conn } = socket as unknown as {
        conn: { writeBuffer: unknown[]; close(isAtOnce: boolean): void };
      };
      if (conn.writeBuffer.length > MOST_WAITING) {
        conn.close(true);
        continue;
      }
      // Its own name is the room that every socket is in. What their class says reaches pupils outside of rooms as well.
      const isAwaited = socket.rooms.size > 1 || callerOf(socket).identity?.pupilOf !== undefined;
      if (isAwaited) idleSince.delete(socket);
      else if (!idleSince.has(socket)) idleSince.set(socket, nowMs);
      else if (nowMs - idleSince.get(socket)! > IDLE_MS) socket.disconnect(true);
    }
  };
  const timer = setInterval(shed, SHED_MS).unref();
  await rooms.start();
  app.addHook('preClose', async () => {
    clearInterval(timer);
    shut();
    rooms.stop();
    // Ends the connections without a word of parting: clients come back by themselves, to another node.
    io.engine.close();
  });
  return rooms;
}
