import type { Transaction } from 'kysely';
import type { ClubPage } from '../../../src/data/contract/clubs.ts';
import { CLUB_CLOSING_MS } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { ClubNews } from '../../../src/data/contract/noticeOptions.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { ClubRow } from '../../ports/database/schemaClubs.ts';
import { findClubToWrite, findReadableClub } from '../jams/clubs.ts';
import { noteClubMembers } from '../people/clubNotes.ts';
import { announce, type ClubsContext, changeClub, lockClub, refuseOfClass } from './context.ts';
import { setCloses } from './passingOn.ts';
import { presentPage } from './present.ts';
import { PURGE_AFTER_MS } from './purge.ts';

/** Closing a club with notice, bringing it back, and taking one out at once. */
export function closingCalls(context: ClubsContext & { readonly wake: () => void }) {
  const { database, announcer, events } = context;
  const { queries } = database;

  /** Sets the end of a club and tells the people in it. */
  async function set(
    transaction: Transaction<Schema>,
    club: ClubRow,
    closes: number | null,
    { news, userId }: { news: ClubNews; userId: string },
  ) {
    const changed = await setCloses(database, transaction, club, closes, userId);
    const notices = await noteClubMembers(transaction, club, news, userId);
    return { changed, notices };
  }

  function tell({ changed, notices }: Awaited<ReturnType<typeof set>>): void {
    announce(announcer, changed);
    events.tellAll(notices);
  }

  return {
    /** Again: the same end. Throws `not_found`, `forbidden`. */
    async close(identity: Identity, clubId: string): Promise<{ closes: number }> {
      const { userId } = identity;
      const done = await changeClub(database, identity, clubId, async (transaction) => {
        const club = await findReadableClub(transaction, identity, clubId);
        if (club.role === 'owner' && club.closes !== null) return { closes: club.closes };
        await findClubToWrite(transaction, identity, clubId, 'owner');
        await refuseOfClass(transaction, clubId);
        const closes = Date.now() + CLUB_CLOSING_MS;
        return { closes, told: await set(transaction, club, closes, { news: 'closes', userId }) };
      });
      if (done.told) tell(done.told);
      return { closes: done.closes };
    },

    /** One that is not closing stays as it is. */
    async restore(identity: Identity, clubId: string): Promise<ClubPage> {
      const { userId } = identity;
      const told = await changeClub(database, identity, clubId, async (transaction) => {
        const club = await findReadableClub(transaction, identity, clubId);
        if (club.role !== 'owner') {
          throw new ApiError('forbidden', 'Only the owner of this club may do this');
        }
        await refuseOfClass(transaction, clubId);
        if (club.closes === null) return undefined;
        return set(transaction, club, null, { news: 'restored', userId });
      });
      if (told) tell(told);
      const club = await findReadableClub(queries, identity, clubId);
      return presentPage(context, identity, club);
    },

    /**
     * Takes a club out at once, for a moderator of this server: it cannot be read any more, and what its members made is
     * copied to their own jams. `note` is stored with it. Again: nothing.
     */
    async takeOut(
      { userId }: Identity,
      clubId: string,
      note: (transaction: Queries, ownerId: string) => Promise<void>,
    ): Promise<void> {
      const told = await database.transaction(async (transaction) => {
        await lockClub(database, transaction, clubId);
        const club = await findRow(transaction, 'clubs', { id: clubId });
        const nowMs = Date.now();
        if (!club || (club.closes !== null && club.closes <= nowMs)) return undefined;
        await refuseOfClass(transaction, clubId);
        await note(transaction, club.ownerId);
        const closes = nowMs - PURGE_AFTER_MS;
        return set(transaction, club, closes, { news: 'removed', userId });
      });
      if (told) tell(told);
      context.wake();
    },
  };
}
