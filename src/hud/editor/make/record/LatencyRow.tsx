import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../../../audio/state/recording.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { formatSigned } from '../../../parts/controls/format.ts';
import { Button } from '../../../system/Button.tsx';
import { CalibrationDialog } from './CalibrationDialog.tsx';
import styles from './Record.module.css';
import { useCalibration } from './useCalibration.ts';

const ORIGIN_WORDS = {
  measured: 'measured',
  remembered: 'measured at an earlier opening',
  estimated: 'the browser’s guess',
  none: '',
} as const;

/** How late the input comes in, and how that is known. What another opening had is measured again in one press. */
export function LatencyRow({ recorder }: { recorder: Recorder }) {
  const { latency, calibration } = useSnapshot(recording);
  const { isRunning, measure } = useCalibration(recorder);
  const [isDialog, setDialog] = useState(false);
  const { origin, nudgeMs, ms } = latency;
  const isOld = origin === 'remembered';
  // The dialog says itself what came of it.
  const refusal = !isDialog && isOld && calibration.status === 'refused' && calibration.refusal;
  return (
    <div className={styles.latency} data-old={isOld || undefined}>
      <p aria-live="polite">
        {isRunning ? (
          'Listening. Three bursts of noise, about five seconds.'
        ) : refusal ? (
          refusal
        ) : (
          <>
            <strong>{(ms + nudgeMs).toFixed(1)} ms</strong> there and back, {ORIGIN_WORDS[origin]}
            {nudgeMs !== 0 && `, ${formatSigned(nudgeMs, 0)} ms by hand`}
          </>
        )}
      </p>
      <div className={styles.latencyButtons}>
        {isOld && (
          <Button size="xs" disabled={isRunning} onClick={measure}>
            Measure again
          </Button>
        )}
        <Button size="xs" disabled={isRunning} onClick={() => setDialog(true)}>
          Latency
        </Button>
      </div>
      <CalibrationDialog recorder={recorder} isOpen={isDialog} onOpenChange={setDialog} />
    </div>
  );
}
