import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { Server, Socket } from 'socket.io';
import type { ClassMay } from '../../../src/data/contract/auth.ts';
import type { Events } from '../../kernel/events.ts';
import type { Queries } from '../../ports/database/database.ts';
import { valuesOf } from '../../ports/database/rows.ts';
import type { OutReason } from '../../ports/fanOut/announcer.ts';
import type { FanOut } from '../../ports/fanOut/fanOut.ts';
import { PEOPLE, type PersonMessage, type RoomMessage } from '../../ports/fanOut/rooms.ts';
import type { Settings } from '../../settings.ts';
import { readEvents } from '../jams/events.ts';
import {
  type Caller,
  findHeardJam,
  findStanding,
  type HeardJam,
  type Standing,
} from './admission.ts';
import { Hearing } from './hearing.ts';
import { accessOf, findLookedAt, findOutside, type LookedAt } from './lookedAt.ts';
import { type Passing, passOn } from './passOn.ts';
import { Room, type Tell } from './room.ts';

/** How often it is looked for what was not told: events of a node that died, access that changed, sessions that ended. */
const LOOK_MS = 10_000;
/** Rooms, or sessions, that one query asks for. */
const BATCH = 200;

export interface RoomsContext {
  readonly io: Server;
  readonly fanOut: FanOut;
  readonly queries: Queries;
  readonly settings: Pick<Settings, 'admins' | 'moderators'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly events: Events;
}

/** Who is at the other end of a socket that was admitted. */
export const callerOf = (socket: Socket): Caller => socket.data as Caller;

function* batches<T>(of: readonly T[]): Generator<T[]> {
  for (let at = 0; at < of.length; at += BATCH) yield of.slice(at, at + BATCH);
}

/** The rooms of this node that people are in. */
export class Rooms {
  readonly #context: RoomsContext;
  readonly #rooms = new Map<string, Room>();
  readonly #opening = new Map<string, Promise<Room>>();
  readonly #tell: Tell;
  readonly #passing: Passing;
  readonly hearing: Hearing;
  #timer: NodeJS.Timeout | undefined;
  #stopPeople: (() => void) | undefined;
  #isLooking = false;

  constructor(context: RoomsContext) {
    this.#context = context;
    this.hearing = new Hearing(context.queries);
    this.#tell = (jamId, news, body) => {
      this.#context.io.to(jamId).emit(news, body);
    };
    const { queries, log } = context;
    const recheck = (room: Room, userId?: string) => this.#recheckRoom(room, userId);
    this.#passing = { queries, log, tell: this.#tell, recheck };
  }

  async start(): Promise<void> {
    const { fanOut } = this.#context;
    this.#stopPeople = await fanOut.subscribe(PEOPLE, (message) =>
      this.#hearPerson(message as PersonMessage),
    );
    fanOut.onGap(() => void this.look());
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stopPeople?.();
    for (const room of this.#rooms.values()) room.close();
    this.#rooms.clear();
  }

  find(jamId: string): Room | undefined {
    return this.#rooms.get(jamId);
  }

  /** The room of a jam (short id), which hears the other nodes from now on. The caller enters it or drops it. */
  async open(jamId: string): Promise<Room> {
    const known = this.#rooms.get(jamId) ?? this.#opening.get(jamId);
    if (known) return known;
    const room = new Room(jamId, this.#context.fanOut, this.#tell);
    const opening = room
      .open((message) => this.#hear(room, message))
      .then(() => {
        this.#rooms.set(jamId, room);
        return room;
      })
      .finally(() => this.#opening.delete(jamId));
    this.#opening.set(jamId, opening);
    return opening;
  }

  /** Closes a room that is empty. */
  drop(room: Room): void {
    if (room.windows.size > 0 || this.#rooms.get(room.id) !== room) return;
    this.#rooms.delete(room.id);
    room.close();
  }

  leave(socket: Socket, room: Room): void {
    socket.leave(room.id);
    room.remove(socket);
    this.drop(room);
  }

  /** Leaves every room. */
  gone(socket: Socket): void {
    this.hearing.forget(socket);
    for (const room of [...this.#rooms.values()]) {
      if (room.windows.has(socket)) this.leave(socket, room);
    }
  }

  /** What this node holds now: sockets, rooms, and windows in rooms. */
  counts(): { sockets: number; rooms: number; listeners: number } {
    const rooms = [...this.#rooms.values()];
    const listeners = rooms.reduce((sum, { windows }) => sum + windows.size, 0);
    return { sockets: this.#context.io.sockets.sockets.size, rooms: rooms.length, listeners };
  }

  /** Tells every socket of this node that the answer of `/api/site` is another one. */
  tellSite(): void {
    this.#context.io.emit('site');
  }

  /** Rooms that a socket is in. */
  countOf(socket: Socket): number {
    return [...this.#rooms.values()].filter(({ windows }) => windows.has(socket)).length;
  }

  #out(socket: Socket, room: Room, reason: OutReason): void {
    socket.emit('out', { jamId: room.id, reason });
    this.leave(socket, room);
  }

  #hear(room: Room, message: RoomMessage): void {
    const jamId = room.id;
    if (message.kind === 'events') {
      passOn(room, message.events, this.#passing);
    } else if (message.kind === 'touches') {
      this.#tellTouches(room, message.touches);
    } else if (message.kind === 'knock') {
      const { user, displayName } = message;
      const deaf = this.hearing.deafTo(room, [user]).map(([socket]) => socket.id);
      this.#context.io.to(jamId).except(deaf).emit('knock', { jamId, user, displayName });
    } else if (message.kind === 'transport') {
      this.#tell(jamId, 'transport', { jamId, transport: message.transport });
    } else if (message.kind === 'order') {
      this.#tell(jamId, 'order', { jamId, order: message.order });
    }
  }

  /** Touches for everybody who is not behind; without those of people whom a listener has blocked. */
  #tellTouches(room: Room, touches: (RoomMessage & { kind: 'touches' })['touches']): void {
    const { id: jamId } = room;
    const deaf = this.hearing.deafTo(room, [...new Set(touches.map(({ user }) => user))]);
    const { volatile } = this.#context.io.to(jamId).except(deaf.map(([socket]) => socket.id));
    volatile.emit('touches', { jamId, touches });
    for (const [socket, blocked] of deaf) {
      const heard = touches.filter(({ user }) => !blocked.has(user));
      if (heard.length > 0) socket.volatile.emit('touches', { jamId, touches: heard });
    }
  }

  #hearPerson({ userId, jamId, reason, notified, schoolClass }: PersonMessage): void {
    if (notified !== undefined || schoolClass !== undefined) {
      for (const socket of this.#context.io.sockets.sockets.values()) {
        if (callerOf(socket).identity?.userId !== userId) continue;
        if (notified !== undefined) socket.emit('notified', { kind: notified });
        if (schoolClass !== undefined) this.#tellClass(socket, schoolClass);
      }
      return;
    }
    if (jamId === undefined) {
      void this.#recheckSessions(userId);
      return;
    }
    const room = this.#rooms.get(jamId);
    for (const [socket, { caller }] of [...(room?.windows ?? [])]) {
      if (caller.identity?.userId === userId) this.#out(socket, room!, reason ?? 'removed');
    }
  }

  /**
   * Puts out people who may not hear the room any more, or of these one person; the others may what they may now.
   * @returns whether all could be asked about
   */
  async #recheckRoom(room: Room, userId?: string): Promise<boolean> {
    let isSure = true;
    const { queries, log } = this.#context;
    const answers = new Map<string, Promise<HeardJam | 'closed' | 'unknown'>>();
    const ask = ({ identity, stage }: Caller) => {
      const key = stage ? `stage ${stage.code}` : (identity?.userId ?? '');
      const known = answers.get(key);
      if (known) return known;
      const found = findHeardJam(queries, { identity, stage, isGuest: false }, room.id);
      const asked = found.catch((error: unknown) => {
        if ((error as { code?: unknown }).code === 'not_found') return 'closed';
        log.error({ err: error });
        return 'unknown';
      });
      answers.set(key, asked);
      return asked;
    };
    for (const [socket, { caller }] of [...room.windows]) {
      if (userId !== undefined && caller.identity?.userId !== userId) continue;
      const heard = await ask(caller);
      if (!room.windows.has(socket)) continue;
      if (heard === 'closed') this.#out(socket, room, 'closed');
      else if (heard === 'unknown') isSure = false;
      else room.allow(socket, heard);
    }
    return isSure;
  }

  /** Puts out people who are not in the club of a channel any more, for which one question is enough. */
  async #recheckChannel(room: Room, channel: LookedAt): Promise<void> {
    const there = [...room.windows.values()].flatMap(({ caller }) => caller.identity?.userId ?? []);
    const outside = await findOutside(this.#context.queries, channel, new Set(there));
    for (const userId of outside) await this.#recheckRoom(room, userId);
  }

  /** What their class lets a pupil do changed: they may no more at once, in every room, and are told. */
  #tellClass(socket: Socket, news: ClassMay): void {
    const { identity } = callerOf(socket);
    const pupilOf = identity?.pupilOf && { ...identity.pupilOf, ...news };
    if (identity)
      this.#renew(socket, { displayName: identity.displayName, ...(pupilOf && { pupilOf }) });
    socket.emit('class', news);
  }

  /**
   * Shows a person under another name than before in every room that the socket is in, and looks at what a pupil may do
   * there where that changed.
   */
  #renew(socket: Socket, { displayName, pupilOf }: Standing): void {
    const { identity, ...caller } = callerOf(socket);
    if (!identity) return;
    const { pupilOf: before, ...rest } = identity;
    const isSame = isDeepStrictEqual(before, pupilOf);
    if (identity.displayName === displayName && isSame) return;
    const renewed = { ...rest, displayName, ...(pupilOf && { pupilOf }) };
    socket.data = { ...caller, identity: renewed } satisfies Caller;
    for (const room of this.#rooms.values()) {
      const window = room.windows.get(socket);
      if (!window) continue;
      room.put(socket, callerOf(socket), window.doing, window.may);
      if (!isSame) void this.#recheckRoom(room, identity.userId);
    }
  }

  /**
   * Closes sockets whose session is over, of one person or of all; the others are called as they are now and may what
   * their class lets them, and whom they have blocked is looked at.
   */
  async #recheckSessions(userId?: string): Promise<void> {
    const { io, queries, settings, log } = this.#context;
    const asked = [...io.sockets.sockets.values()].filter((socket) => {
      const { identity } = callerOf(socket);
      return identity && (userId === undefined || identity.userId === userId);
    });
    try {
      for (const some of batches(asked)) {
        const ids = [...new Set(some.map((socket) => callerOf(socket).identity!.sessionId))];
        const standing = await findStanding(queries, settings, ids);
        for (const socket of some) {
          const now = standing.get(callerOf(socket).identity!.sessionId);
          if (now !== undefined) {
            this.#renew(socket, now);
            continue;
          }
          for (const room of [...this.#rooms.values()]) {
            if (room.windows.has(socket)) this.#out(socket, room, 'signed-out');
          }
          socket.disconnect(true);
        }
        await this.hearing.read(some);
      }
    } catch (error) {
      log.error({ err: error }, 'sessions of sockets could not be looked at');
    }
  }

  /** Looks for what this node was not told, and tells it. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { queries, log } = this.#context;
    try {
      for (const some of batches([...this.#rooms.values()])) {
        const rows = await findLookedAt(queries, valuesOf(some, 'id'));
        const byId = new Map(rows.map((row) => [row.id, row]));
        for (const room of some) await this.#lookAt(room, byId.get(room.id));
      }
      await this.#recheckSessions();
    } catch (error) {
      log.error({ err: error }, 'rooms could not be looked at');
    } finally {
      this.#isLooking = false;
    }
  }

  async #lookAt(room: Room, row: LookedAt | undefined): Promise<void> {
    const hasStage = [...room.windows.values()].some(({ caller }) => caller.stage);
    const access = row && accessOf(row);
    if (access !== room.access || hasStage) await this.#recheckRoom(room);
    else if (row?.clubId) await this.#recheckChannel(room, row);
    if (access !== undefined) room.access = access;
    if (row && room.heard !== undefined && row.lastEvent > room.heard) {
      // The newest is enough: clients see the gap before it and ask.
      const { queries } = this.#context;
      const events = await readEvents(queries, room.id, row.lastEvent - 1, 1);
      passOn(room, events, this.#passing);
    }
    await room.keepOwn();
    await room.readOthers();
    await room.tendTogether();
  }
}
