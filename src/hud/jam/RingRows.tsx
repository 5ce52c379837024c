import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import { credits } from '../parts/listening/describeRifff.ts';
import type { Listening } from '../parts/listening/useListening.ts';
import { Button } from '../system/Button.tsx';
import styles from './JamPage.module.css';

/** What sounds: one row for each ring, from the outside in. */
export function RingRows({ listening: own }: { listening: Listening }) {
  const { solo } = useSnapshot(mixer);
  const rows = credits(own.mix);
  return (
    <section className={styles.right} aria-label="Rings">
      <div className={styles.rowsHead}>
        <h2 className="t24">Rings</h2>
        {own.isChanged && (
          <Button size="xs" icon="reset" onClick={own.reset}>
            Reset mix
          </Button>
        )}
      </div>
      <ul>
        {rows.map(({ slot, category, name, isOn }) => {
          const isSilent = !isOn || (solo >= 0 && solo !== slot);
          return (
            <li key={slot} className={styles.ringRow}>
              <span className={isSilent ? 'muted' : styles.sounding}>{category}</span>
              <span className="muted truncate" title={name}>
                {isOn ? name : 'muted'}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
