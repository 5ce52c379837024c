import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { myPlaylistsQuery, playlistsOfQuery } from '../../data/queries/playlists.ts';
import { QueryList } from '../kit/QueryList.tsx';
import { NewPlaylist } from '../parts/playlist/NewPlaylist.tsx';
import { PlaylistRows, PlaylistRowsSkeleton } from '../parts/playlist/PlaylistRows.tsx';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';

interface PlaylistsProps {
  userId: string;
  /** True if these are the reader's own, and the reader is no guest of a room. */
  isOwn: boolean;
}

/**
 * Playlists of a person. Others see the public ones. The person themselves sees all, also those of their clubs, and can
 * make a new one.
 */
export function Playlists({ userId, isOwn }: PlaylistsProps) {
  const [isMaking, setMaking] = useState(false);
  const own = useQuery({ ...myPlaylistsQuery(true), enabled: isOwn });
  const others = useQuery({ ...playlistsOfQuery(userId), enabled: !isOwn });
  const query = isOwn ? own : others;
  const playlists = query.data ?? [];
  const make = (
    <Button
      variant={playlists.length === 0 ? 'filled' : 'outlined'}
      icon="plus"
      onClick={() => setMaking(true)}
    >
      New playlist
    </Button>
  );
  return (
    <>
      <QueryList
        query={query}
        what="The playlists"
        isPlural
        size="rows"
        skeleton={<PlaylistRowsSkeleton />}
        isEmpty={playlists.length === 0}
        empty={
          <ListState
            title={isOwn ? 'No playlists yet' : 'No playlists to see'}
            action={isOwn && make}
          >
            {isOwn
              ? 'Put rifffs and tracks into an order, and hear them one after the other.'
              : 'What they keep for themselves is not shown.'}
          </ListState>
        }
      >
        {isOwn && <p className="below24">{make}</p>}
        <PlaylistRows playlists={playlists} />
      </QueryList>
      <NewPlaylist isOpen={isMaking} onOpenChange={setMaking} />
    </>
  );
}
