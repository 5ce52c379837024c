import type { JamRole } from '../../../src/data/contract/jams.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapFound, mapRows } from '../../ports/database/mapRows.ts';
import { findRow, findRows, putRow, removeRows } from '../../ports/database/rows.ts';
import type { JamRow, MemberRow } from '../../ports/database/schemaJams.ts';
import { countChannelMembers } from './clubs.ts';

/** What an account is in these rooms (short ids), as its rows say; those that it left are not in the answer. */
export const findRoles = (queries: Queries, userId: string, jamIds: readonly string[]) =>
  mapFound(
    findRows(queries, 'members', { userId, jamId: jamIds, isRemoved: false }, ['jamId', 'role']),
    ({ jamId, role }): [string, JamRole] => [jamId, role],
  );

/**
 * How many are in each of the jams by its short id, its owner and its guests with them; 1 where no account joined. In a
 * channel those of its club who hear it.
 */
export async function countMembers(
  queries: Queries,
  jams: readonly Pick<JamRow, 'id' | 'clubId' | 'channelAccess'>[],
): Promise<Map<string, number>> {
  const channels = jams.filter(({ clubId }) => clubId);
  const jamIds = jams.filter(({ clubId }) => !clubId).map(({ id }) => id);
  const inChannels = await countChannelMembers(queries, channels);
  const counts = await mapRows(
    jamIds,
    queries
      .selectFrom('members')
      .innerJoin('accounts', 'accounts.id', 'members.userId')
      .select((build) => ['members.jamId', build.fn.countAll<number>().as('total')])
      .where('members.jamId', 'in', jamIds)
      .where('members.isRemoved', '=', false)
      .where('accounts.isDeleted', '=', false)
      .groupBy('members.jamId'),
    ({ jamId, total }) => [jamId, Number(total) + 1],
  );
  return new Map([
    ...jamIds.map((id) => [id, counts.get(id) ?? 1] as const),
    ...channels.map(({ id }, at) => [id, inChannels[at]!] as const),
  ]);
}

/** The row of an account in a room, also of one that was removed. */
export const findMember = (queries: Queries, jamId: string, userId: string) =>
  findRow(queries, 'members', { jamId, userId });

/** Everyone in a room but its owner, who came first first. */
export const findMembers = (queries: Queries, jamId: string) =>
  queries
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.userId')
    .select(['members.userId', 'accounts.displayName', 'members.role', 'members.since'])
    .where('members.jamId', '=', jamId)
    .where('members.isRemoved', '=', false)
    .where('accounts.isDeleted', '=', false)
    .orderBy('members.since')
    .orderBy('members.userId')
    .execute();

/** Puts an account into a room; what it was there before counts no more. */
export async function putMember(queries: Queries, row: MemberRow): Promise<void> {
  const { jamId, userId, ...change } = row;
  await putRow(queries, 'members', { jamId, userId }, change);
}

/** Takes the row of an account out of a room, so that it may come again; false when it was not there. */
export async function deleteMember(
  queries: Queries,
  jamId: string,
  userId: string,
): Promise<boolean> {
  return (await removeRows(queries, 'members', { jamId, userId, isRemoved: false })) > 0;
}
