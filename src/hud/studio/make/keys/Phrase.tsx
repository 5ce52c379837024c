import { memo, type RefObject } from 'react';
import { useSnapshot } from 'valtio';
import { keysPhrase, play, setKeysPhrase } from '../../../../audio/state/play.ts';
import {
  type Phrase,
  phraseLength,
  type Quantise,
  resizePhrase,
  soundingNotes,
  undoPass,
} from '../../../../data/rules/instruments/phrase.ts';
import { formatCount } from '../../../parts/controls/format.ts';
import { IconButton } from '../../../system/Button.tsx';
import { Choice } from '../Choice.tsx';
import cells from '../instrument.module.css';
import styles from '../keysAndPads.module.css';

const BARS = [1, 2, 4, 8].map((bars) => ({
  value: bars,
  title: String(bars),
  hint: formatCount(bars, 'bar'),
}));
const QUANTISE: readonly { value: Quantise; title: string; hint: string }[] = [
  { value: 0, title: 'Off', hint: 'Off: notes stay where they were played' },
  { value: 2, title: '1/8', hint: '1/8: on the eighths' },
  { value: 1, title: '1/16', hint: '1/16: on the sixteenths' },
];

/** How long the phrase is, whether its notes are quantised, and taking a pass back. */
export function PhraseControls() {
  const phrase = useSnapshot(play).keys.phrase as Phrase;
  const isEmpty = phrase.notes.length === 0;
  return (
    <div className="row gap8 wrap">
      <Choice
        label="Bars"
        options={BARS}
        value={phrase.bars}
        onChange={(bars) => setKeysPhrase(resizePhrase(keysPhrase(), bars, phrase.barLength))}
      />
      <Choice
        label="Quantise"
        options={QUANTISE}
        value={phrase.quantise}
        onChange={(quantise) => setKeysPhrase({ ...keysPhrase(), quantise })}
      />
      <IconButton
        icon="undo"
        size="xs"
        className="push"
        label="Take the last pass back"
        disabled={isEmpty}
        onClick={() => setKeysPhrase(undoPass(keysPhrase()))}
      />
      <IconButton
        icon="bin"
        size="xs"
        label="Clear the phrase"
        disabled={isEmpty}
        onClick={() => setKeysPhrase({ ...keysPhrase(), notes: [] })}
      />
    </div>
  );
}

interface PhraseViewProps {
  phrase: Phrase;
  ink: string;
  /** The line that follows the sound. */
  notch: RefObject<HTMLDivElement | null>;
}

/** Fewest semitones that the height shows, so that one note is no wall. */
const LEAST_SPAN = 12;

/** The phrase laid flat: time to the right, pitch upwards, as thick as it was struck hard. */
export const PhraseView = memo(function PhraseView({ phrase, ink, notch }: PhraseViewProps) {
  const length = phraseLength(phrase);
  const notes = soundingNotes(phrase, Number.POSITIVE_INFINITY);
  const pitches = notes.map(({ midi }) => midi);
  const middle = notes.length > 0 ? (Math.min(...pitches) + Math.max(...pitches)) / 2 : 60;
  const span = Math.max(
    LEAST_SPAN,
    notes.length > 0 ? Math.max(...pitches) - Math.min(...pitches) + 1 : 0,
  );
  const low = middle - span / 2;
  const bars = Array.from({ length: phrase.bars }, (_, bar) => bar);
  const words =
    notes.length === 0
      ? 'No notes yet'
      : `${formatCount(notes.length, 'note')} in ${formatCount(phrase.bars, 'bar')}`;
  return (
    <div className={styles.phrase} role="img" aria-label={words}>
      {bars.map((bar) => (
        <span key={bar} className={styles.bar} style={{ left: `${(bar / phrase.bars) * 100}%` }}>
          {bar + 1}
        </span>
      ))}
      {notes.map((note, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: notes have no other name
          key={at}
          className={styles.note}
          style={{
            left: `${(note.start16ths / length) * 100}%`,
            width: `${(Math.min(note.length16ths, length - note.start16ths) / length) * 100}%`,
            bottom: `${((note.midi - low) / span) * 76 + 4}%`,
            height: `${3 + 5 * note.velocity}px`,
            background: ink,
          }}
        />
      ))}
      {notes.length === 0 && <p className={styles.empty}>Press Record notes and play</p>}
      <div ref={notch} className={cells.notch} />
    </div>
  );
});
