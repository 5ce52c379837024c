/** What the Record button of the transport says. Pure. */
import type { RecordingState } from '../../../audio/state/recording.ts';

type Shown = Pick<
  RecordingState,
  'phase' | 'input' | 'source' | 'lapBar' | 'laps' | 'takeLengthInBars'
>;

export interface RecordWords {
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
  const { phase, input, source, lapBar, laps, takeLengthInBars } = shown;
  const say = (title: string, more = '', refusal = '') => ({ title, more, refusal });
  if (source === 'input' && input === 'asking') return say('Asking');
  if (phase === 'starting') return say('Starting');
  if (phase === 'waiting') return say('Counting in');
  if (phase === 'finishing') return say('Finishing');
  if (phase === 'recording') {
    const bar = Math.min(takeLengthInBars, Math.max(0, lapBar) + 1);
    return say(`Take ${laps + 1}`, `bar ${bar} of ${takeLengthInBars}`);
  }
  return say('Record', '', source === 'input' ? (REFUSALS[input] ?? '') : '');
}
