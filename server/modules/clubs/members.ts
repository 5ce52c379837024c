import { sql } from 'kysely';
import type { ClubMember, ClubRole } from '../../../src/data/contract/clubs.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countEach } from '../../ports/database/mapRows.ts';
import { findRow, putRow, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { ClubMemberRow } from '../../ports/database/schemaClubs.ts';

/** The row of an account in a club, also of one who is blocked. */
export const findMember = (queries: Queries, clubId: string, userId: string) =>
  findRow(queries, 'clubMembers', { clubId, userId });

/** Stores what an account is in a club, whatever it was there before. */
export async function putMember(queries: Queries, row: ClubMemberRow): Promise<void> {
  const { clubId, userId, ...change } = row;
  await putRow(queries, 'clubMembers', { clubId, userId }, change);
}

export async function setRole(
  queries: Queries,
  { clubId, userId }: Pick<ClubMemberRow, 'clubId' | 'userId'>,
  role: ClubRole,
): Promise<void> {
  await updateRows(queries, 'clubMembers', { clubId, userId }, { role });
}

export async function deleteMember(
  queries: Queries,
  { clubId, userId, isBlocked }: Pick<ClubMemberRow, 'clubId' | 'userId' | 'isBlocked'>,
): Promise<boolean> {
  return (await removeRows(queries, 'clubMembers', { clubId, userId, isBlocked })) > 0;
}

/** How many are in each club. */
export const countMembers = (queries: Queries, clubIds: readonly string[]) =>
  countEach(queries, 'clubMembers', 'clubId', clubIds, { isBlocked: false });

/** Who is in a club, without those who are blocked. */
export const selectMembers = (queries: Queries, clubId: string) =>
  queries
    .selectFrom('clubMembers')
    .innerJoin('accounts', 'accounts.id', 'clubMembers.userId')
    .select(['clubMembers.userId', 'accounts.displayName', 'clubMembers.role'])
    .select('clubMembers.since')
    .where('clubMembers.clubId', '=', clubId)
    .where('clubMembers.isBlocked', '=', false);

const RANK = sql<number>`case ${sql.ref('clubMembers.role')}
  when 'owner' then 0 when 'moderator' then 1 else 2 end`;

/** Who is in a club: its owner, then moderators, then members, who came first first. */
export const findMembers = (
  queries: Queries,
  clubId: string,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<ClubMember[]> =>
  selectMembers(queries, clubId)
    .orderBy(RANK)
    .orderBy('clubMembers.since')
    .orderBy('clubMembers.userId')
    .limit(limit)
    .offset(skip)
    .execute();

/** Blocked people that a page of a club names. */
const BLOCKED_MAX = 500;

/** Who is blocked in a club, the latest first. */
export const findBlocked = (queries: Queries, clubId: string) =>
  queries
    .selectFrom('clubMembers')
    .innerJoin('accounts', 'accounts.id', 'clubMembers.userId')
    .select(['clubMembers.userId', 'accounts.displayName'])
    .where('clubMembers.clubId', '=', clubId)
    .where('clubMembers.isBlocked', '=', true)
    .orderBy('clubMembers.since', 'desc')
    .orderBy('clubMembers.userId')
    .limit(BLOCKED_MAX)
    .execute();
