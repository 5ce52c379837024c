import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../../../audio/state/recording.ts';
import { registerCommands } from '../../../parts/commands/registry.ts';
import { Skeleton } from '../../../system/Loading.tsx';
import { InputRows } from './InputRows.tsx';
import { LapLane } from './LapLane.tsx';
import styles from './Record.module.css';
import { RecordHead } from './RecordHead.tsx';
import { RecordMessage } from './RecordMessage.tsx';
import { RecordOptions } from './RecordOptions.tsx';
import { TakeList } from './TakeList.tsx';
import { useRecorder } from './useRecorder.ts';

/** Recording over the draft: what comes in, the big button, and the takes. */
export function RecordPanel() {
  const recorder = useRecorder('input');
  const { phase } = useSnapshot(recording);
  useEffect(() => {
    if (!recorder) return;
    return registerCommands([
      {
        id: 'record.toggle',
        group: 'Record',
        title: 'Record or stop',
        keys: ['R'],
        isPlayed: true,
        run: () => void recorder.toggle(),
      },
      {
        id: 'record.keep',
        group: 'Record',
        title: 'Keep the last bars',
        keys: ['K'],
        isPlayed: true,
        run: () => void recorder.keepThat(),
      },
    ]);
  }, [recorder]);
  if (!recorder) {
    return (
      <div className={styles.panel} aria-busy="true">
        <Skeleton width="60%" height={64} />
        <Skeleton width="100%" height={40} />
        <Skeleton width="100%" height={40} />
      </div>
    );
  }
  return (
    <section className={styles.panel} aria-label="Record" data-instrument>
      <RecordHead recorder={recorder} />
      <RecordMessage recorder={recorder} />
      <div className={styles.scroll}>
        {(phase === 'waiting' || phase === 'recording') && <LapLane />}
        <InputRows recorder={recorder} />
        <RecordOptions recorder={recorder} />
        <TakeList recorder={recorder} />
      </div>
    </section>
  );
}
