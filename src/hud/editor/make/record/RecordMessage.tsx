import { useSnapshot } from 'valtio';
import { recording } from '../../../../audio/state/recording.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { Button, IconButton } from '../../../system/Button.tsx';
import { Icon } from '../../../system/Icon.tsx';
import styles from './Record.module.css';

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
    <div className={styles.message} role="alert">
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
