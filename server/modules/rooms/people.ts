import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { JamInvite, Member, NewInviteBodySchema } from '../../../src/data/contract/members.ts';
import { codeRow, codesOf, deleteCode, JAM_CODES, showCode } from '../../kernel/codes.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { findRow, insertRows } from '../../ports/database/rows.ts';
import type { CodeRow } from '../../ports/database/schemaAccounts.ts';
import { findOwnJam, findReadableJam, type JamFor, type Reader } from '../jams/access.ts';
import { findChannelMembers } from '../jams/clubs.ts';
import { happenIn, lockJam } from '../jams/events.ts';
import { deleteMember, findMember, findMembers, putMember } from '../jams/members.ts';
import type { RoomsContext } from './context.ts';

const DAY_MS = 86_400_000;
/** Codes of one jam. */
const MOST_CODES = 100;

/** A code as the owner of its jam lists it. */
const presentCode = ({ code, kind, note, created, expires, used }: CodeRow): JamInvite => ({
  code: showCode(code),
  purpose: kind === 'stage' ? 'stage' : 'join',
  note,
  created,
  expires,
  used,
});

type Done = Record<string, never>;

/** Throws `forbidden` for a channel: `doing` is done in its club. */
function refuseInChannel({ club }: JamFor, doing: string): void {
  if (club) throw new ApiError('forbidden', `This is a channel of the club ${club.name}: ${doing}`);
}

/** Who is in a room, who is out, and the codes that let in. */
export function peopleCalls(context: RoomsContext) {
  const { database, announcer } = context;
  const { queries } = database;

  return {
    /** Its owner first, then who came first; of a channel 200 of those who hear it. */
    async members(reader: Reader, jamId: string): Promise<{ members: Member[] }> {
      const jam = await findReadableJam(queries, reader, jamId);
      if (jam.club) return { members: await findChannelMembers(queries, jam) };
      const owner = await findRow(queries, 'accounts', { id: jam.ownerId, isDeleted: false }, [
        'displayName',
      ]);
      const first: Member[] = owner
        ? [{ userId: jam.ownerId, ...owner, role: 'owner', since: jam.created }]
        : [];
      const others = await findMembers(queries, jam.id);
      const isIn = ({ role }: { role: string }) => role === 'member' || jam.access !== 'private';
      return { members: [...first, ...others.filter(isIn)] };
    },

    /**
     * Out at once, and back by a public room or a code. Again: nothing. Throws `forbidden` for the owner, and in a
     * channel, whose people are its club's.
     */
    async leave(identity: Identity, jamId: string): Promise<Done> {
      const { userId } = identity;
      const jam = await findReadableJam(queries, identity, jamId);
      refuseInChannel(jam, 'leave the club');
      if (jam.role === 'owner') throw new ApiError('forbidden', 'It is your jam');
      const event = await happenIn(context, identity, jam.id, async (transaction) => {
        const isGone = await deleteMember(transaction, jam.id, userId);
        return isGone ? { kind: 'member', ref: userId } : undefined;
      });
      if (event) announcer.out(jam.id, userId, 'closed');
      return {};
    },

    /** Out at once, and back by no code. Again: nothing. Throws `forbidden` in a channel. */
    async remove(identity: Identity, jamId: string, userId: string): Promise<Done> {
      const jam = await findOwnJam(queries, identity, jamId);
      refuseInChannel(jam, 'people are put out of the club');
      if (userId === jam.ownerId) throw new ApiError('forbidden', 'It is your jam');
      const known = await findMember(queries, jam.id, userId);
      if (!known) {
        throw new ApiError('not_found', 'No one of this name is in the jam');
      }
      const event = await happenIn(context, identity, jam.id, async (transaction) => {
        if ((await findMember(transaction, jam.id, userId))?.isRemoved) return undefined;
        // A person who left since the call began is put back as one who is out: else they could simply come again.
        await putMember(transaction, { ...known, isRemoved: true });
        return { kind: 'member', ref: userId };
      });
      if (event) announcer.out(jam.id, userId, 'removed');
      return {};
    },

    async invites(identity: Identity, jamId: string): Promise<{ codes: JamInvite[] }> {
      const jam = await findOwnJam(queries, identity, jamId);
      return { codes: (await codesOf(queries, JAM_CODES, jam.id)).map(presentCode) };
    },

    /**
     * Throws `forbidden` past 100 codes, and but for stages for a personal jam, which is not joined, and a channel, whose
     * club they join.
     */
    async invite(
      identity: Identity,
      jamId: string,
      { purpose, note, days }: z.output<typeof NewInviteBodySchema>,
    ): Promise<JamInvite> {
      const jam = await findOwnJam(queries, identity, jamId);
      if (purpose === 'join') refuseInChannel(jam, 'people are invited to the club');
      if (jam.kind === 'personal' && purpose === 'join') {
        throw new ApiError('forbidden', 'No one joins a personal jam: make a room');
      }
      const { userId } = identity;
      const created = Date.now();
      const expires = days === null ? null : created + days * DAY_MS;
      const about = { note, createdBy: userId, created, expires };
      const row = codeRow({ kind: purpose, target: jam.id, ...about });
      await writeFor(database, userId, async (transaction) => {
        await lockJam(database, transaction, jam.id);
        if ((await codesOf(transaction, JAM_CODES, jam.id)).length >= MOST_CODES) {
          throw new ApiError('forbidden', `A jam has ${MOST_CODES} codes at most: take one back`);
        }
        await insertRows(transaction, 'codes', row);
      });
      return presentCode(row);
    },

    /** The stages of a code go dark with it: the event that tells of its end puts them out. */
    async endInvite(identity: Identity, jamId: string, code: string): Promise<Done> {
      const jam = await findOwnJam(queries, identity, jamId);
      await happenIn(context, identity, jam.id, async (transaction) => {
        const row = await deleteCode(transaction, JAM_CODES, jam.id, code);
        if (!row) throw new ApiError('not_found', 'This jam has no such code');
        return row.kind === 'stage' ? { kind: 'jam', ref: jam.id } : undefined;
      });
      return {};
    },
  };
}
