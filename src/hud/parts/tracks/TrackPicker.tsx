import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MAX_PLUS_TRACK_SEC } from '../../../data/contract/constants.ts';
import { storageQuery } from '../../../data/queries/allowance.ts';
import { trackForm } from '../../../data/queries/tracks.ts';
import { useEngine } from '../../EngineContext.tsx';
import { Button, buttonClass } from '../../system/Button.tsx';
import { Progress } from '../../system/Progress.tsx';

export interface TrackPickerProps {
  /** What the button says. */
  label: string;
  isBusy: boolean;
  /** Runs the work, one at a time, and says what goes wrong with sending. */
  run(task: () => Promise<void>): Promise<void>;
  /** Says what is wrong with the file, or '' where nothing is. */
  onComplaint(text: string): void;
  /** Sends the form of a track and renews what shows it. */
  send(form: FormData, onProgress: (sent: number, total: number) => void): Promise<void>;
}

/** The name of a file without what it ends in. */
const bareName = (name: string) => name.replace(/\.[^.]{1,8}$/, '').slice(0, 120);

/** A sound that is ready and did not arrive; sent again it is known as the same. */
interface Kept {
  readonly form: FormData;
  readonly name: string;
}

/**
 * Chooses the file of a track, which is encoded where it must be and sent. What did not arrive is kept, to be sent again as
 * it is.
 */
export function TrackPicker({ label, isBusy, run, onComplaint, send }: TrackPickerProps) {
  const id = useId();
  const engine = useEngine();
  const queries = useQueryClient();
  const [share, setShare] = useState<number | null>(null);
  const [kept, setKept] = useState<Kept | null>(null);
  const deliver = async (ready: Kept) => {
    setShare(0);
    setKept(ready);
    await send(ready.form, (sent, total) => setShare(sent / total));
    setKept(null);
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    onComplaint('');
    setShare(null);
    setKept(null);
    void run(async () => {
      const studio = await engine.studio();
      // Who cannot be told their plan now is told by the server what it does not take.
      const { trackSec } = await queries
        .fetchQuery({ ...storageQuery, networkMode: 'always' })
        .catch(() => ({ trackSec: MAX_PLUS_TRACK_SEC }));
      const sound = await studio.encodeTrack(file, trackSec).catch((error: unknown) => {
        onComplaint(error instanceof Error ? error.message : String(error));
        return null;
      });
      if (!sound) return;
      const name = bareName(file.name);
      await deliver({ form: trackForm(sound, name), name });
    });
  };
  const again = (ready: Kept) => {
    onComplaint('');
    void run(() => deliver(ready));
  };
  // The server decodes all of it once everything has arrived.
  const words = share === null ? 'Reading the file' : share < 1 ? 'Sending' : 'Being checked';
  return (
    <div className="stack gap12 min0">
      {isBusy && <Progress label={words} value={share !== null && share < 1 ? share : null} />}
      {!isBusy && kept && (
        <div className="grid gap8">
          <p className="t13">
            <strong className="anywhere">{kept.name || 'The track'}</strong> did not arrive. It is
            kept as long as this page is open.
          </p>
          <span className="flex wrap gap8">
            <Button size="sm" variant="filled" icon="reset" onClick={() => again(kept)}>
              Send it again
            </Button>
            <Button size="sm" variant="bare" onClick={() => setKept(null)}>
              Let it go
            </Button>
          </span>
        </div>
      )}
      {!isBusy && (
        <span>
          <input
            id={id}
            className="hiddenFile"
            type="file"
            accept="audio/*,.aif,.aiff"
            onChange={(event) => {
              choose(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <label htmlFor={id} className={buttonClass('sm', 'outlined')}>
            {label}
          </label>
        </span>
      )}
    </div>
  );
}
