import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Profile } from '../../data/contract/accounts.ts';
import { pinTrack, unpinTrack } from '../../data/queries/account.ts';
import { notify } from '../../data/stores/ui.ts';
import { useEngine } from '../EngineContext.tsx';
import { PinnedTrack } from '../profile/PinnedTrack.tsx';
import { Button, buttonClass } from '../system/Button.tsx';
import { Progress } from '../system/Progress.tsx';
import styles from './AccountPanels.module.css';
import { AccountSection } from './AccountSection.tsx';
import { Trouble } from './Trouble.tsx';
import { useSaving } from './useSaving.ts';

/** The name of a file without what it ends in. */
const bareName = (name: string) => name.replace(/\.[^.]{1,8}$/, '').slice(0, 120);

/** The track of the profile: chosen, encoded where it must be, sent. */
export function TrackField({ profile: { pinnedTrack } }: { profile: Profile }) {
  const id = useId();
  const engine = useEngine();
  const queries = useQueryClient();
  const [share, setShare] = useState<number | null>(null);
  const [complaint, setComplaint] = useState('');
  const { isBusy, trouble, run } = useSaving();

  const renew = () => queries.invalidateQueries({ queryKey: ['profile'] });
  const choose = (file: File | undefined) => {
    if (!file) return;
    setComplaint('');
    setShare(null);
    void run(async () => {
      const studio = await engine.studio();
      const sound = await studio.encodeTrack(file).catch((error: unknown) => {
        setComplaint(error instanceof Error ? error.message : String(error));
        return null;
      });
      if (!sound) return;
      await pinTrack(sound, bareName(file.name), (sent, total) => setShare(sent / total));
      await renew();
      notify('Your track is there.');
    });
  };
  const remove = () =>
    run(async () => {
      await unpinTrack();
      await renew();
      notify('Your track is gone.');
    });

  return (
    <AccountSection
      title="Track"
      text="One piece of at most five minutes that your profile plays: Ogg, FLAC, WAV, MP3 or whatever this browser reads."
    >
      <Trouble title={complaint || trouble.replace(/^file:/, 'The file')} />
      {pinnedTrack && <PinnedTrack track={pinnedTrack} key={pinnedTrack.id} />}
      {isBusy && <Progress label={share === null ? 'Reading the file' : 'Sending'} value={share} />}
      <div className={styles.actions}>
        <span>
          <input
            id={id}
            className={styles.file}
            type="file"
            accept="audio/*,.aif,.aiff"
            disabled={isBusy}
            onChange={(event) => {
              choose(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <label htmlFor={id} className={buttonClass('sm', 'outlined')}>
            {pinnedTrack ? 'Choose another' : 'Choose a track'}
          </label>
        </span>
        {pinnedTrack && !isBusy && (
          <Button size="sm" variant="bare" onClick={() => void remove()}>
            Remove track
          </Button>
        )}
      </div>
    </AccountSection>
  );
}
