import type * as z from 'zod';
import type {
  ClubMember,
  ClubMembersQuerySchema,
  ClubPage,
  ClubRole,
} from '../../../src/data/contract/clubs.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Identity, Reader } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { hasRow } from '../../ports/database/rows.ts';
import type { OutReason } from '../../ports/fanOut/announcer.ts';
import { findClubToWrite, findReadableClub } from '../jams/clubs.ts';
import { noteClub } from '../people/clubNotes.ts';
import { refuseMore } from './clubs.ts';
import { announce, type ClubsContext, changeClub, findChannels, refuseOfClass } from './context.ts';
import {
  countMembers,
  deleteMember,
  findMember,
  findMembers,
  putMember,
  setRole,
} from './members.ts';
import { handOver } from './passingOn.ts';
import { presentPage } from './present.ts';

type Done = Record<string, never>;

const nobody = () => new ApiError('not_found', 'No one of this name is in the club');

/** The row of an account that is in a club. Throws `not_found`. */
async function requireMember(queries: Queries, clubId: string, userId: string) {
  const row = await findMember(queries, clubId, userId);
  if (!row || row.isBlocked) throw nobody();
  return row;
}

/** Who is in a club, what they are there, and who may not come back. */
export function peopleCalls(context: ClubsContext) {
  const { database, announcer, events, settings } = context;
  const { queries } = database;

  /** An account hears nothing more of the channels of a club, or of those for its owner and moderators alone. */
  async function putOut(
    clubId: string,
    userId: string,
    { reason, isDemoted = false }: { reason: OutReason; isDemoted?: boolean },
  ): Promise<void> {
    for (const { id, channelAccess } of await findChannels(queries, [clubId])) {
      if (!isDemoted || channelAccess === 'moderators') announcer.out(id, userId, reason);
    }
  }

  return {
    /** Its owner first, then moderators, then members. */
    async members(
      reader: Reader,
      clubId: string,
      page: z.output<typeof ClubMembersQuerySchema>,
    ): Promise<{ members: ClubMember[]; total: number }> {
      const { id } = await findReadableClub(queries, reader, clubId);
      const [members, counts] = await Promise.all([
        findMembers(queries, id, page),
        countMembers(queries, [id]),
      ]);
      return { members, total: counts.get(id) ?? 0 };
    },

    /** Out at once, and back as anyone is. Again: nothing. Throws `forbidden` for the owner, who hands it over first. */
    async leave(identity: Identity, clubId: string): Promise<Done> {
      const { userId } = identity;
      const isGone = await changeClub(database, identity, clubId, async (transaction) => {
        const { role } = await findReadableClub(transaction, identity, clubId);
        await refuseOfClass(transaction, clubId);
        if (role === 'owner') throw new ApiError('forbidden', 'Hand this club over first');
        return deleteMember(transaction, { clubId, userId, isBlocked: false });
      });
      if (isGone) await putOut(clubId, userId, { reason: 'closed' });
      return {};
    },

    /** Makes a member a moderator, or a moderator a member; for the owner, whose own role it is not. */
    async setRole(
      identity: Identity,
      { id: clubId, userId }: { id: string; userId: string },
      role: Exclude<ClubRole, 'owner'>,
    ): Promise<Done> {
      const notice = await changeClub(database, identity, clubId, async (transaction) => {
        const club = await findClubToWrite(transaction, identity, clubId, 'owner');
        await refuseOfClass(transaction, clubId);
        const before = await requireMember(transaction, clubId, userId);
        if (before.role === 'owner') throw new ApiError('forbidden', 'It is your club');
        if (before.role === role) return undefined;
        await setRole(transaction, { clubId, userId }, role);
        return role === 'moderator' ? noteClub(transaction, club, 'moderator', userId) : null;
      });
      if (notice) events.tell('notice', notice);
      if (notice === null) await putOut(clubId, userId, { reason: 'closed', isDemoted: true });
      return {};
    },

    /** Hands a club over to a member; who had it is a moderator then. */
    async passOn(identity: Identity, clubId: string, userId: string): Promise<ClubPage> {
      const done = await changeClub(database, identity, clubId, async (transaction) => {
        const club = await findClubToWrite(transaction, identity, clubId, 'owner');
        await refuseOfClass(transaction, clubId);
        if (userId === identity.userId) throw new ApiError('forbidden', 'It is your club');
        await requireMember(transaction, clubId, userId);
        await refuseMore(
          transaction,
          settings.accounts,
          userId,
          () => 'They have as many clubs as one person may',
        );
        await setRole(transaction, { clubId, userId: identity.userId }, 'moderator');
        const news = await handOver(database, transaction, clubId, userId);
        return { news, notice: await noteClub(transaction, club, 'owner', userId) };
      });
      announce(announcer, done.news);
      if (done.notice) events.tell('notice', done.notice);
      const club = await findReadableClub(queries, identity, clubId);
      return presentPage(context, identity, club);
    },

    /**
     * Out at once, and in by no code; also an account that is not in it. Its owner blocks anyone, moderators block
     * members. Again: nothing. Throws `not_found` for a name that no account has.
     */
    async block(identity: Identity, clubId: string, userId: string): Promise<Done> {
      const isNew = await changeClub(database, identity, clubId, async (transaction) => {
        const { role } = await findClubToWrite(transaction, identity, clubId, 'moderator');
        await refuseOfClass(transaction, clubId);
        if (userId === identity.userId) throw new ApiError('forbidden', 'That is you');
        const there = { id: userId, isDeleted: false, classId: null };
        const isHere = await hasRow(transaction, 'accounts', there);
        if (!isHere) throw nobody();
        const before = await findMember(transaction, clubId, userId);
        if (before?.isBlocked) return false;
        if (role !== 'owner' && before && before.role !== 'member') {
          throw new ApiError('forbidden', 'Moderators block members alone');
        }
        const since = Date.now();
        await putMember(transaction, { clubId, userId, role: 'member', since, isBlocked: true });
        return true;
      });
      if (isNew) await putOut(clubId, userId, { reason: 'removed' });
      return {};
    },

    /** May come in again, and is no member yet. Again: nothing. */
    async unblock(identity: Identity, clubId: string, userId: string): Promise<Done> {
      await changeClub(database, identity, clubId, async (transaction) => {
        await findClubToWrite(transaction, identity, clubId, 'moderator');
        await refuseOfClass(transaction, clubId);
        await deleteMember(transaction, { clubId, userId, isBlocked: true });
      });
      return {};
    },
  };
}
