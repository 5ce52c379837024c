import { type KeyboardEvent, memo } from 'react';
import { categoryOf } from '../../../data/contract/categories.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { loopInSlot, playingSlot } from '../../../data/rules/draft/draft.ts';
import { selectSlot } from '../../../data/stores/ui.ts';
import { formatGain } from '../../controls/format.ts';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import rows from '../rows.module.css';
import { SlotLane } from './SlotLane.tsx';
import styles from './SlotRow.module.css';
import type { Reorder } from './useReorder.ts';

export interface SlotRowProps {
  slot: number;
  rifff: Rifff;
  isSelected: boolean;
  isSolo: boolean;
  isFailed: boolean;
  /** Is a loop of the pool held over it? */
  isOver: boolean;
  reorder: Reorder;
}

/** A used slot: its ring laid flat, its gain, mute and solo. Drag it or press Alt and an arrow to move it. */
export const SlotRow = memo(function SlotRow(props: SlotRowProps) {
  const { slot, rifff, isSelected, isSolo, isFailed, isOver, reorder } = props;
  const actions = useEditorActions();
  const current = playingSlot(rifff, slot);
  const loop = loopInSlot(rifff, slot);
  if (!current) return null;
  const category = categoryOf(current.category ?? loop?.category);
  const name = loop?.name ?? category.title;
  const gain = current.on ? formatGain(current.gain) : 'muted';

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const list = event.currentTarget.closest('ol');
    if (event.altKey) actions.move(slot, slot + step);
    requestAnimationFrame(() =>
      list?.querySelector<HTMLElement>(`[data-pick="${slot + step}"]`)?.focus(),
    );
  };

  return (
    <li
      className={`${rows.row} ${styles.row}`}
      data-drop="slot"
      data-slot={slot}
      data-selected={isSelected || undefined}
      data-over={isOver || undefined}
      data-moving={reorder.moving === slot || undefined}
      data-before={reorder.moving !== null && reorder.target === slot ? edgeOf(reorder) : undefined}
    >
      <button
        type="button"
        className={`${rows.pick} ${styles.pick}`}
        data-pick={slot}
        aria-pressed={isSelected}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={name}
        onClick={() => selectSlot(slot)}
        onKeyDown={onKeyDown}
        {...reorder.handlers(slot)}
      >
        <VisuallyHidden>
          {`Slot ${slot + 1}, ${category.title}, ${name}${isFailed ? ', could not be loaded' : ''}`}
        </VisuallyHidden>
        <span className={styles.number} aria-hidden="true">
          {slot + 1}
        </span>
        <span className={styles.flat}>
          <SlotLane slot={slot} rifff={rifff} kind="lane" className={styles.lane} />
          <SlotLane slot={slot} rifff={rifff} kind="meter" className={styles.meter} />
        </span>
        <span className={`${styles.name} truncate`} aria-hidden="true">
          {category.short}
        </span>
      </button>
      {isFailed ? (
        <button type="button" className={styles.retry} onClick={actions.retry}>
          Try again
        </button>
      ) : (
        <span className={styles.gain}>{gain}</span>
      )}
      <button
        type="button"
        className={styles.disc}
        aria-pressed={!current.on}
        aria-label={`Mute ${name}`}
        title="Mute (M)"
        onClick={() => actions.mute(slot)}
      >
        <span>M</span>
      </button>
      <button
        type="button"
        className={styles.disc}
        aria-pressed={isSolo}
        aria-label={`Solo ${name}`}
        title="Solo (S)"
        onClick={() => actions.solo(slot)}
      >
        <span>S</span>
      </button>
    </li>
  );
});

function edgeOf(reorder: Reorder): 'top' | 'bottom' {
  return reorder.moving !== null && reorder.target > reorder.moving ? 'bottom' : 'top';
}
