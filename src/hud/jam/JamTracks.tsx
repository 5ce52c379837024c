import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Track } from '../../data/contract/uploads.ts';
import { addTrack, jamTracksQuery, removeTrack } from '../../data/queries/tracks.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { Trouble } from '../account/Trouble.tsx';
import { useSaving } from '../account/useSaving.ts';
import { TrackPicker } from '../parts/tracks/TrackPicker.tsx';
import { TrackPlayer } from '../parts/tracks/TrackPlayer.tsx';
import { Button } from '../system/Button.tsx';
import { IconButton } from '../system/IconButton.tsx';
import { timeText } from './historyEntry.ts';
import styles from './JamPage.module.css';
import type { JamView } from './useJam.ts';

/** The tracks of a jam, for whoever may hear them; its owner brings them and takes them away. */
export function JamTracks({ view: { jam, isOwn } }: { view: JamView }) {
  const { user } = useSnapshot(session);
  const reader = user?.user_id ?? '';
  const jamId = jam?.id ?? '';
  const query = useInfiniteQuery({ ...jamTracksQuery(jamId, reader), enabled: jam !== undefined });
  const queries = useQueryClient();
  const [complaint, setComplaint] = useState('');
  const { isBusy, trouble, run } = useSaving();
  const tracks = query.data?.pages.flat() ?? [];
  if (!query.data || (tracks.length === 0 && !isOwn)) return null;
  const renew = () => queries.invalidateQueries({ queryKey: ['tracks', reader, jamId] });
  const remove = ({ id }: Track) =>
    run(async () => {
      await removeTrack(jamId, id);
      await renew();
      notify('The track is gone.');
    });
  return (
    <section className={styles.tracks} aria-labelledby="jam-tracks">
      <h2 className="t24" id="jam-tracks">
        Tracks
      </h2>
      <Trouble title={complaint || trouble.replace(/^file:/, 'The file')} />
      {tracks.length > 0 && (
        <ul className={styles.trackList}>
          {tracks.map((track) => (
            <li key={track.id}>
              <TrackPlayer
                track={track}
                label="Track"
                isForMember={jam?.access !== 'open'}
                about={`${track.user_id}, ${timeText(track.created)}`}
                actions={
                  (isOwn || track.user_id === reader) && (
                    <IconButton
                      label={`Remove ${track.name || 'the track'}`}
                      icon="bin"
                      onClick={() => void remove(track)}
                    />
                  )
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
          isBusy={isBusy}
          run={run}
          onComplaint={setComplaint}
          send={async (form, onProgress) => {
            await addTrack(jamId, form, onProgress);
            await renew();
            notify('The track is there.');
          }}
        />
      )}
    </section>
  );
}
