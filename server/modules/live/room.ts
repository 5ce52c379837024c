import type { Socket } from 'socket.io';
import type * as z from 'zod';
import type { Present, SOCKET_NEWS, SocketNews, Touch } from '../../../src/data/contract/live.ts';
import type { FanOut } from '../../ports/fanOut/fanOut.ts';
import {
  keepPresence,
  type PresencePart,
  type RoomMessage,
  readPresence,
  topicOf,
} from '../../ports/fanOut/rooms.ts';
import type { Caller, HeardJam } from './admission.ts';
import { comparePeople, type Doing, doingOf, partOf, showPeople } from './presence.ts';
import { freeForsaken, keepTogether } from './transport.ts';

type NewsOf<K extends SocketNews> = z.input<(typeof SOCKET_NEWS)[K]>;
/** Sends news to every socket in the room. */
export type Tell = <K extends SocketNews>(jamId: string, news: K, body: NewsOf<K>) => void;

/** How long changes are gathered, in ms, in a room of up to so many windows on this node, or people on all. */
const PACES = [
  { upTo: 50, presenceMs: 100, touchesMs: 50 },
  { upTo: 300, presenceMs: 500, touchesMs: 100 },
  { upTo: Number.POSITIVE_INFINITY, presenceMs: 2000, touchesMs: 250 },
] as const;
/** Touches that all nodes together tell at one pace: more traces at once are not seen. */
const MOST_TOUCHES = 32;

/** What a person may do in a room, as it was when they came or when it was last looked at. */
type Rights = Pick<HeardJam, 'mayAnswer' | 'mayChat' | 'isShown'>;

interface Window {
  readonly caller: Caller;
  readonly doing: Doing;
  readonly may: Rights;
  /** Does it listen together? */
  readonly isTogether: boolean;
}

/** A room on this node: its windows here, and what the other nodes say of theirs. */
export class Room {
  readonly id: string;
  readonly windows = new Map<Socket, Window>();
  /**
   * Number of the event up to which it was looked at here who is out by it; undefined until the first window is in, whose
   * rights are read then.
   */
  heard: number | undefined;
  /** Events are passed on one after the other, so that none overtakes one that puts a person out. */
  turn: Promise<void> = Promise.resolve();
  access = '';
  readonly #fanOut: FanOut;
  readonly #tell: Tell;
  readonly #others = new Map<string, PresencePart>();
  readonly #touches = new Map<string, Touch & { user: string }>();
  #shown: ReadonlyMap<string, Present> = new Map();
  #count = 0;
  /** Came since the last bundle: told the whole once more, for between their answer and it a person may have gone. */
  readonly #fresh = new Set<Socket>();
  #isOwnNew = false;
  #stop: (() => void) | undefined;
  #presenceTimer: NodeJS.Timeout | undefined;
  #touchTimer: NodeJS.Timeout | undefined;

  constructor(id: string, fanOut: FanOut, tell: Tell) {
    this.id = id;
    this.#fanOut = fanOut;
    this.#tell = tell;
  }

  /** Begins to hear the other nodes. @param hear what this node makes of events */
  async open(hear: (message: RoomMessage) => void): Promise<void> {
    this.#stop = await this.#fanOut.subscribe(topicOf(this.id), (message) => {
      const told = message as RoomMessage;
      if (told.kind === 'presence') this.#hearPresence(told);
      else hear(told);
    });
    await this.readOthers();
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
    clearTimeout(this.#presenceTimer);
    clearTimeout(this.#touchTimer);
    this.#say({ kind: 'presence', node: this.#fanOut.node, part: null });
    keepPresence(this.#fanOut, this.id, null).catch(() => {});
  }

  /** Takes what the other nodes keep; people who let it pass are gone. */
  async readOthers(): Promise<void> {
    const parts = await readPresence(this.#fanOut.register, this.id);
    this.#others.clear();
    for (const [node, part] of parts) if (node !== this.#fanOut.node) this.#others.set(node, part);
    this.#changed(false);
  }

  /** Keeps for the others that this node is still there. */
  async keepOwn(): Promise<void> {
    await keepPresence(this.#fanOut, this.id, this.#part());
  }

  put(socket: Socket, caller: Caller, said: Doing, rights: Rights, isTogether?: boolean): void {
    const before = this.windows.get(socket);
    if (!before) this.#fresh.add(socket);
    const isNow = isTogether ?? before?.isTogether ?? false;
    const { mayAnswer, mayChat, isShown } = rights;
    const may = { mayAnswer, mayChat, isShown };
    const doing = doingOf(said, mayAnswer);
    this.windows.set(socket, { caller, doing, may, isTogether: isNow });
    this.#keepIf(isNow || before?.isTogether === true);
    this.#changed(true);
  }

  /** What a window may do has changed, perhaps. */
  allow(socket: Socket, rights: Rights): void {
    const window = this.windows.get(socket);
    if (window) this.put(socket, window.caller, window.doing, rights);
  }

  remove(socket: Socket): void {
    this.#fresh.delete(socket);
    const before = this.windows.get(socket);
    if (!before) return;
    this.windows.delete(socket);
    // The time that they may be away begins now.
    this.#keepIf(before.isTogether);
    this.#changed(true);
  }

  /** A window moved the music for all, or freed the room. */
  setTogether(socket: Socket, isTogether: boolean): void {
    const window = this.windows.get(socket);
    if (window) this.windows.set(socket, { ...window, isTogether });
  }

  /** Keeps for the other nodes that people here listen together, and frees the room where they no longer do. */
  async tendTogether(): Promise<void> {
    const isTogether = [...this.windows.values()].some((window) => window.isTogether);
    if (isTogether) await keepTogether(this.#fanOut, this.id);
    const transport = await freeForsaken(this.#fanOut, this.id);
    if (transport) this.#say({ kind: 'transport', transport });
  }

  #keepIf(isTogether: boolean): void {
    if (isTogether) keepTogether(this.#fanOut, this.id).catch(() => {});
  }

  /** Who is shown, and how many are there. */
  showing(): { here: Present[]; count: number } {
    const { shown, count } = showPeople([this.#part(), ...this.#others.values()]);
    return { here: [...shown.values()], count };
  }

  /** Is this person in the room, on any node? In a large one only those who are named are known. */
  isHere(userId: string): boolean {
    return [this.#part(), ...this.#others.values()].some(({ people }) =>
      people.some(({ user }) => user === userId),
    );
  }

  /** A touch, for the next bundle; the latest of a person on a ring counts. */
  touch(user: string, touch: Touch): void {
    const key = `${user} ${touch.slot}`;
    const share = Math.ceil(MOST_TOUCHES / (1 + this.#others.size));
    if (this.#touches.size >= share && !this.#touches.has(key)) return;
    this.#touches.set(key, { ...touch, user });
    this.#touchTimer ??= setTimeout(() => {
      this.#touchTimer = undefined;
      this.#say({ kind: 'touches', touches: [...this.#touches.values()] });
      this.#touches.clear();
    }, this.#pace().touchesMs);
  }

  #pace() {
    const size = Math.max(this.windows.size, this.#count);
    return PACES.find(({ upTo }) => size <= upTo)!;
  }

  #part(): PresencePart {
    const present = [...this.windows.values()].flatMap(({ caller, doing, may }): Present[] => {
      const { identity, isGuest } = caller;
      if (!identity || !may.isShown) return [];
      return [{ user: identity.userId, displayName: identity.displayName, ...doing, isGuest }];
    });
    return partOf(present);
  }

  #say(message: RoomMessage): void {
    this.#fanOut.publish(topicOf(this.id), message);
  }

  #hearPresence({ node, part }: RoomMessage & { kind: 'presence' }): void {
    if (node === this.#fanOut.node) return;
    if (part === null) this.#others.delete(node);
    else this.#others.set(node, part);
    this.#changed(false);
  }

  #changed(isOwn: boolean): void {
    this.#isOwnNew ||= isOwn;
    if (this.#stop === undefined) return;
    this.#presenceTimer ??= setTimeout(() => {
      this.#presenceTimer = undefined;
      this.#flush();
    }, this.#pace().presenceMs);
  }

  #flush(): void {
    if (this.#isOwnNew) {
      this.#isOwnNew = false;
      const part = this.#part();
      this.#say({ kind: 'presence', node: this.#fanOut.node, part });
      keepPresence(this.#fanOut, this.id, part).catch(() => {});
    }
    const { shown, count } = showPeople([this.#part(), ...this.#others.values()]);
    const { here, gone } = comparePeople(this.#shown, shown);
    const isSame = here.length === 0 && gone.length === 0 && count === this.#count;
    this.#shown = shown;
    this.#count = count;
    if (!isSame) {
      this.#tell(this.id, 'presence', { jamId: this.id, isWhole: false, here, gone, count });
    }
    const whole = { jamId: this.id, isWhole: true, here: [...shown.values()], gone: [], count };
    for (const socket of this.#fresh) socket.emit('presence', whole);
    this.#fresh.clear();
  }
}
