import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { ringMakers } from '../../../data/rules/sharing/credits.ts';
import { ResetMix } from '../../parts/listening/MixActions.tsx';
import type { Listening } from '../../parts/listening/useListening.ts';
import { useNames } from '../../parts/people/useNames.ts';
import styles from './JamPage.module.css';

interface RingRowsProps {
  listening: Listening;
  /** Slots that the rifff on show changed. */
  changed: readonly number[];
}

/** What sounds: one row for each ring, from the outside in. */
export function RingRows({ listening: own, changed }: RingRowsProps) {
  const { solo } = useSnapshot(mixer);
  const nameOf = useNames();
  const rows = ringMakers(own.mix);
  const { rifff } = own.shown;
  const author = nameOf(rifff.userName, rifff);
  return (
    <section aria-label="Rings">
      <div className={styles.rowsHead}>
        <h2 className="t24">Rings</h2>
        <ResetMix own={own} />
      </div>
      <ul>
        {rows.map(({ slot, category, loopName, userId, isOn }) => {
          const by = changed.includes(slot) && author ? `by ${author}` : '';
          const name = [loopName || nameOf(userId, rifff), by].filter(Boolean).join(', ');
          const isSilent = !isOn || (solo >= 0 && solo !== slot);
          return (
            <li key={slot} className="row apart gap16 tall40 lineAbove">
              <span className={isSilent ? 'rigid muted' : 'rigid medium'}>{category}</span>
              <span className="muted truncate" title={name}>
                {isOn ? name : ['muted', by].filter(Boolean).join(', ')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
