import type { KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import { categoryOf } from '../../../data/contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { PlayingSlot } from '../../../data/contract/rifff.ts';
import { loopInSlot, playingSlot } from '../../../data/rules/draft/draft.ts';
import { selectSlot, ui } from '../../../data/stores/ui.ts';
import { runCommand } from '../../parts/commands/registry.ts';
import { LoopGlyph } from '../../parts/LoopGlyph.tsx';
import { Icon } from '../../system/Icon.tsx';
import { useSlotDrag } from '../drag.ts';
import { useDraft, useEditorActions } from '../EditorContext.tsx';
import rows from '../surface/Surface.module.css';
import styles from './Narrow.module.css';

interface SlotChipProps {
  slot: number;
  loop: Loop;
  current: PlayingSlot;
  isSelected: boolean;
  /** Is no other slot solo? */
  isHeard: boolean;
  hasFailed: boolean;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

function SlotChip(props: SlotChipProps) {
  const { slot, loop, current, isSelected, isHeard, hasFailed, onKeyDown } = props;
  const drag = useSlotDrag(slot, 'chips');
  const { title } = categoryOf(current.category ?? loop.category);
  const isOn = current.on && isHeard;
  const state = hasFailed ? ', could not be loaded' : isOn ? '' : ', silent';
  return (
    <button
      ref={drag.ref}
      type="button"
      className={`${rows.movable} ${rows.beside} pressRaised2 ${styles.chip}`}
      aria-pressed={isSelected}
      aria-label={`Slot ${slot + 1}, ${title}${state}`}
      aria-describedby={drag.describedBy}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      data-moving={drag.isMoving || undefined}
      data-edge={drag.edge}
      onClick={() => selectSlot(slot)}
      onPointerDown={drag.onPointerDown}
      onKeyDown={(event) => {
        onKeyDown(event);
        if (!event.defaultPrevented) drag.takeUp(event);
      }}
    >
      <LoopGlyph loop={loop} sizePx={32} isOn={isOn} category={current.category} />
      {hasFailed && (
        <span className={styles.failed}>
          <Icon name="warning" size={16} />
        </span>
      )}
    </button>
  );
}

/**
 * The slots as a row of emblems, the inside first; the first free one opens the pool. Drag one along the row or press
 * Alt and an arrow to move it.
 */
export function SlotChips() {
  const { rifff, count } = useDraft();
  const { selectedSlot } = useSnapshot(ui);
  const { failedSlots } = useSnapshot(transport);
  const { solo } = useSnapshot(mixer);
  const actions = useEditorActions();
  // The plus in the middle of the empty rings is the way to the pool then.
  if (count === 0) return null;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, slot: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = event.currentTarget.parentElement;
    const target = Math.min(count - 1, Math.max(0, slot + step));
    actions.move(slot, target);
    (row?.children[target] as HTMLElement | undefined)?.focus();
  };
  return (
    <fieldset className={styles.chips} aria-label="Slots, from the inside out">
      {Array.from({ length: count }, (_, slot) => {
        const loop = loopInSlot(rifff, slot);
        const current = playingSlot(rifff, slot);
        if (!loop || !current) return null;
        return (
          <SlotChip
            // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its index
            key={slot}
            slot={slot}
            loop={loop}
            current={current}
            isSelected={slot === selectedSlot}
            isHeard={solo < 0 || solo === slot}
            hasFailed={failedSlots.includes(slot)}
            onKeyDown={(event) => onKeyDown(event, slot)}
          />
        );
      })}
      {count < MAX_LOOPS_PER_RIFFF && (
        <button
          type="button"
          className={`pressRaised2 ${styles.chip}`}
          aria-label="Add a loop"
          onClick={() => runCommand('editor.pool')}
        >
          <Icon name="plus" size={18} />
        </button>
      )}
    </fieldset>
  );
}
