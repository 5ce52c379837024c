import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { myPlaylistsQuery, playlistsOfQuery } from '../../data/queries/playlists.ts';
import { ui } from '../../data/stores/ui.ts';
import { NewPlaylist } from '../parts/playlist/NewPlaylist.tsx';
import { PlaylistRows, PlaylistRowsSkeleton } from '../parts/playlist/PlaylistRows.tsx';
import { Button } from '../system/Button.tsx';
import { FailedState, ListState } from '../system/ListState.tsx';

interface PlaylistsProps {
  userId: string;
  reader: string;
  /** Of whoever looks at them, and no guest of a room. */
  isOwn: boolean;
}

/** Playlists of a person: the public ones; one's own all, with those of one's clubs, and a way to make another. */
export function Playlists({ userId, reader, isOwn }: PlaylistsProps) {
  const { isOnline } = useSnapshot(ui);
  const [isMaking, setMaking] = useState(false);
  const own = useQuery({ ...myPlaylistsQuery(reader, true), enabled: isOwn });
  const others = useQuery({ ...playlistsOfQuery(userId, reader), enabled: !isOwn });
  const { data, isError, fetchStatus, refetch } = isOwn ? own : others;
  if (!data) {
    if (!isError && fetchStatus !== 'paused') return <PlaylistRowsSkeleton />;
    return (
      <FailedState
        isOffline={!isOnline}
        what="The playlists"
        isPlural
        onRetry={() => void refetch()}
      />
    );
  }
  const make = (
    <Button
      variant={data.length === 0 ? 'filled' : 'outlined'}
      icon="plus"
      onClick={() => setMaking(true)}
    >
      New playlist
    </Button>
  );
  return (
    <>
      {data.length === 0 ? (
        <ListState
          title={isOwn ? 'No playlists yet' : 'No playlists to see'}
          action={isOwn && make}
        >
          {isOwn
            ? 'Put rifffs and tracks into an order, and hear them one after the other.'
            : 'What they keep for themselves is not shown.'}
        </ListState>
      ) : (
        <>
          {isOwn && <p className="below24">{make}</p>}
          <PlaylistRows playlists={data} />
        </>
      )}
      <NewPlaylist isOpen={isMaking} onOpenChange={setMaking} />
    </>
  );
}
