import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ClubPage } from '../../data/contract/clubs.ts';
import { clubTracksQuery } from '../../data/queries/clubs.ts';
import { QueryList } from '../kit/QueryList.tsx';
import { TrackList } from '../parts/tracks/TrackList.tsx';
import { ListState } from '../system/ListState.tsx';
import { AddClubTrack } from './AddClubTrack.tsx';

interface ClubTracksProps {
  club: ClubPage;
  /** Heading, where there is room for one; then nothing is said of a club without tracks. */
  title?: string;
}

/** Tracks of the channels that the reader hears, each with the way to its channel. */
export function ClubTracks({ club, title }: ClubTracksProps) {
  const query = useInfiniteQuery(clubTracksQuery(club.id));
  const { data, isError } = query;
  const tracks = data?.pages.flatMap((page) => page.tracks) ?? [];
  if (title && !isError && tracks.length === 0 && club.role === null) return null;
  const isOpenTo = (jamId: string) =>
    club.access === 'open' &&
    club.closes === null &&
    club.channels.find((channel) => channel.jamId === jamId)?.access === 'public';
  return (
    <section aria-label="Tracks">
      {title && <h2 className="below16 t24">{title}</h2>}
      <QueryList
        query={query}
        what="The tracks"
        isPlural
        older="tracks"
        isEmpty={tracks.length === 0}
        empty={
          <ListState isSmall title="No tracks yet">
            Whole pieces of sound that members bring into a channel stand here.
          </ListState>
        }
      >
        <TrackList
          tracks={tracks}
          jamOf={({ jamId }) => jamId}
          isForMember={({ jamId }) => !isOpenTo(jamId)}
          before={({ jamId, jamName }) => (
            <Link to={`/jams/${jamId}`} className="medium underline t13 truncate">
              {jamName}
            </Link>
          )}
        />
      </QueryList>
      {(data || isError) && <AddClubTrack club={club} />}
    </section>
  );
}
