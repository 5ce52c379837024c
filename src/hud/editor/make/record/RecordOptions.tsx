import { useSnapshot } from 'valtio';
import { recording } from '../../../../audio/state/recording.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { TAKE_LENGTH_MAX_BARS, TAKE_LENGTH_MIN_BARS } from '../../../../data/contract/constants.ts';
import { Button } from '../../../system/Button.tsx';
import styles from './Record.module.css';
import { Stepper } from './Stepper.tsx';

/** How recording behaves: what is heard meanwhile, and how long a take is. */
export function RecordOptions({ recorder }: { recorder: Recorder }) {
  const state = useSnapshot(recording);
  const { monitoringEnabled, hasCountIn, hasMetronome, takeLengthInBars, source, phase } = state;
  const toggles = [
    {
      title: 'Count in',
      hint: 'A bar of clicks before the rifff and recording begin',
      isOn: hasCountIn,
      set: recorder.setCountIn,
    },
    {
      title: 'Metronome',
      hint: 'Clicks on every beat while recording',
      isOn: hasMetronome,
      set: recorder.setMetronome,
    },
    ...(source === 'input'
      ? [
          {
            title: 'Hear myself',
            hint: 'The input is heard; use headphones',
            isOn: monitoringEnabled,
            set: recorder.setMonitoring,
          },
        ]
      : []),
  ];
  return (
    <div className={styles.options}>
      <Stepper
        label="Take length"
        value={takeLengthInBars}
        text={takeLengthInBars === 1 ? '1 bar' : `${takeLengthInBars} bars`}
        min={TAKE_LENGTH_MIN_BARS}
        max={TAKE_LENGTH_MAX_BARS}
        isDisabled={phase !== 'off'}
        isDoubling
        onChange={recorder.setTakeLength}
      />
      <div className={styles.toggles}>
        {toggles.map(({ title, hint, isOn, set }) => (
          <Button
            key={title}
            size="xs"
            variant={isOn ? 'filled' : 'outlined'}
            aria-pressed={isOn}
            title={hint}
            onClick={() => set(!isOn)}
          >
            {title}
          </Button>
        ))}
      </div>
    </div>
  );
}
