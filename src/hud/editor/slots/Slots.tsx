import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import { useDraft } from '../useDraft.ts';
import { SlotList } from './SlotList.tsx';
import { SlotPanel } from './SlotPanel.tsx';
import styles from './Slots.module.css';

/** The mixer as a column: slots, and the controls of the selected one. */
export function Slots({ onOpenPool }: { onOpenPool(): void }) {
  const { count } = useDraft();
  return (
    <section className={styles.slots} aria-label="Slots">
      <div className={styles.titles}>
        <h2 className="t24">Slots</h2>
        <span>
          {count} of {MAX_LOOPS_PER_RIFFF}
        </span>
      </div>
      <div className={styles.scroll}>
        <SlotList onOpenPool={onOpenPool} />
        <SlotPanel />
      </div>
    </section>
  );
}
