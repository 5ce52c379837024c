import type { Queries } from '../../ports/database/database.ts';
import { countEach, rowsById } from '../../ports/database/mapRows.ts';
import { listRows, removeRows } from '../../ports/database/rows.ts';
import type { ClubRow, PlaylistItemRow, PlaylistRow } from '../../ports/database/schemaClubs.ts';

/** A playlist with whom and what it names; `owner` is null once their account is gone. */
export interface NamedPlaylist extends PlaylistRow {
  readonly owner: string | null;
  readonly displayName: string | null;
  /** Of the owner: null once their account is gone. */
  readonly isDemo: boolean | null;
  readonly clubName: string | null;
  readonly clubAccess: ClubRow['access'] | null;
  readonly clubCloses: number | null;
}

const selectNamed = (queries: Queries) =>
  queries
    .selectFrom('playlists')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'playlists.ownerId').on('accounts.isDeleted', '=', false),
    )
    .leftJoin('clubs', 'clubs.id', 'playlists.clubId')
    .selectAll('playlists')
    .select(['accounts.id as owner', 'accounts.displayName', 'accounts.isDemo'])
    .select('clubs.name as clubName')
    .select(['clubs.access as clubAccess', 'clubs.closes as clubCloses']);

export const findPlaylist = (queries: Queries, id: string): Promise<NamedPlaylist | undefined> =>
  selectNamed(queries).where('playlists.id', '=', id).executeTakeFirst();

/** Personal playlists of an account, what was changed last first. */
export const findPersonal = (queries: Queries, ownerId: string): Promise<NamedPlaylist[]> =>
  selectNamed(queries)
    .where('playlists.ownerId', '=', ownerId)
    .where('playlists.clubId', 'is', null)
    .orderBy('playlists.changed', 'desc')
    .orderBy('playlists.id', 'desc')
    .execute();

/** Playlists of a club, the oldest first. */
export const findOfClub = (queries: Queries, clubId: string): Promise<NamedPlaylist[]> =>
  selectNamed(queries)
    .where('playlists.clubId', '=', clubId)
    .orderBy('playlists.created')
    .orderBy('playlists.id')
    .execute();

/** Playlists of the clubs that an account is in and that are not closing, in no order. */
export const findOfOwnClubs = (queries: Queries, userId: string) =>
  selectNamed(queries)
    .innerJoin('clubMembers', 'clubMembers.clubId', 'playlists.clubId')
    .select('clubMembers.role')
    .where('clubMembers.userId', '=', userId)
    .where('clubMembers.isBlocked', '=', false)
    .where('clubs.closes', 'is', null)
    .execute();

/** How many things are in each of these playlists. */
export const countItems = (queries: Queries, playlistIds: readonly string[]) =>
  countEach(queries, 'playlistItems', 'playlistId', playlistIds);

/** Ids of the items of a playlist in its order. */
export async function findOrder(queries: Queries, playlistId: string): Promise<string[]> {
  const columns = ['id'] as const;
  const rows = await listRows(queries, 'playlistItems', { playlistId }, ['position'], { columns });
  return rows.map(({ id }) => id);
}

export const findItems = (
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, PlaylistItemRow>> => rowsById(queries, 'playlistItems', ids);

/** Takes playlists away with what is in them and the reactions to that. */
export async function deletePlaylists(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const items = queries
    .selectFrom('playlistItems')
    .select('playlistItems.id')
    .where('playlistItems.playlistId', 'in', ids);
  await queries.deleteFrom('playlistReactions').where('itemId', 'in', items).execute();
  await removeRows(queries, 'playlistItems', { playlistId: ids });
  await removeRows(queries, 'playlists', { id: ids });
}
