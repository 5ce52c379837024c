import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../../../audio/state/mixer.ts';
import { recording } from '../../../../audio/state/recording.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { TAKE_LENGTH_MAX_BARS, TAKE_LENGTH_MIN_BARS } from '../../../../data/contract/constants.ts';
import type { LaneShape } from '../../../../data/stores/lanes.ts';
import { registerCommands, useCommand } from '../../../parts/commands/registry.ts';
import { formatCount } from '../../../parts/controls/format.ts';
import { Button } from '../../../system/Button.tsx';
import { Skeleton } from '../../../system/Loading.tsx';
import { useLane } from '../useLane.ts';
import { InputRows } from './InputRows.tsx';
import styles from './Record.module.css';
import { RecordHead, RecordMessage } from './RecordHead.tsx';
import { Stepper } from './Stepper.tsx';
import { TakeList } from './TakeList.tsx';
import { MUTE_INPUT } from './useRecordDesk.ts';
import { useRecorder } from './useRecorder.ts';

/** Room for the pass under way, as it comes in bar by bar. */
function PassLane() {
  const { takeLengthInBars: bars } = useSnapshot(recording);
  const shape = useMemo<LaneShape>(() => ({ kind: 'pass', bars }), [bars]);
  const element = useLane<HTMLDivElement>(shape);
  return <div ref={element} className={styles.pass} aria-hidden="true" />;
}

interface Toggle {
  readonly title: string;
  readonly hint: string;
  readonly isOn: boolean;
  /** Its keys as `aria-keyshortcuts` writes them. */
  readonly keys?: string | undefined;
  set(isOn: boolean): void;
}

/** How recording behaves: what is heard meanwhile, and how long a take is. */
function RecordOptions({ recorder }: { recorder: Recorder }) {
  const state = useSnapshot(recording);
  const { monitoringEnabled, hasCountIn, hasMetronome, takeLengthInBars, source, phase } = state;
  const { isInputMuted } = useSnapshot(mixer);
  const mute = useCommand(MUTE_INPUT);
  const toggles: Toggle[] = [
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
          {
            title: 'Mute the input',
            hint: 'What comes in is neither heard nor recorded (Shift M)',
            isOn: isInputMuted,
            keys: mute.shortcuts,
            set: mute.run,
          },
        ]
      : []),
  ];
  return (
    <div className={styles.options}>
      <Stepper
        label="Take length"
        value={takeLengthInBars}
        text={formatCount(takeLengthInBars, 'bar')}
        min={TAKE_LENGTH_MIN_BARS}
        max={TAKE_LENGTH_MAX_BARS}
        isDisabled={phase !== 'off'}
        isDoubling
        onChange={recorder.setTakeLength}
      />
      <div className={`flex wrap gap8 ${styles.toggles}`}>
        {toggles.map(({ title, hint, isOn, keys, set }) => (
          <Button
            key={title}
            size="xs"
            variant={isOn ? 'filled' : 'outlined'}
            aria-pressed={isOn}
            aria-keyshortcuts={keys}
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
      <div className={`rigidParts ${styles.scroll}`}>
        {(phase === 'waiting' || phase === 'recording') && <PassLane />}
        <InputRows recorder={recorder} />
        <RecordOptions recorder={recorder} />
        <TakeList recorder={recorder} />
      </div>
    </section>
  );
}
