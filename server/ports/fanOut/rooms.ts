import type { ClassMay } from '../../../src/data/contract/auth.ts';
import type {
  JamEvent,
  Present,
  RoomTransport,
  StageOrder,
  Touch,
} from '../../../src/data/contract/live.ts';
import type { NotificationKind } from '../../../src/data/contract/noticeOptions.ts';
import type { Announcer, OutReason } from './announcer.ts';
import type { FanOut, Register } from './fanOut.ts';
import type { Presence, RoomPresence } from './presence.ts';

/** Who is in a room by one node: at most a few hundred by name, all in number. */
export interface PresencePart {
  readonly people: readonly Present[];
  readonly count: number;
}

/** What nodes tell each other about a room. */
export type RoomMessage =
  | { readonly kind: 'events'; readonly events: readonly JamEvent[] }
  | { readonly kind: 'presence'; readonly node: string; readonly part: PresencePart | null }
  | { readonly kind: 'touches'; readonly touches: readonly (Touch & { readonly user: string })[] }
  | { readonly kind: 'knock'; readonly user: string; readonly displayName: string }
  | { readonly kind: 'transport'; readonly transport: RoomTransport }
  | { readonly kind: 'order'; readonly order: StageOrder };

/** A person is out of a jam, or, without one, may be signed out. */
export interface PersonMessage {
  readonly userId: string;
  readonly jamId?: string;
  readonly reason?: OutReason;
  /** They were told of something of this kind. */
  readonly notified?: NotificationKind;
  /** Their class lets them do this now. */
  readonly schoolClass?: ClassMay;
}

/** Topic of what concerns people in every room. */
export const PEOPLE = 'people';
/** Topic of what happens in a room (short id). */
export const topicOf = (jamId: string): string => `jam:${jamId}`;
const presenceKey = (jamId: string): string => `here:${jamId}`;

/** A note of presence passes after this, unless its node writes it again. */
const PRESENCE_MS = 30_000;

/** Keeps what this node knows of a room for the others; null takes it away. */
export async function keepPresence(
  { node, register }: Pick<FanOut, 'node' | 'register'>,
  jamId: string,
  part: PresencePart | null,
): Promise<void> {
  if (part === null) await register.drop(presenceKey(jamId), node);
  else await register.put(presenceKey(jamId), node, JSON.stringify(part), PRESENCE_MS);
}

/** Who is in a room, by node. */
export async function readPresence(
  register: Register,
  jamId: string,
): Promise<Map<string, PresencePart>> {
  const parts = await register.all(presenceKey(jamId));
  return new Map([...parts].map(([node, text]) => [node, JSON.parse(text) as PresencePart]));
}

const RANK = { recording: 0, editing: 1, listening: 2, here: 3 } as const;

/** The most active first, then by name. */
export const byActivity = (a: Present, b: Present): number =>
  RANK[a.activity] - RANK[b.activity] || (a.user < b.user ? -1 : a.user > b.user ? 1 : 0);

/** Of two windows of a person the one that counts: the more active, then one that names what it answers, then by id. */
const isMoreActive = (one: Present, known: Present): boolean => {
  const rank = RANK[one.activity] - RANK[known.activity];
  if (rank !== 0 || one.answers === null) return rank < 0;
  return known.answers === null || one.answers < known.answers;
};

/** Everybody of a room once, with the most active of their windows; people who are only counted cannot be told apart. */
export function mergeParts(parts: Iterable<PresencePart>): {
  people: Map<string, Present>;
  count: number;
} {
  const people = new Map<string, Present>();
  let unnamed = 0;
  for (const part of parts) {
    unnamed += part.count - part.people.length;
    for (const one of part.people) {
      const known = people.get(one.user);
      if (!known || isMoreActive(one, known)) people.set(one.user, one);
    }
  }
  return { people, count: people.size + unnamed };
}

/** What calls end that a socket must know of: beside announcing, whose sessions or suspension changed. */
export interface LiveAnnouncer extends Announcer {
  /** Sessions of this person ended, they were suspended, or they block others: their sockets are looked at again. */
  recheck(userId: string): void;
  /** This person has something new among their notifications. */
  notified(userId: string, kind: NotificationKind): void;
  /** What their class lets this pupil do changed. */
  classChanged(userId: string, news: ClassMay): void;
}

/** Announces through a fan-out. */
export function createAnnouncer(fanOut: Pick<FanOut, 'publish'>): LiveAnnouncer {
  const person = (message: PersonMessage) => fanOut.publish(PEOPLE, message);
  return {
    announce(jamId, events) {
      const message: RoomMessage = { kind: 'events', events };
      if (events.length > 0) fanOut.publish(topicOf(jamId), message);
    },
    out: (jamId, userId, reason) => person({ userId, jamId, reason }),
    recheck: (userId) => person({ userId }),
    notified: (userId, kind) => person({ userId, notified: kind }),
    classChanged: (userId, news) => person({ userId, schoolClass: news }),
  };
}

/** People that most lists name of one room. */
const LISTED = 8;

/** Who is where, as the nodes keep it in the register of a fan-out. */
export function createPresence({ register }: Pick<FanOut, 'register'>): Presence {
  const inRoom = async (jamId: string, most: number): Promise<RoomPresence | undefined> => {
    const { people, count } = mergeParts((await readPresence(register, jamId)).values());
    if (count === 0) return undefined;
    const all = [...people.values()].sort(byActivity);
    const isBeingAnswered = all.some(({ activity }) => RANK[activity] <= RANK.editing);
    return { users: all.slice(0, most).map(({ user }) => user), count, isBeingAnswered };
  };
  return {
    async inRooms(jamIds, most = LISTED) {
      try {
        const found = await Promise.all(
          jamIds.map(async (id) => [id, await inRoom(id, most)] as const),
        );
        return new Map(found.flatMap(([id, room]) => (room ? [[id, room]] : [])));
      } catch {
        return new Map();
      }
    },
  };
}
