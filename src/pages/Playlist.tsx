import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { ApiError } from '../data/contract/errors.ts';
import { playlistQuery } from '../data/queries/playlists.ts';
import { ui } from '../data/stores/ui.ts';
import styles from '../hud/parts/Page.module.css';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { useReader } from '../hud/parts/shares/useReader.ts';
import { PlaylistRoom, PlaylistSkeleton } from '../hud/playlist/PlaylistRoom.tsx';
import { FailedState } from '../hud/system/ListState.tsx';
import { VisuallyHidden } from '../hud/system/VisuallyHidden.tsx';

/** `/playlist/{id}`: rifffs and tracks in an order, to be played one after the other. */
export function Playlist() {
  const { playlist: id = '' } = useParams();
  const reader = useReader();
  const queries = useQueryClient();
  const place = { id, reader };
  const { isOnline } = useSnapshot(ui);
  const query = playlistQuery(place, queries);
  const { data, error, isError, fetchStatus, refetch } = useQuery(onPage(query));
  usePageTitle(data?.playlist.name ?? 'Playlist');
  // Unknown, private or deleted: all the same to whoever may not see it.
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    throw new ApiError('not_found', error.message);
  }
  if (data) return <PlaylistRoom key={id} place={place} view={data} />;
  if (!isError && fetchStatus !== 'paused') return <PlaylistSkeleton />;
  return (
    <div className={`${styles.page} over`}>
      <VisuallyHidden>
        <h1>Playlist</h1>
      </VisuallyHidden>
      <FailedState isOffline={!isOnline} what="This playlist" onRetry={() => void refetch()} />
    </div>
  );
}
