import type { ChannelAccess, ClubRole } from '../../../src/data/contract/clubs.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Identity, Reader } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';
import type { ClubRow } from '../../ports/database/schemaClubs.ts';

/** A club with what the reader is in it; null for somebody who only reads. */
export interface ClubFor extends ClubRow {
  readonly role: ClubRole | null;
}

/** What an account is in these clubs; those that it is not in, or is blocked in, are not in the answer. */
export const findClubRoles = (queries: Queries, userId: string, clubIds: readonly string[]) =>
  mapRows(
    clubIds,
    queries
      .selectFrom('clubMembers')
      .select(['clubId', 'role'])
      .where('userId', '=', userId)
      .where('clubId', 'in', clubIds)
      .where('isBlocked', '=', false),
    ({ clubId, role }): [string, ClubRole] => [clubId, role],
  );

/** Does somebody of this role keep order in a club and its channels? */
export const keepsOrder = (role: string | null): boolean =>
  role === 'owner' || role === 'moderator';

/** What may not be read does not exist, as far as the reader can tell. */
export const noClub = () => new ApiError('not_found', 'There is no such club');

/** Which channels somebody of this role hears; null is somebody who only reads. */
export function heardBy(role: ClubRole | null): readonly ChannelAccess[] {
  if (keepsOrder(role)) return ['public', 'members', 'moderators'];
  return role === null ? ['public'] : ['public', 'members'];
}

/** A club that is open, or that the reader is in. Throws `not_found` for any other, and for one whose time is over. */
export async function findReadableClub(
  queries: Queries,
  reader: Reader,
  clubId: string,
): Promise<ClubFor> {
  const row = await queries
    .selectFrom('clubs')
    .selectAll()
    .where('id', '=', clubId)
    .executeTakeFirst();
  if (!row || (row.closes !== null && row.closes <= Date.now())) throw noClub();
  const roles = await findClubRoles(queries, reader?.userId ?? '', [clubId]);
  const role = roles.get(clubId) ?? null;
  const isPublic = row.access === 'open' && row.closes === null;
  if (!isPublic && role === null) throw noClub();
  return { ...row, role };
}

/**
 * A club in which the account may write as `who`: anyone in it, those who keep order, or its owner. Throws `not_found` as
 * reading does, `forbidden` where the account may not, and where the club is closing.
 */
export async function findClubToWrite(
  queries: Queries,
  identity: Pick<Identity, 'userId'>,
  clubId: string,
  who: 'member' | 'moderator' | 'owner',
): Promise<ClubFor> {
  const club = await findReadableClub(queries, identity, clubId);
  if (who === 'owner' && club.role !== 'owner') {
    throw new ApiError('forbidden', 'Only the owner of this club may do this');
  }
  if (who === 'moderator' && !keepsOrder(club.role)) {
    throw new ApiError('forbidden', 'Only the owner and the moderators of this club may do this');
  }
  if (club.role === null) throw new ApiError('forbidden', 'Join this club first');
  if (club.closes !== null) throw new ApiError('forbidden', 'This club is closing');
  return club;
}
