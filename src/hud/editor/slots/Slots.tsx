import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import { mergeableSlots } from '../../../data/rules/draft/merge.ts';
import { openMerge } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import { useDraft } from '../useDraft.ts';
import { SlotList } from './SlotList.tsx';
import { SlotPanel } from './SlotPanel.tsx';
import styles from './Slots.module.css';

/** The mixer as a column: slots, and the controls of the selected one. */
export function Slots({ onOpenPool }: { onOpenPool(): void }) {
  const { rifff, count } = useDraft();
  const mergeable = mergeableSlots(rifff);
  const isFull = count === MAX_LOOPS_PER_RIFFF && mergeable.length > 1;
  return (
    <section className={styles.slots} aria-label="Slots">
      <div className={styles.titles}>
        <h2 className="t24">Slots</h2>
        <span className={styles.count}>
          {isFull && (
            <Button
              size="xs"
              icon="merge"
              aria-haspopup="dialog"
              onClick={() => openMerge(mergeable[0] ?? 0)}
            >
              Merge two
            </Button>
          )}
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
