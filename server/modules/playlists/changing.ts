import type { Transaction } from 'kysely';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { MESSAGES } from '../../../src/data/contract/messages.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limitPace, type Pace } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import { updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { PlaylistItemRow } from '../../ports/database/schemaClubs.ts';
import {
  findReadablePlaylist,
  type PlaylistAt,
  type PlaylistFor,
  type PlaylistRight,
  requireRight,
} from './access.ts';
import { findItems } from './repo.ts';

/** What the calls of playlists share. */
export type PlaylistsContext = Pick<Server, 'database' | 'publicUrl'>;

/** Calls of one account. */
const PACES = {
  playlist: { atOnce: 30, perHour: 600 },
  // Many are put into a list at once.
  'playlist-item': { atOnce: 300, perHour: 3000 },
  'playlist-reaction': { atOnce: 30, perHour: 2000 },
} as const satisfies Record<string, Pace>;

/** Counts a call. Throws `too_many_requests`. */
export const countCall = (queries: Queries, kind: keyof typeof PACES, { userId }: Identity) =>
  limitPace(queries, kind, userId, PACES[kind]);

/**
 * Changes a playlist for an account that may, under the locks of the account, of the club, so that the account is not
 * taken out of it or ends it meanwhile, and of the playlist, whose reactions come from people of no club too. Who may
 * is asked again then.
 * @throws ApiError `not_found` with 'Playlist not found', `forbidden`
 */
export async function changeAs<T>(
  { database }: Pick<PlaylistsContext, 'database'>,
  identity: Identity,
  at: PlaylistAt,
  right: PlaylistRight,
  work: (transaction: Transaction<Schema>, playlist: PlaylistFor) => Promise<T>,
): Promise<T> {
  const { clubId } = await findReadablePlaylist(database.queries, identity, at);
  return writeFor(database, identity.userId, async (transaction) => {
    if (clubId !== null) await database.lock(transaction, `club:${clubId}`);
    await database.lock(transaction, `playlist:${at.playlistId}`);
    const playlist = await findReadablePlaylist(transaction, identity, at);
    requireRight(playlist, right);
    return work(transaction, playlist);
  });
}

/** Notes when a playlist was changed. */
export async function touch(queries: Queries, playlistId: string): Promise<void> {
  const changed = Date.now();
  await updateRows(queries, 'playlists', { id: playlistId }, { changed });
}

/** An item of a playlist. Throws `not_found` with 'Item not found in playlist'. */
export async function findItemIn(
  queries: Queries,
  playlistId: string,
  itemId: string,
): Promise<PlaylistItemRow> {
  const item = (await findItems(queries, [itemId])).get(itemId);
  if (item?.playlistId === playlistId) return item;
  throw new ApiError('not_found', MESSAGES.playlistItemNotFound);
}
