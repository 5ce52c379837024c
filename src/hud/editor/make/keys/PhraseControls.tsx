import { useSnapshot } from 'valtio';
import { keysPhrase, play, setKeysPhrase } from '../../../../audio/state/play.ts';
import {
  type Phrase,
  type Quantise,
  resizePhrase,
  undoPass,
} from '../../../../data/rules/instruments/phrase.ts';
import { IconButton } from '../../../system/Button.tsx';
import { Choice } from '../Choice.tsx';
import styles from './KeysHead.module.css';

const BARS = [1, 2, 4, 8].map((bars) => ({
  value: bars,
  title: String(bars),
  hint: bars === 1 ? '1 bar' : `${bars} bars`,
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
    <div className={`${styles.line} ${styles.wraps}`}>
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
        className={styles.computer}
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
