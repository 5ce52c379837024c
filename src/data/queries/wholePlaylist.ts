import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { PLAYLIST_CALLS } from '../contract/clubCalls.ts';
import { MAX_PLAYLIST_ITEMS } from '../contract/constants.ts';
import type { PlaylistBrief, PlaylistItem } from '../contract/playlists.ts';

/** Items that come at once; the server gives no more. */
const MOST_AT_ONCE = 100;

/** A playlist with all its items in their order. */
export interface WholePlaylist {
  readonly playlist: PlaylistBrief;
  readonly items: readonly PlaylistItem[];
}

async function fetchWhole(playlistId: string, signal: AbortSignal): Promise<WholePlaylist> {
  const known = new Map<string, PlaylistItem>();
  for (let skip = 0; ; skip += MOST_AT_ONCE) {
    const query = { skip, limit: Math.min(skip + MOST_AT_ONCE, MAX_PLAYLIST_ITEMS) };
    const answer = await call(PLAYLIST_CALLS.playlist, { params: { playlistId }, query }, signal);
    const { entries, items, ...playlist } = answer.playlist;
    for (const item of items) known.set(item.id, item);
    const isWhole = skip + MOST_AT_ONCE >= Math.min(entries.length, MAX_PLAYLIST_ITEMS);
    if (isWhole || items.length === 0) {
      // The order is that of the last answer; what was moved behind a page that came already is there once.
      return { playlist, items: entries.flatMap(({ id }) => known.get(id) ?? []) };
    }
  }
}

/** The whole of a playlist as it stands now, for the reader: what is taken away is never what was kept from before. */
export function wholePlaylistQuery(playlistId: string) {
  return queryOptions({
    queryKey: ['playlists', 'whole', playlistId],
    queryFn: ({ signal }) => fetchWhole(playlistId, signal),
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}
