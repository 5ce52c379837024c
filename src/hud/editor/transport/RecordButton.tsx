import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../../audio/state/recording.ts';
import { Icon } from '../../system/Icon.tsx';
import { useRecordToggle } from '../make/record/useRecordToggle.ts';
import styles from './RecordButton.module.css';
import { recordWords } from './recordWords.ts';

/** Says itself what it does; what goes on stands on it. */
const NAME = 'Record or stop';

/** Records or stops from anywhere in the editor; while something comes in, the take and the bar stand on it. */
export function RecordButton({ isRound = false }: { isRound?: boolean }) {
  const { isOn, press } = useRecordToggle();
  const { title, more, refusal } = recordWords(useSnapshot(recording));
  const isFinishing = title === 'Finishing';
  const id = useId();
  const icon = isOn ? 'stop' : refusal ? 'warning' : 'record';
  return (
    <button
      type="button"
      className={`${styles.record} ${isRound ? styles.round : ''}`}
      aria-label={NAME}
      aria-describedby={id}
      aria-pressed={isOn}
      aria-keyshortcuts="Shift+R"
      aria-disabled={isFinishing || undefined}
      title={`${isOn ? 'Stop recording' : 'Record'} (Shift R)`}
      onClick={() => {
        if (!isFinishing) press();
      }}
    >
      <Icon name={icon} size={isRound ? 22 : 24} />
      <span id={id} className={styles.words}>
        <span className={styles.title}>{title}</span>
        {more && <span className={styles.more}> {more}</span>}
        {refusal && <span className={styles.hidden}>. {refusal}</span>}
      </span>
    </button>
  );
}
