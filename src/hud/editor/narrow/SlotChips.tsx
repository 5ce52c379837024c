import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import { categoryOf } from '../../../data/contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import { loopInSlot, playingSlot } from '../../../data/rules/draft.ts';
import { selectSlot, ui } from '../../../data/stores/ui.ts';
import { Icon } from '../../system/Icon.tsx';
import { LoopGlyph } from '../Glyph.tsx';
import { useDraft } from '../useDraft.ts';
import styles from './SlotChips.module.css';

/** The slots as a row of emblems; the first free one opens the pool. */
export function SlotChips({ onOpenPool }: { onOpenPool(): void }) {
  const { rifff, count } = useDraft();
  const { selectedSlot } = useSnapshot(ui);
  const { failedSlots } = useSnapshot(transport);
  const { solo } = useSnapshot(mixer);
  // The plus in the middle of the empty rings is the way to the pool then.
  if (count === 0) return null;
  const slots = Array.from({ length: count }, (_, slot) => slot);
  return (
    <fieldset className={styles.chips} aria-label="Slots">
      {slots.map((slot) => {
        const loop = loopInSlot(rifff, slot);
        const current = playingSlot(rifff, slot);
        if (!loop || !current) return null;
        const { title } = categoryOf(current.category ?? loop.category);
        const isOn = current.on && (solo < 0 || solo === slot);
        const hasFailed = failedSlots.includes(slot);
        return (
          <button
            key={slot}
            type="button"
            className={styles.chip}
            aria-pressed={slot === selectedSlot}
            aria-label={`Slot ${slot + 1}, ${title}${hasFailed ? ', could not be loaded' : isOn ? '' : ', silent'}`}
            onClick={() => selectSlot(slot)}
          >
            <LoopGlyph loop={loop} sizePx={32} isOn={isOn} category={current.category} />
            {hasFailed && (
              <span className={styles.failed}>
                <Icon name="warning" size={16} />
              </span>
            )}
          </button>
        );
      })}
      {count < MAX_LOOPS_PER_RIFFF && (
        <button type="button" className={styles.chip} aria-label="Add a loop" onClick={onOpenPool}>
          <Icon name="plus" size={18} />
        </button>
      )}
    </fieldset>
  );
}
