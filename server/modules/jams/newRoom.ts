import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countRows, insertRows } from '../../ports/database/rows.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import { EMPTY_JAM } from './personalJam.ts';

/** Rooms of one account, without the channels of its clubs. */
const MOST_ROOMS = 200;

/** A new short id of a room: `band` and ten hex digits. */
export const newRoomId = (): string => `band${randomBytes(5).toString('hex')}`;

/** Throws `forbidden` for an account that has as many rooms as it may. */
export async function requireFewRooms(queries: Queries, ownerId: string): Promise<void> {
  const rooms = { ownerId, kind: 'room', clubId: null } as const;
  if ((await countRows(queries, 'jams', rooms)) < MOST_ROOMS) return;
  throw new ApiError('forbidden', `You have ${MOST_ROOMS} rooms: that is the most`);
}

type Given = 'id' | 'ownerId' | 'name' | 'access' | 'description';

/** Stores a room; inside the caller's transaction. What is not given is as in a jam that was just made. */
export const insertRoom = (
  queries: Queries,
  room: Pick<JamRow, Given> & Partial<JamRow>,
): Promise<void> =>
  insertRows(queries, 'jams', {
    ...EMPTY_JAM,
    longId: randomBytes(32).toString('hex'),
    kind: 'room',
    created: Date.now(),
    isDemo: false,
    ...room,
  });
