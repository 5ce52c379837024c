import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { playlistQuery } from '../data/queries/playlists.ts';
import { onPage, pageData, usePageTitle } from '../hud/parts/page/page.ts';
import { PlaylistRoom, PlaylistSkeleton } from '../hud/playlist/PlaylistRoom.tsx';

/** `/playlist/{id}`: rifffs and tracks in an order, to be played one after the other. */
export function Playlist() {
  const { playlist: id = '' } = useParams();
  const queries = useQueryClient();
  // Unknown, private or deleted: all the same for people who may not see it.
  const view = pageData(useQuery(onPage(playlistQuery(id, queries))), 'This playlist');
  usePageTitle(view?.playlist.name ?? 'Playlist');
  return view ? <PlaylistRoom key={id} view={view} /> : <PlaylistSkeleton />;
}
