import { Fragment } from 'react';
import { printKeys } from './keys.ts';
import styles from './ShortcutSheet.module.css';

export interface KeyRowProps {
  title: string;
  /** Chords, any of which will do; or words for a gesture. */
  keys?: readonly string[];
  gesture?: string;
}

/** One line of the shortcut sheet: what it does, and what to press. */
export function KeyRow({ title, keys = [], gesture }: KeyRowProps) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td className={styles.keys}>
        {gesture}
        {keys.map((chord, at) => (
          <Fragment key={chord}>
            {at > 0 && <span className={styles.or}>or</span>}
            {printKeys(chord).map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </Fragment>
        ))}
      </td>
    </tr>
  );
}
