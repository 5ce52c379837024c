import { type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely';
import type { ChannelAccess, ClubRole } from '../../../src/data/contract/clubs.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Member } from '../../../src/data/contract/members.ts';
import { keepsOrder } from '../../../src/data/rules/jam/standing.ts';
import type { Identity, Reader } from '../../plugins/identity.ts';
import { closedClubOf } from '../../plugins/pupils.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapFound } from '../../ports/database/mapRows.ts';
import { findRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { ClubRow } from '../../ports/database/schemaClubs.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';

export { keepsOrder } from '../../../src/data/rules/jam/standing.ts';

/** A club with what the reader is in it; null for a reader who is not in it. */
export interface ClubFor extends ClubRow {
  readonly role: ClubRole | null;
}

/** What an account is in these clubs; those that it is not in, or is blocked in, are not in the answer. */
export const findClubRoles = (queries: Queries, userId: string, clubIds: readonly string[]) =>
  mapFound(
    findRows(queries, 'clubMembers', { userId, clubId: clubIds, isBlocked: false }),
    ({ clubId, role }): [string, ClubRole] => [clubId, role],
  );

/** Is its time over? It is there until everything in it was seen to, and cannot be read. */
const isOver = ({ closes }: Pick<ClubRow, 'closes'>) => closes !== null && closes <= Date.now();

/** Clubs by id with what the reader is in each; without those whose time is over, and without others for pupils of a class that is not open. */
export async function findClubsFor(
  queries: Queries,
  reader: Reader,
  clubIds: readonly string[],
): Promise<Map<string, ClubFor>> {
  const [rows, roles] = await Promise.all([
    findRows(queries, 'clubs', { id: clubIds }),
    reader?.userId ? findClubRoles(queries, reader.userId, clubIds) : new Map<string, ClubRole>(),
  ]);
  const only = closedClubOf(reader);
  const there = rows.filter((row) => !isOver(row) && (only ?? row.id) === row.id);
  return new Map(there.map((row) => [row.id, { ...row, role: roles.get(row.id) ?? null }]));
}

/**
 * Condition on a row of `jams`: it is the channel of a club that the account is in, and they hear it. An account that
 * is blocked is not in the club. A channel without a name is on its way out.
 */
export function isChannelOf(userId: string): ExpressionWrapper<Schema, 'jams', SqlBool> {
  const build = expressionBuilder<Schema, 'jams'>();
  return build.exists(
    build
      .selectFrom('clubMembers')
      .innerJoin('clubs', 'clubs.id', 'clubMembers.clubId')
      .select('clubMembers.userId')
      .whereRef('clubMembers.clubId', '=', 'jams.clubId')
      .where('clubMembers.userId', '=', userId)
      .where('clubMembers.isBlocked', '=', false)
      .where('jams.name', '!=', '')
      .where((where) =>
        where.or([where('clubs.closes', 'is', null), where('clubs.closes', '>', Date.now())]),
      )
      .where((where) =>
        where.or([
          where('clubMembers.role', '!=', 'member'),
          where('jams.channelAccess', '!=', 'moderators'),
        ]),
      ),
  );
}

/** Condition on a row of `jams`: it is no channel of a club that is closing. Few are, so the list of them is read once. */
export function isNotClosing(): ExpressionWrapper<Schema, 'jams', SqlBool> {
  const build = expressionBuilder<Schema, 'jams'>();
  const closing = build
    .selectFrom('clubs')
    .select('clubs.id')
    .where('clubs.closes', 'is not', null);
  return build.or([build('jams.clubId', 'is', null), build('jams.clubId', 'not in', closing)]);
}

/** People that a channel names; the page of its club has them all. */
const MOST_NAMED = 200;

type Channel = Pick<JamRow, 'clubId' | 'channelAccess'>;

const selectMembers = (queries: Queries) =>
  queries
    .selectFrom('clubMembers')
    .innerJoin('accounts', 'accounts.id', 'clubMembers.userId')
    .where('clubMembers.isBlocked', '=', false)
    .where('accounts.isDeleted', '=', false);

/**
 * Who hears a channel as a member of its club: its owner, moderators, members, each who came first first; 200 at most,
 * or those of some accounts alone.
 */
export async function findChannelMembers(
  queries: Queries,
  { clubId, channelAccess }: Channel,
  userIds?: readonly string[],
): Promise<Member[]> {
  let hearing = selectMembers(queries).where('clubMembers.clubId', '=', clubId ?? '');
  if (channelAccess === 'moderators') hearing = hearing.where('role', '!=', 'member');
  if (userIds) hearing = hearing.where('userId', 'in', userIds);
  return hearing
    .select(['clubMembers.userId', 'accounts.displayName', 'clubMembers.role', 'clubMembers.since'])
    .orderBy((order) =>
      order
        .case()
        .when('role', '=', 'owner')
        .then(0)
        .when('role', '=', 'moderator')
        .then(1)
        .else(2)
        .end(),
    )
    .orderBy('since')
    .orderBy('userId')
    .limit(userIds ? userIds.length : MOST_NAMED)
    .execute();
}

/** How many hear each of the channels as members of their clubs, in their order. */
export async function countChannelMembers(
  queries: Queries,
  channels: readonly Channel[],
): Promise<number[]> {
  const clubIds = [...new Set(channels.flatMap(({ clubId }) => clubId ?? []))];
  if (clubIds.length === 0) return channels.map(() => 0);
  const rows = await selectMembers(queries)
    .select((build) => ['clubId', 'role', build.fn.countAll<number>().as('total')])
    .where('clubId', 'in', clubIds)
    .groupBy(['clubId', 'role'])
    .execute();
  return channels.map(({ clubId, channelAccess }) =>
    rows
      .filter((row) => row.clubId === clubId)
      .filter(({ role }) => channelAccess !== 'moderators' || keepsOrder(role))
      .reduce((sum, { total }) => sum + Number(total), 0),
  );
}

/** What may not be read does not exist, as far as the reader can tell. */
export const noClub = () => new ApiError('not_found', 'There is no such club');

/** Which channels an account of this role hears; null is a reader who is not in it. */
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
  const club = (await findClubsFor(queries, reader, [clubId])).get(clubId);
  if (!club) throw noClub();
  const isPublic = club.access === 'open' && club.closes === null;
  if (!isPublic && club.role === null) throw noClub();
  return club;
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
