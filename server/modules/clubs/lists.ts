import { sql } from 'kysely';
import type * as z from 'zod';
import type {
  ClubsQuerySchema,
  ClubsSchema,
  ListedClub,
} from '../../../src/data/contract/clubs.ts';
import { LIVE_MS } from '../../../src/data/contract/constants.ts';
import type { Identity, Reader } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { holding } from '../../ports/database/holding.ts';
import { countOf } from '../../ports/database/rows.ts';
import { findClubRoles } from '../jams/clubs.ts';
import type { ClubsContext } from './context.ts';
import { listClubs } from './present.ts';

type Asked = z.output<typeof ClubsQuerySchema>;

/** When the newest rifff of its channels came that anyone hears. */
const LATEST = sql<number | null>`(
  select max(${sql.ref('jams.latest')}) from ${sql.table('jams')}
  where ${sql.ref('jams.clubId')} = ${sql.ref('clubs.id')}
    and ${sql.ref('jams.channelAccess')} = 'public')`;

/** Clubs that anyone may find. */
function openClubs(queries: Queries, { search, live }: Asked, nowMs: number) {
  let clubs = queries
    .selectFrom('clubs')
    .where('clubs.access', '=', 'open')
    .where('clubs.closes', 'is', null);
  if (live) clubs = clubs.where(LATEST, '>', nowMs - LIVE_MS);
  if (!search) return clubs;
  const like = holding(search);
  return clubs.where((where) => where.or([like('clubs.name'), like('clubs.description')]));
}

/** Lists of clubs. */
export function listCalls(context: ClubsContext) {
  const { queries } = context.database;
  return {
    /** Open clubs: those with the newest rifff first, then empty ones, the newest first. */
    async all(reader: Reader, asked: Asked): Promise<z.output<typeof ClubsSchema>> {
      const clubs = openClubs(queries, asked, Date.now());
      const [rows, total] = await Promise.all([
        clubs
          .selectAll('clubs')
          .orderBy((order) => order.case().when(LATEST, 'is', null).then(1).else(0).end())
          .orderBy(LATEST, 'desc')
          .orderBy('clubs.created', 'desc')
          .orderBy('clubs.id')
          .limit(asked.limit)
          .offset(asked.skip)
          .execute(),
        countOf(clubs),
      ]);
      const ids = rows.map(({ id }) => id);
      const roles = await findClubRoles(queries, reader?.userId ?? '', ids);
      const found = rows.map((row) => ({ ...row, role: roles.get(row.id) ?? null }));
      return { clubs: await listClubs(context, found), total };
    },

    /** Clubs that the caller is in, those with the newest rifff that they hear first. */
    async mine({ userId }: Identity): Promise<{ clubs: ListedClub[] }> {
      const rows = await queries
        .selectFrom('clubs')
        .innerJoin('clubMembers', 'clubMembers.clubId', 'clubs.id')
        .selectAll('clubs')
        .select('clubMembers.role')
        .where('clubMembers.userId', '=', userId)
        .where('clubMembers.isBlocked', '=', false)
        .where((where) =>
          where.or([where('clubs.closes', 'is', null), where('clubs.closes', '>', Date.now())]),
        )
        .orderBy('clubs.created', 'desc')
        .orderBy('clubs.id')
        .execute();
      const clubs = await listClubs(context, rows);
      const latest = ({ newest }: ListedClub) => newest?.created ?? 0;
      return { clubs: clubs.sort((a, b) => latest(b) - latest(a)) };
    },
  };
}
