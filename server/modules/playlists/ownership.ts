import type { ExportOwned } from '../../kernel/ownership.ts';
import { inPages, ownedRows, type RemovalStep, removalOf } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { hasRow, listRows, valuesOf } from '../../ports/database/rows.ts';
import { deletePlaylists } from './repo.ts';

/** Playlists that go in one transaction, each with 500 items at most. */
const PLAYLISTS = 5;

/**
 * Playlists of an account, those that it made for clubs with them, what it put into them and into others, and its
 * reactions, as its export lists them. Times in milliseconds since the epoch.
 */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  const playlists = queries.selectFrom('playlists').selectAll().where('ownerId', '=', userId);
  const items = queries.selectFrom('playlistItems').selectAll().where('addedBy', '=', userId);
  return {
    playlists: inPages(playlists, ['created', 'id']),
    items: inPages(items, ['created', 'id']),
    reactions: rows('playlistReactions', ['itemId', 'reaction'], ['created']),
  };
};

/** Personal playlists. Those of clubs stay, and so does what the account put into them; neither names it any more. */
const ownPlaylists: RemovalStep = async (queries, userId) => {
  const personal = { ownerId: userId, clubId: null };
  const some = { columns: ['id'], most: PLAYLISTS } as const;
  const rows = await listRows(queries, 'playlists', personal, [], some);
  await deletePlaylists(queries, valuesOf(rows, 'id'));
  return rows.length < PLAYLISTS ? null : [];
};

/** Removes an account from playlists. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [
  ownPlaylists,
  removalOf('playlistReactions', 'itemId'),
];

/** Has the account playlists of its own? */
export async function hasPlaylists(queries: Queries, userId: string): Promise<boolean> {
  return hasRow(queries, 'playlists', { ownerId: userId, clubId: null });
}
