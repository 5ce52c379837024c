import type { Rifff } from '../../../data/contract/rifff.ts';
import { ROOTS, SCALES } from '../../../data/contract/scales.ts';
import { setKey } from '../../../data/rules/slotSound.ts';
import { useEditorActions } from '../EditorContext.tsx';
import styles from './KeyField.module.css';

/** Root and scale of the rifff, chosen from the device's own lists. Loops that fit the key follow. */
export function KeyField({ rifff }: { rifff: Rifff }) {
  const actions = useEditorActions();
  const { root, scale } = rifff;
  const set = (toRoot: number, toScale: number) =>
    actions.edit((before) => setKey(before, toRoot, toScale), 'key');
  return (
    <span className={styles.key}>
      <select
        aria-label="Root"
        className={styles.select}
        value={root}
        onChange={(event) => set(Number(event.currentTarget.value), scale)}
      >
        {ROOTS.map((name, at) => (
          <option key={name} value={at}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Scale"
        className={styles.select}
        value={scale}
        onChange={(event) => set(root, Number(event.currentTarget.value))}
      >
        {SCALES.map(({ name }, at) => (
          <option key={name} value={at}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
