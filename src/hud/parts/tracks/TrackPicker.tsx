import { useId, useState } from 'react';
import { trackForm } from '../../../data/queries/tracks.ts';
import { useEngine } from '../../EngineContext.tsx';
import { buttonClass } from '../../system/Button.tsx';
import { Progress } from '../../system/Progress.tsx';
import styles from './Tracks.module.css';

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

/** Chooses the file of a track, which is encoded where it must be and sent. */
export function TrackPicker({ label, isBusy, run, onComplaint, send }: TrackPickerProps) {
  const id = useId();
  const engine = useEngine();
  const [share, setShare] = useState<number | null>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    onComplaint('');
    setShare(null);
    void run(async () => {
      const studio = await engine.studio();
      const sound = await studio.encodeTrack(file).catch((error: unknown) => {
        onComplaint(error instanceof Error ? error.message : String(error));
        return null;
      });
      if (!sound) return;
      await send(trackForm(sound, bareName(file.name)), (sent, total) => setShare(sent / total));
    });
  };
  // The server decodes all of it once everything has arrived.
  const words = share === null ? 'Reading the file' : share < 1 ? 'Sending' : 'Being checked';
  return (
    <div className={styles.picker}>
      {isBusy && <Progress label={words} value={share !== null && share < 1 ? share : null} />}
      {!isBusy && (
        <span>
          <input
            id={id}
            className={styles.file}
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
