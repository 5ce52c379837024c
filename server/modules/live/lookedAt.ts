import type { Queries } from '../../ports/database/database.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import { findChannelMembers } from '../jams/clubs.ts';

/** A jam as a node looks at it now and then: for what it was not told. */
export type LookedAt = Pick<JamRow, 'id' | 'lastEvent' | 'access' | 'clubId' | 'channelAccess'> & {
  /** When the club of a channel is gone, ms; null while it is not closing. */
  readonly closes: number | null;
};

/** Jams by short id, in no order; a few hundred at a time. */
export const findLookedAt = (queries: Queries, jamIds: readonly string[]): Promise<LookedAt[]> =>
  queries
    .selectFrom('jams')
    .leftJoin('clubs', 'clubs.id', 'jams.clubId')
    .select(['jams.id', 'jams.lastEvent', 'jams.access', 'jams.clubId'])
    .select(['jams.channelAccess', 'clubs.closes'])
    .where('jams.id', 'in', jamIds)
    .execute();

/** Everything of a jam itself that says who hears it, as one text. */
export const accessOf = ({
  access,
  channelAccess,
  closes,
}: Pick<LookedAt, 'access' | 'channelAccess' | 'closes'>): string =>
  [access, channelAccess ?? '', closes ?? ''].join(' ');

/** Those of the people who do not hear a channel as members of its club. */
export async function findOutside(
  queries: Queries,
  channel: Pick<LookedAt, 'clubId' | 'channelAccess'>,
  userIds: ReadonlySet<string>,
): Promise<string[]> {
  if (userIds.size === 0) return [];
  const members = await findChannelMembers(queries, channel, [...userIds]);
  const inside = new Set(members.map(({ userId }) => userId));
  return [...userIds].filter((userId) => !inside.has(userId));
}
