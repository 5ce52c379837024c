import { inPages, type Pages, type RemovalStep } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { deletePlaylists } from './repo.ts';

/** Rows of an export at a time. */
const PAGE = 200;
/** Playlists that go in one transaction, each with 500 items at most. */
const PLAYLISTS = 5;
/** Small rows that go in one transaction. */
const ROWS = 200;

/**
 * Playlists of an account, those that it made for clubs with them, what it put into them and into others, and its
 * reactions, as its export lists them. Times in milliseconds since the epoch.
 */
export function exportOwned(queries: Queries, userId: string): Record<string, Pages> {
  const playlists = queries.selectFrom('playlists').selectAll().where('ownerId', '=', userId);
  const items = queries.selectFrom('playlistItems').selectAll().where('addedBy', '=', userId);
  const reactions = queries
    .selectFrom('playlistReactions')
    .select(['itemId', 'reaction', 'created'])
    .where('userId', '=', userId);
  return {
    playlists: inPages(playlists, ['created', 'id'], PAGE),
    items: inPages(items, ['created', 'id'], PAGE),
    reactions: inPages(reactions, ['itemId', 'reaction'], PAGE),
  };
}

/** Personal playlists. Those of clubs stay, and so does what the account put into them; neither names it any more. */
const ownPlaylists: RemovalStep = async (queries, userId) => {
  const rows = await queries
    .selectFrom('playlists')
    .select('id')
    .where('ownerId', '=', userId)
    .where('clubId', 'is', null)
    .limit(PLAYLISTS)
    .execute();
  await deletePlaylists(
    queries,
    rows.map(({ id }) => id),
  );
  return rows.length < PLAYLISTS ? null : [];
};

const ownReactions: RemovalStep = async (queries, userId) => {
  const some = queries
    .selectFrom('playlistReactions')
    .select('itemId')
    .where('userId', '=', userId)
    .limit(ROWS);
  const gone = await queries
    .deleteFrom('playlistReactions')
    .where('userId', '=', userId)
    .where('itemId', 'in', some)
    .returning('itemId')
    .execute();
  return gone.length < ROWS ? null : [];
};

/** Removes an account from playlists. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [ownPlaylists, ownReactions];

/** Has the account playlists of its own? */
export async function hasPlaylists(queries: Queries, userId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('playlists')
    .select('id')
    .where('ownerId', '=', userId)
    .where('clubId', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
