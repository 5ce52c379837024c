import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { StarterRifff } from '../../data/contract/library.ts';
import styles from './Landing.module.css';
import { RifffRowButton } from './RifffRowButton.tsx';

export interface RifffRowProps {
  rifffs: readonly StarterRifff[];
  shownId: string;
  pendingId: string | null;
  onChoose(id: string): void;
}

/** A few more rifffs; a tap changes over to one at the next bar. */
export function RifffRow({ rifffs, shownId, pendingId, onChoose }: RifffRowProps) {
  const { load } = useSnapshot(transport);
  const waiting = load === 'loading' ? 'Loading' : 'At the next bar';
  return (
    <section className={`${styles.row} over`} aria-label="Rifffs">
      <h2 className={`${styles.rowTitle} muted`}>Turn another</h2>
      <ul className={styles.list}>
        {rifffs.map(({ rifff, title }) => (
          <li key={rifff._id} className={styles.entry}>
            <RifffRowButton
              rifff={rifff}
              title={title}
              isShown={rifff._id === shownId}
              waiting={rifff._id === pendingId && rifff._id !== shownId ? waiting : null}
              onChoose={() => onChoose(rifff._id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
