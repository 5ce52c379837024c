import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { type RecordingState, recording } from '../../../audio/state/recording.ts';
import { openMaker, openPanel, ui } from '../../../data/stores/ui.ts';
import { Icon } from '../../system/Icon.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useRecordToggle } from '../make/record/recordPress.ts';
import styles from './Transport.module.css';

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
      className={`hoverEdge pressRaised2 fillOn ${styles.record} ${isRound ? styles.round : ''}`}
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
      <span id={id} className={isRound ? 'visuallyHidden' : 'stack min0'}>
        <span className={styles.title}>{title}</span>
        {more && <span className="t13 medium"> {more}</span>}
        {refusal && <span className="visuallyHidden">. {refusal}</span>}
      </span>
    </button>
  );
}

const WORDS: Readonly<Partial<Record<typeof recording.phase, string>>> = {
  waiting: 'Counting in',
  recording: 'Recording',
  finishing: 'Recording ends',
};

/** Says that it records and that it has ended, where no panel of takes says it. */
export function RecordStatus() {
  const { phase } = useSnapshot(recording);
  const { maker } = useSnapshot(ui);
  return (
    <VisuallyHidden role="status">{maker === 'record' ? '' : (WORDS[phase] ?? '')}</VisuallyHidden>
  );
}

const MARK_NAME = 'Input open';

/**
 * Says that an input is open while its panel is out of sight, and leads there. In a narrow window the panel is a
 * sheet, and the strip over the buttons says itself what is recorded.
 */
export function InputMark({ isNarrow = false }: { isNarrow?: boolean }) {
  const { input, phase, source } = useSnapshot(recording);
  const { maker, panel } = useSnapshot(ui);
  const isSeen = maker === 'record' && (!isNarrow || panel === 'pool');
  const isSaid = isNarrow && phase !== 'off' && source === 'input';
  const isMarked = input === 'open' && !isSeen && !isSaid;
  return (
    <>
      {isMarked && (
        <button
          type="button"
          data-input-mark=""
          className={`pressRaised2 ${styles.mark} ${isNarrow ? `focusInside ${styles.strip}` : 'reach'}`}
          title="This page listens to the input. Show it"
          onClick={() => {
            openMaker('record');
            if (isNarrow) openPanel('pool');
          }}
        >
          <Icon name="microphone" size={18} />
          <span className={styles.markWords}>{MARK_NAME}</span>
          {isNarrow && <Icon name="chevronUp" size={18} />}
        </button>
      )}
      <VisuallyHidden role="status">{isMarked ? MARK_NAME : ''}</VisuallyHidden>
    </>
  );
}

type Shown = Pick<
  RecordingState,
  'phase' | 'input' | 'source' | 'passBar' | 'passes' | 'takeLengthInBars'
>;

interface RecordWords {
  /** On the button. */
  readonly title: string;
  /** Under it while something comes in. */
  readonly more: string;
  /** Why the last press came to nothing, or empty. */
  readonly refusal: string;
}

const REFUSALS: Readonly<Partial<Record<RecordingState['input'], string>>> = {
  refused: 'The microphone is not allowed. Press to ask again',
  missing: 'No microphone was found. Press to look again',
  lost: 'The input is gone. Press to look again',
  unavailable: 'This browser cannot record',
  failed: 'The input could not be opened. Press to try again',
};

/** The words of a moment of recording: permission, counting in, the take and the bar under way, the end. */
export function recordWords(shown: Shown): RecordWords {
  const { phase, input, source, passBar, passes, takeLengthInBars } = shown;
  const say = (title: string, more = '', refusal = '') => ({ title, more, refusal });
  if (source === 'input' && input === 'asking') return say('Asking');
  if (phase === 'starting') return say('Starting');
  if (phase === 'waiting') return say('Counting in');
  if (phase === 'finishing') return say('Finishing');
  if (phase === 'recording') {
    const bar = Math.min(takeLengthInBars, Math.max(0, passBar) + 1);
    return say(`Take ${passes + 1}`, `bar ${bar} of ${takeLengthInBars}`);
  }
  return say('Record', '', source === 'input' ? (REFUSALS[input] ?? '') : '');
}
