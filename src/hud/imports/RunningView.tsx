import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ImportProgress } from '../../audio/imports/JamSource.ts';
import { formatBytes } from '../parts/export/exportChoice.ts';
import { Button } from '../system/Button.tsx';
import { Progress } from '../system/Progress.tsx';
import styles from './Imports.module.css';
import { endImport, importRun, pauseImport } from './importRun.ts';
import { countsText, timeLeftText } from './reportText.ts';

/** How often the time that is left is said anew. */
const SAID_MS = 5000;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SAID_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How far it is, and what holds it up or ends it. */
export function RunningView({ onBegin }: { onBegin(): void }) {
  const { step, progress, begunMs, trouble } = useSnapshot(importRun);
  const now = useNow();
  const isPaused = step === 'paused';
  const { readBytes = 0, totalBytes = 0, jam = '', skipped = 0 } = progress ?? {};
  const left = progress && !isPaused ? timeLeftText(progress as ImportProgress, now - begunMs) : '';
  return (
    <section className={styles.part} aria-labelledby="import-running">
      <h2 id="import-running" className="t24 truncate">
        {isPaused ? 'Held up' : jam || 'Beginning'}
      </h2>
      {trouble && <p role="alert">{trouble}</p>}
      <Progress
        label={
          [progress && countsText(progress as ImportProgress), left].filter(Boolean).join(', ') ||
          'Reading'
        }
        value={totalBytes > 0 ? readBytes / totalBytes : null}
        text={`${formatBytes(readBytes)} of ${formatBytes(totalBytes)}`}
      />
      {skipped > 0 && (
        <p className="muted">{`${skipped.toLocaleString('en')} left out so far; the report says why.`}</p>
      )}
      <p className="muted">
        {isPaused
          ? 'What came in stays. It goes on where it stopped, also later with the same files.'
          : 'It goes on while you look around here. Closing the window ends it; with the same files it goes on later.'}
      </p>
      <div className="flex wrap gap12">
        {isPaused ? (
          <Button variant="filled" icon="play" onClick={onBegin}>
            Go on
          </Button>
        ) : (
          <Button icon="pause" onClick={pauseImport}>
            Hold it up
          </Button>
        )}
        <Button variant="bare" onClick={endImport}>
          End it here
        </Button>
      </div>
    </section>
  );
}
