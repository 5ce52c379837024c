import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubPage } from '../../data/contract/clubs.ts';
import { clubTracksQuery } from '../../data/queries/clubs.ts';
import { addTrack } from '../../data/queries/tracks.ts';
import { notify } from '../../data/stores/ui.ts';
import { useMember } from '../parts/shares/useReader.ts';
import { TrackPicker } from '../parts/tracks/TrackPicker.tsx';
import { trackTrouble } from '../parts/tracks/trackTrouble.ts';
import { useLongestTrackMin } from '../parts/tracks/useLongestTrack.ts';
import { Select } from '../system/Select.tsx';
import styles from './ClubRoom.module.css';

/** Adds a track to one of the club's channels; for members of the club. */
export function AddClubTrack({ club }: { club: ClubPage }) {
  const { id, channels, role, closes } = club;
  const member = useMember();
  const longestMin = useLongestTrackMin();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const [complaint, setComplaint] = useState('');
  const change = useMutation({
    networkMode: 'always',
    mutationFn: (task: () => Promise<void>) => task(),
    onSettled: () => queries.invalidateQueries({ queryKey: clubTracksQuery(id).queryKey }),
  });
  const channel = channels.find(({ jamId }) => jamId === chosen) ?? channels[0];
  if (member === '' || role === null || closes !== null || !channel) return null;
  const trouble = complaint || trackTrouble(change.error);
  return (
    <div className={styles.addTrack}>
      <div role="alert">{trouble && <p className="top12">{trouble}</p>}</div>
      {channels.length > 1 && (
        <Select
          label="Into the channel"
          options={channels.map(({ jamId, name }) => ({ value: jamId, title: name }))}
          value={channel.jamId}
          onValueChange={setChosen}
          disabled={change.isPending}
        />
      )}
      <TrackPicker
        label={`Add a track, ${longestMin} minutes at most`}
        isBusy={change.isPending}
        run={async (task) => {
          // What went wrong is said above.
          if (!change.isPending) await change.mutateAsync(task).catch(() => {});
        }}
        onComplaint={setComplaint}
        send={async (form, onProgress) => {
          await addTrack(channel.jamId, form, onProgress);
          notify(`The track is in ${channel.name}.`);
        }}
      />
    </div>
  );
}
