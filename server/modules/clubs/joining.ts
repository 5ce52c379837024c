import type { Club, ClubPage } from '../../../src/data/contract/clubs.ts';
import { MAX_CLUB_MEMBERS } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { CODE_TRIES, findCode, foldCode, takeUse } from '../../kernel/codes.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { Identity, Reader } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countRows } from '../../ports/database/rows.ts';
import type { CodeRow } from '../../ports/database/schemaAccounts.ts';
import { type ClubFor, findClubsFor, findReadableClub, noClub } from '../jams/clubs.ts';
import { type ClubsContext, changeClub, refuseOfClass } from './context.ts';
import { countMembers, findMember, putMember } from './members.ts';
import { presentClub, presentPage } from './present.ts';

/** Clubs that one account is in: closing it leaves them all in one transaction. */
const MOST_CLUBS = 500;

const noCode = () => new ApiError('not_found', 'This code leads nowhere, or was taken back');

/** A club with the role of the reader, whether or not they may read it; undefined for one that is closing or gone. */
async function findStanding(
  queries: Queries,
  reader: Reader,
  clubId: string,
): Promise<ClubFor | undefined> {
  const club = (await findClubsFor(queries, reader, [clubId])).get(clubId);
  return club?.closes === null ? club : undefined;
}

/** Throws where the account or the club takes no more. */
async function refuseFull(queries: Queries, clubId: string, userId: string): Promise<void> {
  const members = (await countMembers(queries, [clubId])).get(clubId) ?? 0;
  if (members >= MAX_CLUB_MEMBERS) throw new ApiError('forbidden', 'This club is full');
  if ((await countRows(queries, 'clubMembers', { userId, isBlocked: false })) >= MOST_CLUBS) {
    throw new ApiError('forbidden', `You are in ${MOST_CLUBS} clubs: that is the most`);
  }
}

/** How people come into clubs: by themselves into an open one, by a code into any. */
export function joiningCalls(context: ClubsContext) {
  const { database } = context;
  const { queries } = database;

  async function findByCode(
    reader: Reader,
    code: string,
    caller: Caller,
  ): Promise<{ row: CodeRow; club: ClubFor }> {
    const nowMs = Date.now();
    await limit(queries, `clubcode:${caller.address}`, { ...CODE_TRIES, nowMs });
    const row = await findCode(queries, ['club'], foldCode(code), nowMs);
    const club = row && (await findStanding(queries, reader, row.target));
    if (!row || !club) throw noCode();
    return { row, club };
  }

  /** Makes the account a member, once. A code is counted in the same transaction, or nothing happens. */
  async function enter(
    identity: Identity,
    clubId: string,
    code?: string,
  ): Promise<{ club: ClubPage }> {
    const { userId } = identity;
    await changeClub(database, identity, clubId, async (transaction) => {
      const club = await findStanding(transaction, identity, clubId);
      if (!club) throw noClub();
      const before = await findMember(transaction, clubId, userId);
      if (before?.isBlocked) throw new ApiError('forbidden', 'You are blocked in this club');
      if (before) return;
      if (code === undefined && club.access !== 'open') throw noClub();
      await refuseOfClass(transaction, clubId);
      await refuseFull(transaction, clubId, userId);
      const since = Date.now();
      const isIn = code === undefined || (await takeUse(transaction, ['club'], code, since));
      if (!isIn) throw noCode();
      const row = { clubId, userId, role: 'member', since, isBlocked: false } as const;
      await putMember(transaction, row);
    });
    const club = await findReadableClub(queries, identity, clubId);
    return { club: await presentPage(context, identity, club) };
  }

  return {
    /** What a code opens, as the caller would see it. Throws `not_found`, `too_many_requests`. */
    async byCode(reader: Reader, code: string, caller: Caller): Promise<Club> {
      return presentClub(queries, (await findByCode(reader, code, caller)).club, context.publicUrl);
    },

    /** Throws as `byCode` does, and `forbidden` for an account that is blocked. */
    async joinByCode(
      identity: Identity,
      code: string,
      caller: Caller,
    ): Promise<{ club: ClubPage }> {
      const { row, club } = await findByCode(identity, code, caller);
      return enter(identity, club.id, row.code);
    },

    /** Joins an open club. Throws `not_found` for any other, `forbidden` for an account that is blocked. */
    join: (identity: Identity, clubId: string): Promise<{ club: ClubPage }> =>
      enter(identity, clubId),
  };
}
