import type { KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import { categoryOf } from '../../../data/contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import { loopInSlot, playingSlot } from '../../../data/rules/draft.ts';
import { selectSlot, ui } from '../../../data/stores/ui.ts';
import { LoopGlyph } from '../../parts/LoopGlyph.tsx';
import { Icon } from '../../system/Icon.tsx';
import { useDraft, useEditorActions } from '../EditorContext.tsx';
import { type Reorder, useReorder } from '../slots/useReorder.ts';
import styles from './Narrow.module.css';

/**
 * The slots as a row of emblems, the inside first; the first free one opens the pool. Drag one along the row or press
 * Alt and an arrow to move it.
 */
export function SlotChips({ onOpenPool }: { onOpenPool(): void }) {
  const { rifff, count } = useDraft();
  const { selectedSlot } = useSnapshot(ui);
  const { failedSlots } = useSnapshot(transport);
  const { solo } = useSnapshot(mixer);
  const actions = useEditorActions();
  const reorder = useReorder(count, 'right');
  // The plus in the middle of the empty rings is the way to the pool then.
  if (count === 0) return null;
  const slots = Array.from({ length: count }, (_, slot) => slot);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, slot: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = event.currentTarget.parentElement;
    const target = Math.min(count - 1, Math.max(0, slot + step));
    actions.move(slot, target);
    requestAnimationFrame(() => (row?.children[target] as HTMLElement | undefined)?.focus());
  };
  return (
    <fieldset className={styles.chips} aria-label="Slots, from the inside out">
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
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            data-moving={reorder.moving === slot || undefined}
            data-before={edgeOf(reorder, slot)}
            onClick={() => selectSlot(slot)}
            onKeyDown={(event) => onKeyDown(event, slot)}
            {...reorder.handlers(slot)}
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

/** The side of a chip on which the one that is dragged would come. */
function edgeOf({ moving, target }: Reorder, slot: number): 'left' | 'right' | undefined {
  if (moving === null || target !== slot || target === moving) return undefined;
  return target > moving ? 'right' : 'left';
}
