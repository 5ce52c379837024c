import { newId } from '../../src/data/rules/ids.ts';
import { EMPTY_JAM } from '../modules/jams/personalJam.ts';
import type { Queries } from '../ports/database/database.ts';
import type { ClubMemberRow, ClubRow } from '../ports/database/schemaClubs.ts';
import type { JamRow } from '../ports/database/schemaJams.ts';

/** What an account is in a club; a blocked one is no member. */
export type ClubStanding = ClubMemberRow['role'] | 'blocked';

/** Stores a club directly, with who is in it; returns its id. */
export async function storeClub(
  queries: Queries,
  people: Readonly<Record<string, ClubStanding>>,
  more: Partial<ClubRow> = {},
): Promise<string> {
  const id = `club${newId().slice(-10)}`;
  const standings = Object.entries(people);
  const [ownerId = ''] = standings.find(([, standing]) => standing === 'owner') ?? [];
  await queries
    .insertInto('clubs')
    .values({
      id,
      ownerId,
      name: 'Night shift',
      description: '',
      access: 'invite',
      created: 1,
      iconKey: null,
      bannerKey: null,
      closes: null,
      ...more,
    })
    .execute();
  const rows = standings.map(([userId, standing], at): ClubMemberRow => {
    const isBlocked = standing === 'blocked';
    return { clubId: id, userId, role: isBlocked ? 'member' : standing, since: at, isBlocked };
  });
  if (rows.length > 0) await queries.insertInto('clubMembers').values(rows).execute();
  return id;
}

/** Stores a channel of a club directly; returns its id. */
export async function storeChannel(
  queries: Queries,
  { clubId, ownerId }: { readonly clubId: string; readonly ownerId: string },
  channelAccess: NonNullable<JamRow['channelAccess']>,
): Promise<string> {
  const id = `band${newId().slice(-10)}`;
  await queries
    .insertInto('jams')
    .values({
      ...EMPTY_JAM,
      id,
      ownerId,
      clubId,
      channelAccess,
      kind: 'room',
      name: `The ${channelAccess} channel`,
      access: channelAccess === 'public' ? 'public' : 'private',
      longId: newId() + newId(),
      created: Date.now(),
      isDemo: false,
    })
    .execute();
  return id;
}
