import type { Rifff } from '../../../data/contract/rifff.ts';
import { ROOTS, SCALES } from '../../../data/contract/scales.ts';
import { setKey } from '../../../data/rules/draft/slotSound.ts';
import { useEditorActions } from '../EditorContext.tsx';
import styles from './KeyField.module.css';

const SCALE_NAMES = SCALES.map(({ name }) => name);

interface WordProps {
  readonly label: string;
  readonly words: readonly string[];
  /** Place of the chosen word. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** One of the device's own lists, as wide as the word that is chosen: not every browser makes it so by itself. */
function Word({ label, words, value, onChange }: WordProps) {
  return (
    <span className={styles.word}>
      <span className={styles.width} aria-hidden="true">
        {words[value]}
      </span>
      <select
        aria-label={label}
        className={styles.select}
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {words.map((word, at) => (
          <option key={word} value={at}>
            {word}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Root and scale of the rifff, chosen from the device's own lists. Loops that fit the key follow. */
export function KeyField({ rifff }: { rifff: Rifff }) {
  const actions = useEditorActions();
  const { root, scale } = rifff;
  const set = (toRoot: number, toScale: number) =>
    actions.edit((before) => setKey(before, toRoot, toScale), 'key');
  return (
    <span className={styles.key}>
      <Word label="Root" words={ROOTS} value={root} onChange={(next) => set(next, scale)} />
      <Word label="Scale" words={SCALE_NAMES} value={scale} onChange={(next) => set(root, next)} />
    </span>
  );
}
