import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ClubPage } from '../../data/contract/clubs.ts';
import { clubTracksQuery } from '../../data/queries/clubs.ts';
import { askForPlaylist } from '../../data/stores/addToPlaylist.ts';
import { QueryList } from '../kit/QueryList.tsx';
import pageStyles from '../parts/Page.module.css';
import { useNames } from '../parts/people/useNames.ts';
import { useReader } from '../parts/shares/useReader.ts';
import { TrackPlayer } from '../parts/tracks/TrackPlayer.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { IconButton } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { AddClubTrack } from './AddClubTrack.tsx';

interface ClubTracksProps {
  club: ClubPage;
  /** Heading, where there is room for one; then nothing is said of a club without tracks. */
  title?: string;
}

/** Tracks of the channels that the reader hears, each with the way to its channel. */
export function ClubTracks({ club, title }: ClubTracksProps) {
  const reader = useReader();
  const text = useRegionText();
  const nameOf = useNames();
  const query = useInfiniteQuery(clubTracksQuery(club.id, reader));
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
        <ul className={pageStyles.trackList}>
          {tracks.map((track) => (
            <li key={track.id}>
              <TrackPlayer
                track={track}
                label="Track"
                isForMember={!isOpenTo(track.jamId)}
                about={[nameOf(track.user_id), text.time(track.created)].filter(Boolean).join(', ')}
                actions={
                  <>
                    <Link to={`/jams/${track.jamId}`} className="medium underline t13 truncate">
                      {track.jamName}
                    </Link>
                    <IconButton
                      label={`Add ${track.name || 'the track'} to a playlist`}
                      icon="list"
                      aria-haspopup="dialog"
                      onClick={() =>
                        askForPlaylist({
                          itemId: track.id,
                          jamId: track.jamId,
                          title: track.name || 'Track',
                        })
                      }
                    />
                  </>
                }
              />
            </li>
          ))}
        </ul>
      </QueryList>
      {(data || isError) && <AddClubTrack club={club} />}
    </section>
  );
}
