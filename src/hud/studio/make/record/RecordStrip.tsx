import { useSnapshot } from 'valtio';
import { recording } from '../../../../audio/state/recording.ts';
import { openMaker } from '../../../../data/stores/ui.ts';
import { formatCount } from '../../../parts/controls/format.ts';
import { Button } from '../../../system/Button.tsx';
import styles from '../instrument.module.css';
import { useRecordToggle } from './recordPress.ts';
import { useRecorder } from './useRecorder.ts';

/** One line in an instrument's panel: takes of what is played on it, over the rifff. */
export function RecordStrip() {
  const recorder = useRecorder('instruments');
  const { isOn, press } = useRecordToggle();
  const { phase, passBar, takeLengthInBars, numTakes, source } = useSnapshot(recording);
  const bars = takeLengthInBars === 1 ? 'one bar' : `${takeLengthInBars} bars`;
  const line = !isOn
    ? `Its sound, in takes of ${bars}`
    : phase === 'recording'
      ? `Bar ${Math.max(0, passBar) + 1} of ${takeLengthInBars}`
      : 'Counting in';
  return (
    <div className={`tapButtons ${styles.strip}`}>
      <Button
        size="xs"
        icon={isOn ? 'stop' : 'record'}
        disabled={!recorder}
        aria-pressed={isOn}
        aria-keyshortcuts="Shift+R"
        title={isOn ? 'Stop (Shift R)' : 'Record the sound of what you play as takes (Shift R)'}
        onClick={press}
      >
        {isOn ? 'Stop the take' : 'Record as take'}
      </Button>
      <span className="t13 muted fill truncate">{line}</span>
      {isOn && source === 'instruments' && (
        <Button size="xs" onClick={() => void recorder?.keepThat()}>
          Keep that
        </Button>
      )}
      {numTakes > 0 && (
        <Button size="xs" onClick={() => openMaker('record')}>
          {formatCount(numTakes, 'take')}
        </Button>
      )}
    </div>
  );
}
