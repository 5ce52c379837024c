import { useSnapshot } from 'valtio';
import { type RecordingState, recording } from '../../../../audio/state/recording.ts';
import { transport } from '../../../../audio/state/transport.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { formatCount } from '../../../parts/controls/format.ts';
import { Button, IconButton } from '../../../system/Button.tsx';
import { Icon } from '../../../system/Icon.tsx';
import { useDraft, useEditorActions } from '../../EditorContext.tsx';
import styles from './Record.module.css';
import { isRecordingOn } from './recordPress.ts';

type Shown = Pick<
  RecordingState,
  'phase' | 'passBar' | 'passes' | 'takeLengthInBars' | 'input' | 'source'
>;

/** What recording does now, in two or three words. */
function titleOf({ phase, passBar, takeLengthInBars, input }: Shown): string {
  if (input === 'asking') return 'Asking';
  if (phase === 'starting') return 'Starting';
  if (phase === 'waiting') return 'Counting in';
  if (phase === 'finishing') return 'Finishing';
  if (phase === 'recording') return `Bar ${Math.max(0, passBar) + 1} of ${takeLengthInBars}`;
  return 'Ready';
}

function lineOf(shown: Shown, isEmpty: boolean): string {
  const { phase, passes, takeLengthInBars, input, source } = shown;
  if (input === 'asking') return 'The browser asks whether this page may listen.';
  if (phase === 'recording') {
    return passes === 0
      ? 'The first take. Stop whenever you like.'
      : `${formatCount(passes, 'take')} so far. Stop whenever you like.`;
  }
  if (phase === 'waiting') return 'Recording begins on the next bar.';
  if (phase === 'finishing') return 'The last take is on its way in.';
  const bars = takeLengthInBars === 1 ? 'One bar' : `${takeLengthInBars} bars`;
  const over = isEmpty ? 'at the tempo of the draft' : 'over the rifff';
  const first = source === 'input' && input === 'closed' ? ' The first time it asks.' : '';
  return `${bars} ${over}, pass after pass.${first}`;
}

/**
 * The big button, what it does now, and the way to keep what was played before it was pressed. In a narrow window the
 * panel lies over the transport, so the music is paused here.
 */
export function RecordHead({ recorder }: { recorder: Recorder }) {
  const state = useSnapshot(recording);
  const isPlaying = useSnapshot(transport).status === 'playing';
  const { count } = useDraft();
  const actions = useEditorActions();
  const isOn = isRecordingOn(state.phase);
  const isListening = state.source === 'instruments' || state.input === 'open';
  return (
    <div className={styles.head}>
      <IconButton
        icon={isOn ? 'stop' : 'record'}
        size="xl"
        variant={isOn ? 'outlined' : 'filled'}
        label={isOn ? 'Stop recording' : 'Record'}
        title={isOn ? 'Stop recording (R)' : 'Record (R)'}
        aria-keyshortcuts="R"
        disabled={state.calibration.status === 'running'}
        onClick={() => void recorder.toggle()}
      />
      <div className="min0">
        <h2 className="t24" aria-live="polite">
          {titleOf(state)}
        </h2>
        <p className="muted">{lineOf(state, count === 0)}</p>
      </div>
      <div className="flex gap8 narrowAcross">
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          size="md"
          variant="outlined"
          className="wideAway"
          label={isPlaying ? 'Pause' : 'Play'}
          disabled={count === 0 || state.calibration.status === 'running'}
          onClick={actions.togglePlay}
        />
        <Button
          className={styles.keep}
          disabled={!isListening || state.calibration.status === 'running'}
          title="Makes a take of the last bars that were played (K)"
          aria-keyshortcuts="K"
          onClick={() => void recorder.keepThat()}
        >
          Keep that
        </Button>
      </div>
    </div>
  );
}

const TIMED_OUT =
  'The input was closed: for ten minutes nothing was recorded and this panel was out of sight.';
const OLD_FIGURE = ' Its latency was measured before that.';

/** What went wrong, and what can be done about it; nothing otherwise. */
export function RecordMessage({ recorder }: { recorder: Recorder }) {
  const { message, input, isSuspended, isInputMuted, isInputTimedOut, phase, source, latency } =
    useSnapshot(recording);
  const isInput = source === 'input';
  const isOff = isInput && input !== 'open' && input !== 'closed' && input !== 'asking';
  const isHeldUp = isSuspended && (phase !== 'off' || input === 'open');
  const text =
    message ??
    (isHeldUp
      ? 'The browser holds the sound up. Nothing is lost: recording goes on with the music.'
      : isInputMuted && isInput && input === 'open'
        ? 'The input is muted by the system or by a switch of its own.'
        : isInputTimedOut && isInput
          ? TIMED_OUT + (latency.origin === 'remembered' ? OLD_FIGURE : '')
          : null);
  if (!text) return null;
  const isRead = message !== null || (isInputTimedOut && !isInputMuted);
  return (
    <div className={`tapButtons ${styles.message}`} role="alert">
      <Icon name="warning" size={18} />
      <p>{text}</p>
      {(isOff && input !== 'unavailable') || isHeldUp ? (
        <Button size="xs" onClick={() => void recorder.open()}>
          {isHeldUp ? 'Go on' : 'Try again'}
        </Button>
      ) : (
        isRead && (
          <IconButton
            icon="close"
            size="xs"
            label="Dismiss"
            onClick={() => (message ? recorder.dismissMessage() : recorder.forgetTimeOut())}
          />
        )
      )}
    </div>
  );
}
