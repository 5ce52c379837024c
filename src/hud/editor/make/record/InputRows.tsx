import { useSnapshot } from 'valtio';
import { type RecordSource, recording } from '../../../../audio/state/recording.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { Button } from '../../../system/Button.tsx';
import { Select } from '../../../system/Select.tsx';
import { InputMeter } from './InputMeter.tsx';
import { LatencyRow } from './LatencyRow.tsx';
import styles from './Record.module.css';

const SOURCES = [
  { value: 'input', title: 'Microphone or line' },
  { value: 'instruments', title: 'Pads and keys' },
];

/** What is recorded, how loud it comes in and how late. */
export function InputRows({ recorder }: { recorder: Recorder }) {
  const state = useSnapshot(recording);
  const { source, input, devices, deviceId, calibration, phase, message } = state;
  // While it records, what cannot be changed makes room for the takes.
  const isBusy = phase !== 'off';
  const isInput = source === 'input';
  const isOpen = !isInput || input === 'open';
  // What went wrong is said above, with what can be done about it.
  const isSaid = message !== null && input !== 'closed' && input !== 'asking';
  return (
    <>
      <div className={styles.pair} hidden={isBusy}>
        <Select
          label="Source"
          size="xs"
          value={source}
          options={SOURCES}
          onValueChange={(value) => void recorder.setSource(value as RecordSource)}
        />
        {isInput && (
          <Select
            label="Input"
            size="xs"
            value={deviceId}
            disabled={devices.length === 0}
            options={[
              { value: '', title: 'The system’s choice' },
              ...devices.map(({ id, label }) => ({ value: id, title: label })),
            ]}
            onValueChange={(value) => void recorder.setDevice(value)}
          />
        )}
      </div>
      {isOpen ? (
        <InputMeter recorder={recorder} />
      ) : isSaid ? null : (
        <div className={styles.closed}>
          <p>
            Open the input to see its level. Then the last bars are always at hand: “Keep that”
            makes them a take.
          </p>
          <Button size="xs" disabled={input === 'asking'} onClick={() => void recorder.open()}>
            Open the input
          </Button>
        </div>
      )}
      {isInput && isOpen && !isBusy && <LatencyRow recorder={recorder} />}
      {input === 'open' && !isBusy && (
        <div className={styles.closed}>
          <p>
            {isInput
              ? 'The input stays open while you edit, and the last bars can be kept.'
              : 'The input stays open, though only pads and keys are recorded now.'}
          </p>
          <Button
            size="xs"
            disabled={calibration.status === 'running'}
            onClick={() => recorder.closeInput()}
          >
            Close input
          </Button>
        </div>
      )}
    </>
  );
}
