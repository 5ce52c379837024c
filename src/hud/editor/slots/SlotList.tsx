import { useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import { registerLaneHost } from '../../../data/stores/lanes.ts';
import { ui } from '../../../data/stores/ui.ts';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useCurrentLoopDrag } from '../drag/useLoopDrag.ts';
import rows from '../rows.module.css';
import { useDraft } from '../useDraft.ts';
import styles from './SlotList.module.css';
import { SlotRow } from './SlotRow.tsx';
import { useReorder } from './useReorder.ts';

const SLOTS = Array.from({ length: MAX_LOOPS_PER_RIFFF }, (_, slot) => slot);

/** All eight slots: the rings laid flat, innermost first. One flat picture lies over this list. */
export function SlotList({ onOpenPool }: { onOpenPool(): void }) {
  const { rifff, count } = useDraft();
  const { selectedSlot } = useSnapshot(ui);
  const { solo } = useSnapshot(mixer);
  const { failedSlots } = useSnapshot(transport);
  const target = useCurrentLoopDrag()?.target ?? null;
  const reorder = useReorder(count);
  const host = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => registerLaneHost(host.current!), []);

  return (
    <div className={styles.host} ref={host}>
      <ol className={styles.list} aria-label="Slots, from the inside out">
        {SLOTS.slice(0, count).map((slot) => (
          <SlotRow
            key={slot}
            slot={slot}
            rifff={rifff}
            isSelected={slot === selectedSlot}
            isSolo={slot === solo}
            isFailed={failedSlots.includes(slot)}
            isOver={target?.kind === 'slot' && target.slot === slot}
            reorder={reorder}
          />
        ))}
        {count < MAX_LOOPS_PER_RIFFF && (
          <li
            className={rows.row}
            data-drop="slot"
            data-slot={count}
            data-over={(target?.kind === 'slot' && target.slot >= count) || undefined}
          >
            <button type="button" className={`${rows.pick} ${styles.drop}`} onClick={onOpenPool}>
              <span className={styles.number}>{count + 1}</span>
              Drop a loop here
            </button>
          </li>
        )}
      </ol>
      <VisuallyHidden role="status">
        {failedSlots.map((slot) => `Slot ${slot + 1} could not be loaded. `)}
      </VisuallyHidden>
    </div>
  );
}
