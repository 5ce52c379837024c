import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { ApiError } from '../../data/contract/errors.ts';
import { addTrack, jamTracksQuery, removeTrack } from '../../data/queries/tracks.ts';
import { askForPlaylist } from '../../data/stores/addToPlaylist.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { TrackPicker } from '../parts/tracks/TrackPicker.tsx';
import { TrackPlayer } from '../parts/tracks/TrackPlayer.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { Icon } from '../system/Icon.tsx';
import styles from './JamPage.module.css';
import type { JamView } from './useJam.ts';

/** What a change of the tracks failed with, for people; empty when it did not. */
function troubleOf(error: Error | null): string {
  if (!error) return '';
  if (error instanceof ApiError && error.status === 0) {
    return 'The server could not be reached: try again in a moment.';
  }
  const said = error instanceof ApiError ? error.message.replace(/^file:/, 'The file') : '';
  return said || 'That did not work. Please try again.';
}

/** The tracks of a jam, for whoever may hear them; its owner brings them and takes them away. */
export function JamTracks({ view: { jam, isOwn } }: { view: JamView }) {
  const { user } = useSnapshot(session);
  const reader = user?.user_id ?? '';
  const jamId = jam?.id ?? '';
  const query = useInfiniteQuery({ ...jamTracksQuery(jamId, reader), enabled: jam !== undefined });
  const queries = useQueryClient();
  const text = useRegionText();
  const [complaint, setComplaint] = useState('');
  const change = useMutation({
    networkMode: 'always',
    mutationFn: (task: () => Promise<void>) => task(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tracks', reader, jamId] }),
  });
  const tracks = query.data?.pages.flat() ?? [];
  if (!query.data || (tracks.length === 0 && !isOwn)) return null;
  const run = async (task: () => Promise<void>) => {
    // What went wrong is said above the list.
    if (!change.isPending) await change.mutateAsync(task).catch(() => {});
  };
  const trouble = complaint || troubleOf(change.error);
  return (
    <section className={styles.tracks} aria-labelledby="jam-tracks">
      <h2 className="t24" id="jam-tracks">
        Tracks
      </h2>
      <div role="alert">
        {trouble && (
          <p className={styles.trouble}>
            <Icon name="warning" size={20} />
            {trouble}
          </p>
        )}
      </div>
      {tracks.length > 0 && (
        <ul className={styles.trackList}>
          {tracks.map((track) => (
            <li key={track.id}>
              <TrackPlayer
                track={track}
                label="Track"
                isForMember={jam?.access !== 'public'}
                about={`${track.user_id}, ${text.time(track.created)}`}
                actions={
                  <>
                    <IconButton
                      label={`Add ${track.name || 'the track'} to a playlist`}
                      icon="list"
                      aria-haspopup="dialog"
                      onClick={() =>
                        askForPlaylist({ itemId: track.id, jamId, title: track.name || 'Track' })
                      }
                    />
                    {(isOwn || track.user_id === reader) && (
                      <IconButton
                        label={`Remove ${track.name || 'the track'}`}
                        icon="bin"
                        onClick={() =>
                          void run(async () => {
                            await removeTrack(jamId, track.id);
                            notify('The track is gone.');
                          })
                        }
                      />
                    )}
                  </>
                }
              />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button size="sm" variant="bare" onClick={() => void query.fetchNextPage()}>
          Older tracks
        </Button>
      )}
      {isOwn && (
        <TrackPicker
          label="Add a track"
          isBusy={change.isPending}
          run={run}
          onComplaint={setComplaint}
          send={async (form, onProgress) => {
            await addTrack(jamId, form, onProgress);
            notify('The track is there.');
          }}
        />
      )}
    </section>
  );
}
