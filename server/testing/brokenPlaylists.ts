import type { Queries } from '../ports/database/database.ts';

/** Playlists whose places have gaps, and what hangs on playlists or items that are gone. */
export async function findBrokenPlaylists(queries: Queries): Promise<string[]> {
  const ids = await queries.selectFrom('playlists').select('id').execute();
  const items = await queries
    .selectFrom('playlistItems')
    .select(['id', 'playlistId', 'position'])
    .orderBy('position')
    .execute();
  const reactions = await queries.selectFrom('playlistReactions').select('itemId').execute();
  const [lists, places] = [new Set(ids.map(({ id }) => id)), new Set(items.map(({ id }) => id))];
  const groups = [...Map.groupBy(items, ({ playlistId }) => playlistId)];
  return [
    ...groups
      .filter(([, rows]) => rows.some(({ position }, at) => position !== at))
      .map(([id]) => `the places of playlist ${id} have gaps`),
    ...groups.filter(([id]) => !lists.has(id)).map(([id]) => `items hang on playlist ${id}`),
    ...reactions
      .filter(({ itemId }) => !places.has(itemId))
      .map(({ itemId }) => `reactions hang on item ${itemId}`),
  ];
}
