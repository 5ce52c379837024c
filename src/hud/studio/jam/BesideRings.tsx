import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import { ringMakers } from '../../../data/rules/sharing/credits.ts';
import { ResetMix } from '../../parts/listening/MixActions.tsx';
import type { Listening } from '../../parts/listening/useListening.ts';
import { useNames } from '../../parts/people/useNames.ts';
import { Tabs } from '../../system/Tabs.tsx';
import { ChatPanel } from '../chat/ChatPanel.tsx';
import type { HistoryEntry } from '../history/historyEntry.ts';
import styles from './JamPage.module.css';

interface BesideRingsProps {
  jam: Jam | undefined;
  /** What is on show. */
  entry: HistoryEntry;
  listening: Listening;
  /** Slots that it changed. */
  changed: readonly number[];
}

/** In a room the talk and the rings, one at a time; in a personal jam the rings. */
export function BesideRings({ jam, entry, listening: own, changed }: BesideRingsProps) {
  const [shown, setShown] = useState('talk');
  const rows = <RingRows listening={own} changed={changed} />;
  if (jam?.kind !== 'room') return rows;
  const { rifff, title, unsent } = entry;
  const card = unsent ? null : { jamId: jam.id, rifffId: rifff._id, title };
  return (
    <div className={`columnParts ${styles.right} ${styles.tabbed}`}>
      <Tabs
        label="Beside the rings"
        value={shown}
        onValueChange={setShown}
        items={[
          {
            value: 'talk',
            title: 'Talk',
            content: <ChatPanel jam={jam} card={card} isTitled={false} />,
          },
          { value: 'rings', title: 'Rings', content: rows },
        ]}
      />
    </div>
  );
}

/** What sounds: one row for each ring, from the outside in. */
function RingRows({ listening: own, changed }: Pick<BesideRingsProps, 'listening' | 'changed'>) {
  const { solo } = useSnapshot(mixer);
  const nameOf = useNames();
  const rows = ringMakers(own.mix);
  const { rifff } = own.shown;
  const author = nameOf(rifff.userName, rifff);
  return (
    <section className={styles.right} aria-label="Rings">
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
