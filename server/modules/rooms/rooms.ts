import type * as z from 'zod';
import type {
  Jam,
  JamChangesBodySchema,
  NewJamBodySchema,
} from '../../../src/data/contract/jams.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { refuseOfficial } from '../../plugins/officialNames.ts';
import { givenOf, ValidationFailure } from '../../plugins/validation.ts';
import { updateRows } from '../../ports/database/rows.ts';
import { findOwnJam, findReadableJam } from '../jams/access.ts';
import { happenIn } from '../jams/events.ts';
import { requireOpenable } from '../jams/importedRights.ts';
import { findMembers } from '../jams/members.ts';
import { insertRoom, newRoomId, requireFewRooms } from '../jams/newRoom.ts';
import { presentJam } from '../jams/presentJam.ts';
import { indexJams } from '../searchIndex/indexing.ts';
import type { RoomsContext } from './context.ts';

const ROOMS = { max: 30, windowMs: 3_600_000 };

/** Throws a `ValidationFailure` for everything of a channel that is changed where its club is. */
function refuseForChannel(
  { barLength: _, guests, ...changes }: z.output<typeof JamChangesBodySchema>,
  club: string,
): void {
  const asked = Object.entries(changes).filter(([, value]) => value !== undefined);
  const reasons = asked.map(([field]) => [field, `is changed in the club ${club}`]);
  if (guests) reasons.push(['guests', 'A channel has no guests']);
  if (reasons.length > 0) throw new ValidationFailure(Object.fromEntries(reasons));
}

/** Making rooms and changing them. */
export function roomCalls(context: RoomsContext) {
  const { database, announcer, publicUrl } = context;
  const { queries } = database;

  return {
    /** Makes a room, whose id is `band` and ten hex digits. Throws `forbidden` past 200 rooms. */
    async create(
      identity: Identity,
      { name, description, access }: z.output<typeof NewJamBodySchema>,
    ): Promise<{ id: string; jam: Jam }> {
      refuseOfficial(identity, name);
      const { userId } = identity;
      await limit(queries, `rooms:${userId}`, { ...ROOMS, nowMs: Date.now() });
      const id = newRoomId();
      await writeFor(database, userId, async (transaction) => {
        await requireFewRooms(transaction, userId);
        await insertRoom(transaction, { id, ownerId: userId, name, access, description });
        await indexJams(transaction, [id]);
      });
      return {
        id,
        jam: await presentJam(queries, await findOwnJam(queries, identity, id), publicUrl),
      };
    },

    /**
     * Changes what is given. A personal jam goes by its owner's name and access rights, and of a channel the calls of its
     * club change all but the metre: those throw a `ValidationFailure`. Guests of a jam that becomes private are out at once.
     */
    async change(
      identity: Identity,
      jamId: string,
      changes: z.output<typeof JamChangesBodySchema>,
    ): Promise<Jam> {
      const jam = await findOwnJam(queries, identity, jamId);
      const { name, description, access, barLength, guests } = changes;
      if (name !== undefined) refuseOfficial(identity, name);
      if (jam.club) refuseForChannel(changes, jam.club.name);
      if (jam.kind === 'personal') {
        const reason = 'follows your profile and your access rights';
        if (name !== undefined) throw new ValidationFailure({ name: reason });
        if (access !== undefined) throw new ValidationFailure({ access: reason });
      }
      const set = {
        ...givenOf({ name, description, access, barLength }),
        ...(guests && { guestsMayAnswer: guests.mayAnswer, guestsMayChat: guests.mayChat }),
      };
      if (Object.keys(set).length > 0) {
        await happenIn(context, identity, jam.id, async (transaction) => {
          const isOpened = access !== undefined && access !== 'private';
          if (isOpened) await requireOpenable(transaction, jam.id);
          await updateRows(transaction, 'jams', { id: jam.id }, set);
          await indexJams(transaction, [jam.id]);
          return { kind: 'jam', ref: jam.id };
        });
      }
      if (access === 'private' && jam.access !== 'private') {
        const people = await findMembers(queries, jam.id);
        for (const { userId, role } of people) {
          if (role === 'guest') announcer.out(jam.id, userId, 'closed');
        }
      }
      return presentJam(queries, await findReadableJam(queries, identity, jam.id), publicUrl);
    },
  };
}
