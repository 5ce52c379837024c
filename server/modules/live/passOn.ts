import type { FastifyBaseLogger } from 'fastify';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import type { Queries } from '../../ports/database/database.ts';
import { readEvents } from '../jams/events.ts';
import { accessOf, findLookedAt } from './lookedAt.ts';
import type { Room, Tell } from './room.ts';

/** Missed events that are looked at one by one; where there are more, everybody in the room is. */
const MOST_MISSED = 200;

export interface Passing {
  readonly queries: Queries;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly tell: Tell;
  /** Puts out who may not hear the room any more, or of these one person. Answers whether all could be asked about. */
  recheck(room: Room, userId?: string): Promise<boolean>;
}

/** Looks at those who may be out of a room by what happened. Answers whether all could be asked about. */
async function recheckAfter(
  room: Room,
  events: readonly JamEvent[],
  { queries, recheck }: Passing,
): Promise<boolean> {
  const people = events.flatMap(({ kind, ref }) => (kind === 'member' ? ref : []));
  let isSure = true;
  if (events.some(({ kind }) => kind === 'jam')) {
    const [row] = await findLookedAt(queries, [room.id]);
    const access = row && accessOf(row);
    const all = recheck(room);
    // No one waits for a new name or picture, however many people are there.
    if (access !== room.access) isSure = await all;
    if (access !== undefined) room.access = access;
  }
  // Who has left the server is not named: the jam stands for them.
  if (people.includes(room.id)) return (await recheck(room)) && isSure;
  for (const userId of new Set(people)) isSure = (await recheck(room, userId)) && isSure;
  return isSure;
}

async function missedBefore(room: Room, first: number, passing: Passing): Promise<boolean> {
  if (room.heard === undefined || first <= room.heard + 1) return true;
  const missed = await readEvents(passing.queries, room.id, room.heard, MOST_MISSED);
  if ((missed.at(-1)?.number ?? 0) < first - 1) return passing.recheck(room);
  return recheckAfter(
    room,
    missed.filter(({ number }) => number < first),
    passing,
  );
}

/**
 * Tells a room of events, each behind what comes before it. Nodes are heard in any order, and some not at all: so where
 * numbers are missing it is looked first at who is out by them, and who is out by an event hears none that comes after it.
 * @param events in their order
 */
export function passOn(room: Room, events: readonly JamEvent[], passing: Passing): void {
  const [first, last] = [events[0]?.number, events.at(-1)?.number];
  if (first === undefined || last === undefined) return;
  const unsure = (error: unknown) => {
    passing.log.error({ err: error }, 'it could not be looked at who is out of a room');
    return false;
  };
  room.turn = room.turn.then(async () => {
    const isSure = await missedBefore(room, first, passing).catch(unsure);
    passing.tell(room.id, 'events', { jamId: room.id, events: [...events] });
    const isAllSure = (await recheckAfter(room, events, passing).catch(unsure)) && isSure;
    if (isAllSure) room.heard = Math.max(room.heard ?? 0, last);
  });
}
