import type { Transaction } from 'kysely';
import { CLUB_CLOSING_MS } from '../../../src/data/contract/constants.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { getRow, listRows, updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { ClubRow } from '../../ports/database/schemaClubs.ts';
import { noteClub, noteClubMembers } from '../people/clubNotes.ts';
import { indexJams } from '../searchIndex/indexing.ts';
import { jamAccessOf } from './channels.ts';
import { type ChannelNews, findChannels, lockClub, tellChannels } from './context.ts';
import { deleteMember, findMember, setRole } from './members.ts';

/**
 * Makes a member the owner of a club and of its channels, inside a transaction that holds its lock; whose it was gets
 * another role, or goes, by the caller.
 */
export async function handOver(
  database: Database,
  transaction: Transaction<Schema>,
  clubId: string,
  userId: string,
): Promise<ChannelNews[]> {
  await setRole(transaction, { clubId, userId }, 'owner');
  await updateRows(transaction, 'clubs', { id: clubId }, { ownerId: userId });
  await updateRows(transaction, 'jams', { clubId }, { ownerId: userId });
  const channels = await findChannels(transaction, [clubId]);
  const ids = channels.map(({ id }) => id);
  return tellChannels(database, transaction, ids, userId);
}

/**
 * A club is to be gone at `closes`, or stays after all (null). While it closes people from outside cannot read its channels:
 * what is asked of a jam alone is asked in vain. Inside a transaction that holds its lock.
 */
export async function setCloses(
  database: Database,
  transaction: Transaction<Schema>,
  { id: clubId }: Pick<ClubRow, 'id'>,
  closes: number | null,
  userId: string,
): Promise<ChannelNews[]> {
  await updateRows(transaction, 'clubs', { id: clubId }, { closes });
  const channels = await findChannels(transaction, [clubId]);
  for (const { id, channelAccess } of channels) {
    const access = closes === null ? jamAccessOf(channelAccess) : 'private';
    await updateRows(transaction, 'jams', { id }, { access });
  }
  const ids = channels.map(({ id }) => id);
  await indexJams(transaction, ids);
  return tellChannels(database, transaction, ids, userId);
}

/** A club and its channels belong to no account any more. */
async function disown(transaction: Transaction<Schema>, clubId: string): Promise<void> {
  await updateRows(transaction, 'clubs', { id: clubId }, { ownerId: '' });
  await updateRows(transaction, 'jams', { clubId }, { ownerId: '' });
}

/**
 * Ends the class of a club, inside a transaction that holds the lock of the club: no card signs in, its pupils are signed
 * out, and the club cannot be read. The class has no teacher then, and its module closes the accounts of the pupils.
 * Null where the club is not of a class.
 */
export async function endClassOf(
  database: Database,
  transaction: Transaction<Schema>,
  clubId: string,
  nowMs: number,
): Promise<ChannelNews[] | null> {
  const count = await updateRows(transaction, 'classes', { clubId }, { teacherId: '' });
  if (count === 0) return null;
  await disown(transaction, clubId);
  return setCloses(database, transaction, { id: clubId }, nowMs, '');
}

/** Who has been a moderator of a club longest. The account that leaves has no row any more. */
async function findHeir(queries: Queries, clubId: string) {
  const moderators = { clubId, role: 'moderator', isBlocked: false } as const;
  const first = { columns: ['userId'], most: 1 } as const;
  const [heir] = await listRows(queries, 'clubMembers', moderators, ['since', 'userId'], first);
  return heir;
}

/**
 * Takes an account that is being closed out of every club that it is in, under the lock of each, so that no owner hands one
 * over to it meanwhile. A club of its own goes to the account that has been a moderator longest; one without has no
 * owner, and closes as if it had been deleted; one of a class ends with the class. It is not told at once; every node finds it by the numbers of the
 * channels.
 */
export async function leaveClubs(
  database: Database,
  transaction: Transaction<Schema>,
  userId: string,
  nowMs: number,
): Promise<void> {
  // Code that takes several of these locks takes them in one order.
  const isIn = { userId, isBlocked: false };
  const rows = await listRows(transaction, 'clubMembers', isIn, ['clubId']);
  for (const { clubId } of rows) {
    await lockClub(database, transaction, clubId);
    // It may have become theirs before the lock was.
    const row = await findMember(transaction, clubId, userId);
    await deleteMember(transaction, { clubId, userId, isBlocked: false });
    if (row?.role === 'owner') await leaveOwn(database, transaction, clubId, nowMs);
    await transaction
      .updateTable('codes')
      .set((build) => ({
        createdBy: build
          .selectFrom('clubs')
          .select('clubs.ownerId')
          .whereRef('clubs.id', '=', 'codes.target'),
      }))
      .where('target', '=', clubId)
      .where('kind', '=', 'club')
      .where('createdBy', '=', userId)
      .execute();
  }
}

async function leaveOwn(
  database: Database,
  transaction: Transaction<Schema>,
  clubId: string,
  nowMs: number,
): Promise<void> {
  if (await endClassOf(database, transaction, clubId, nowMs)) return;
  const club = await getRow(transaction, 'clubs', { id: clubId });
  const heir = await findHeir(transaction, clubId);
  if (heir) {
    await handOver(database, transaction, clubId, heir.userId);
    await noteClub(transaction, club, 'owner', heir.userId);
    return;
  }
  await disown(transaction, clubId);
  // What closes already does not begin to close again.
  if (club.closes !== null) return;
  await setCloses(database, transaction, club, nowMs + CLUB_CLOSING_MS, '');
  await noteClubMembers(transaction, club, 'closes');
}
