import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../../../audio/state/recording.ts';
import { transport } from '../../../../audio/state/transport.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { useEngine } from '../../../EngineContext.tsx';
import { formatSigned } from '../../../parts/controls/format.ts';
import { Button } from '../../../system/Button.tsx';
import { Dialog } from '../../../system/Dialog.tsx';
import { Icon } from '../../../system/Icon.tsx';
import styles from './Record.module.css';
import { Stepper } from './Stepper.tsx';

/** Measuring the latency, by a press anywhere: the music stops for it, since the bursts must be heard alone. */
function useCalibration(recorder: Recorder): { isRunning: boolean; measure(): void } {
  const engine = useEngine();
  const { calibration } = useSnapshot(recording);
  return {
    isRunning: calibration.status === 'running',
    measure() {
      if (transport.status === 'playing') engine.stop();
      void recorder.calibrate();
    },
  };
}

const MAX_NUDGE_MS = 250;

interface CalibrationDialogProps {
  recorder: Recorder;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** What the measuring came to, in words. */
function Outcome() {
  const { calibration, latency } = useSnapshot(recording);
  const { status, heard, played, spreadMs, refusal } = calibration;
  if (status === 'running') return <p>Listening. Three bursts of noise, about five seconds.</p>;
  if (status === 'refused') {
    return (
      <p className={styles.refusal}>
        <Icon name="warning" size={18} />
        <span>{refusal}</span>
      </p>
    );
  }
  if (status === 'done') {
    const isClose = spreadMs <= 0.5;
    return (
      <p>
        {heard} of {played} bursts heard, within {spreadMs.toFixed(1)} ms of each other:{' '}
        {isClose ? 'certain' : 'good enough'}. Takes are moved by {latency.ms.toFixed(1)} ms.
      </p>
    );
  }
  return (
    <p>
      {latency.origin === 'measured'
        ? 'Measured, and true for as long as the input stays open.'
        : latency.origin === 'remembered'
          ? 'Measured at an earlier opening of the input. The way in can differ by a few milliseconds each time it is opened, or after the sound was held up; measure again to be certain.'
          : 'Not measured yet: this is what the browser says of itself, and it is often wrong by tens of milliseconds.'}
    </p>
  );
}

/** Measures how late the sound of this device comes back, and lets it be nudged by hand. */
function CalibrationDialog({ recorder, isOpen, onOpenChange }: CalibrationDialogProps) {
  const { calibration, latency } = useSnapshot(recording);
  const { isRunning, measure } = useCalibration(recorder);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!isRunning) onOpenChange(next);
      }}
      title="Latency"
      description="The time from a beat of the music to its sound coming in again. Takes are moved back by it, so that what was played on the beat lies on the beat."
      actions={
        <>
          <Button variant="filled" disabled={isRunning} onClick={measure}>
            {isRunning ? 'Measuring' : calibration.status === 'done' ? 'Measure again' : 'Measure'}
          </Button>
          <Button disabled={isRunning} onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </>
      }
    >
      <div className="stack gap16">
        <p className={`t64 ${styles.figure}`}>
          {(latency.ms + latency.nudgeMs).toFixed(1)}
          <span> ms</span>
        </p>
        <div aria-live="polite">
          <Outcome />
        </div>
        <p className="muted">
          Take the headphones off and hold one side to the microphone, or let the loudspeaker be
          heard by it. With a line input, connect output to input by a cable.
        </p>
        <Stepper
          label="By hand"
          value={latency.nudgeMs}
          text={`${latency.nudgeMs === 0 ? '0' : formatSigned(latency.nudgeMs, 0)} ms`}
          min={-MAX_NUDGE_MS}
          max={MAX_NUDGE_MS}
          isDisabled={isRunning}
          onChange={recorder.setLatencyNudge}
        />
      </div>
    </Dialog>
  );
}

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
    <div className={`tapButtons ${styles.latency}`} data-old={isOld || undefined}>
      <p className="muted" aria-live="polite">
        {isRunning ? (
          'Listening. Three bursts of noise, about five seconds.'
        ) : refusal ? (
          refusal
        ) : (
          <>
            <strong className="paper">{(ms + nudgeMs).toFixed(1)} ms</strong> there and back,{' '}
            {ORIGIN_WORDS[origin]}
            {nudgeMs !== 0 && `, ${formatSigned(nudgeMs, 0)} ms by hand`}
          </>
        )}
      </p>
      <div className="flex gap8">
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
