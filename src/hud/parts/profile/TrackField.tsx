import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Profile } from '../../../data/contract/accounts.ts';
import { pinTrack, unpinTrack } from '../../../data/queries/account.ts';
import { notify } from '../../../data/stores/ui.ts';
import { useSave } from '../../kit/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { FormSection } from '../forms/FormSection.tsx';
import { TrackPicker } from '../tracks/TrackPicker.tsx';
import { TrackPlayer } from '../tracks/TrackPlayer.tsx';
import { useLongestTrackMin } from '../tracks/useLongestTrack.ts';

/** The track of the profile: chosen, encoded where it must be, sent. */
export function TrackField({ profile: { pinnedTrack } }: { profile: Profile }) {
  const queries = useQueryClient();
  const [complaint, setComplaint] = useState('');
  const longestMin = useLongestTrackMin();
  // The picker brings what is to be done: it reads the file before it sends it.
  const { isBusy, trouble, run } = useSave((task: () => Promise<void>) => task());
  const renew = () => queries.invalidateQueries({ queryKey: ['profile'] });
  const remove = () =>
    run(async () => {
      await unpinTrack();
      await renew();
      notify('Your track is gone.');
    });

  return (
    <FormSection
      title="Track"
      text={`One piece of at most ${longestMin} minutes that your profile plays: Ogg, FLAC, WAV, MP3 or whatever this browser reads.`}
      trouble={complaint || trouble.replace(/^file:/, 'The file')}
    >
      {pinnedTrack && <TrackPlayer track={pinnedTrack} label="Pinned track" key={pinnedTrack.id} />}
      <div className="row wrap gap12">
        <TrackPicker
          label={pinnedTrack ? 'Choose another' : 'Choose a track'}
          isBusy={isBusy}
          run={run}
          onComplaint={setComplaint}
          send={async (form, onProgress) => {
            await pinTrack(form, onProgress);
            await renew();
            notify('Your track is there.');
          }}
        />
        {pinnedTrack && !isBusy && (
          <Button size="sm" variant="bare" onClick={() => void remove()}>
            Remove track
          </Button>
        )}
      </div>
    </FormSection>
  );
}
