import type { PlaylistItem } from '../../../src/data/contract/playlists.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertOnce, removeRows } from '../../ports/database/rows.ts';
import type { PlaylistReactionRow } from '../../ports/database/schemaClubs.ts';
import { reactionTotals } from '../chat/repo.ts';

export type ReactionCounts = PlaylistItem['reactions'];

/** Adds a reaction; one that is there stays. */
export async function insertReaction(queries: Queries, row: PlaylistReactionRow): Promise<void> {
  await insertOnce(queries, 'playlistReactions', row);
}

/** Takes a reaction back, if it is there. */
export async function deleteReaction(
  queries: Queries,
  { itemId, userId, reaction }: Omit<PlaylistReactionRow, 'created'>,
): Promise<void> {
  await removeRows(queries, 'playlistReactions', { itemId, userId, reaction });
}

/** By item: how many made each reaction, the earliest first, and whether the reader is among them. */
export async function findReactions(
  queries: Queries,
  readerId: string | undefined,
  itemIds: readonly string[],
): Promise<Map<string, ReactionCounts>> {
  const counts = new Map<string, ReactionCounts>(itemIds.map((id) => [id, []]));
  if (itemIds.length === 0) return counts;
  const rows = await queries
    .selectFrom('playlistReactions')
    .select(['itemId', 'reaction'])
    .select(reactionTotals(readerId))
    .where('itemId', 'in', itemIds)
    .groupBy(['itemId', 'reaction'])
    .orderBy('first')
    .orderBy('reaction')
    .execute();
  for (const { itemId, reaction, total, own } of rows) {
    counts.get(itemId)?.push({ reaction, count: Number(total), isOwn: Number(own) > 0 });
  }
  return counts;
}
