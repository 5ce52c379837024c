/**
 * The room that this page is in: who is there, what it plays, and how the line is. Changed only by the functions here.
 */
import { proxy } from 'valtio/vanilla';
import type { Present, RoomTransport } from '../contract/live.ts';
import { askAgain, learnPerson } from './people.ts';

/** `away`: the line is down and comes back by itself; `out`: this person may not hear the room any more. */
export type RoomLine = 'none' | 'connecting' | 'on' | 'away' | 'out';

export interface RoomState {
  /** Short id of the jam, or ''. */
  jamId: string;
  line: RoomLine;
  /** Why the person is out. */
  outReason: 'removed' | 'closed' | 'signed-out' | null;
  /** By user id; of a large room those who do something. */
  here: Record<string, Present>;
  /** Everybody, shown or not. */
  count: number;
  transport: RoomTransport | null;
}

const EMPTY: Omit<RoomState, 'here'> = {
  jamId: '',
  line: 'none',
  outReason: null,
  count: 0,
  transport: null,
};

export const room = proxy<RoomState>({ ...EMPTY, here: {} });

/** How often the line said that there is something new among the person's notifications, whatever room it is of. */
export const newsLine = proxy({ count: 0 });

/** Something is new among the notifications. */
export function noteNews(): void {
  newsLine.count += 1;
}

/** The page goes into a room, or with '' out of it. */
export function setRoom(jamId: string): void {
  Object.assign(room, EMPTY, { here: {}, jamId, line: jamId ? 'connecting' : 'none' });
}

/** Who is there changed; `isWhole` replaces what was known. */
export function setPresence(change: {
  readonly isWhole: boolean;
  readonly here: readonly Present[];
  readonly gone: readonly string[];
  readonly count: number;
}): void {
  const before = room.here;
  if (change.isWhole) room.here = {};
  for (const one of change.here) {
    // A person who comes in may have another picture than before.
    if (!before[one.user]) askAgain(one.user);
    room.here[one.user] = { ...one };
    learnPerson(one.user, one.displayName);
  }
  for (const user of change.gone) delete room.here[user];
  room.count = change.count;
}

/** The transport changed; an older one than is known is passed over. */
export function setTransport(transport: RoomTransport | null): void {
  if (transport && transport.version <= (room.transport?.version ?? 0)) return;
  if (transport) room.transport = { ...transport };
}

export function setLine(line: RoomLine): void {
  room.line = line;
}

/** Out at once: nothing of the room is known any more. */
export function setOut(reason: NonNullable<RoomState['outReason']>): void {
  const { jamId } = room;
  Object.assign(room, EMPTY, { here: {}, jamId, line: 'out', outReason: reason });
}
