import { type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import { categoryOf } from '../../../data/contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { loopInSlot, playingSlot } from '../../../data/rules/draft/draft.ts';
import { mergeableSlots } from '../../../data/rules/draft/merge.ts';
import { registerLane, registerLaneHost } from '../../../data/stores/lanes.ts';
import { openMerge, selectSlot, ui } from '../../../data/stores/ui.ts';
import { runCommand } from '../../parts/commands/registry.ts';
import { formatGain } from '../../parts/controls/format.ts';
import page from '../../parts/Page.module.css';
import { Button } from '../../system/Button.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useLoopDrop, useSlotDrag } from '../drag.ts';
import { useDraft, useEditorActions } from '../EditorContext.tsx';
import rows from '../surface/Surface.module.css';
import { SlotPanel } from './SlotPanel.tsx';
import styles from './Slots.module.css';

const SLOTS = Array.from({ length: MAX_LOOPS_PER_RIFFF }, (_, slot) => slot);

/** All eight slots: the rings laid flat, innermost first. One flat picture lies over this list. */
export function SlotList() {
  const { rifff, count } = useDraft();
  const { selectedSlot } = useSnapshot(ui);
  const { solo } = useSnapshot(mixer);
  const { failedSlots } = useSnapshot(transport);
  const host = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => registerLaneHost(host.current!), []);

  return (
    <div className="relative" ref={host}>
      <ol className="stack" aria-label="Slots, from the inside out">
        {SLOTS.slice(0, count).map((slot) => (
          <SlotRow
            key={slot}
            slot={slot}
            rifff={rifff}
            isSelected={slot === selectedSlot}
            isSolo={slot === solo}
            isFailed={failedSlots.includes(slot)}
          />
        ))}
        {count < MAX_LOOPS_PER_RIFFF && <FreeSlot slot={count} />}
      </ol>
      <VisuallyHidden role="status">
        {failedSlots.map((slot) => `Slot ${slot + 1} could not be loaded. `)}
      </VisuallyHidden>
    </div>
  );
}

/** The first free slot: it takes a loop, and leads to the pool. */
function FreeSlot({ slot }: { slot: number }) {
  const { ref, isOver } = useLoopDrop({ kind: 'slot', slot });
  return (
    <li ref={ref} className={rows.row} data-over={isOver || undefined}>
      <button
        type="button"
        className={`focusInside hoverPaper hoverRaised ${rows.pick} ${styles.drop}`}
        onClick={() => runCommand('editor.pool')}
      >
        <span className={styles.listNumber}>{slot + 1}</span>
        Drop a loop here
      </button>
    </li>
  );
}

interface SlotRowProps {
  slot: number;
  rifff: Rifff;
  isSelected: boolean;
  isSolo: boolean;
  isFailed: boolean;
}

/** A used slot: its ring laid flat, its gain, mute and solo. Drag it or press Alt and an arrow to move it. */
const SlotRow = memo(function SlotRow(props: SlotRowProps) {
  const { slot, rifff, isSelected, isSolo, isFailed } = props;
  const actions = useEditorActions();
  const drag = useSlotDrag(slot, 'rows');
  const current = playingSlot(rifff, slot);
  const loop = loopInSlot(rifff, slot);
  if (!current) return null;
  const category = categoryOf(current.category ?? loop?.category);
  const name = loop?.name ?? category.title;
  const gain = current.on ? formatGain(current.gain) : 'muted';

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || event.ctrlKey || event.metaKey) {
      drag.takeUp(event);
      return;
    }
    if (drag.isMoving) return;
    event.preventDefault();
    const list = event.currentTarget.closest('ol');
    if (event.altKey) actions.move(slot, slot + step);
    requestAnimationFrame(() =>
      list?.querySelector<HTMLElement>(`[data-pick="${slot + step}"]`)?.focus(),
    );
  };

  return (
    <li
      className={`${rows.row} ${rows.movable} ${styles.row}`}
      ref={drag.ref}
      data-selected={isSelected || undefined}
      data-over={drag.isLoopOver || undefined}
      data-moving={drag.isMoving || undefined}
      data-edge={drag.edge}
    >
      <button
        type="button"
        className={`focusInside ${rows.pick} ${styles.pick}`}
        data-pick={slot}
        aria-pressed={isSelected}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        aria-describedby={drag.describedBy}
        title={name}
        onClick={() => selectSlot(slot)}
        onKeyDown={onKeyDown}
        onPointerDown={drag.onPointerDown}
      >
        <VisuallyHidden>
          {`Slot ${slot + 1}, ${category.title}, ${name}${isFailed ? ', could not be loaded' : ''}`}
        </VisuallyHidden>
        <span className={styles.slotNumber} aria-hidden="true">
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
        className={`focusBare ${styles.disc}`}
        aria-pressed={!current.on}
        aria-label={`Mute ${name}`}
        title="Mute (M)"
        onClick={() => actions.mute(slot)}
      >
        <span className="pressRaised2">M</span>
      </button>
      <button
        type="button"
        className={`focusBare ${styles.disc}`}
        aria-pressed={isSolo}
        aria-label={`Solo ${name}`}
        title="Solo (S)"
        onClick={() => actions.solo(slot)}
      >
        <span className="pressRaised2">S</span>
      </button>
    </li>
  );
});

interface SlotLaneProps {
  slot: number;
  rifff: Rifff;
  kind: 'lane' | 'meter';
  className?: string;
}

/** Room for a ring laid flat, or for its level; the flat canvas draws there. */
function SlotLane({ slot, rifff, kind, className }: SlotLaneProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    return registerLane({
      id: `${kind}-${slot}`,
      element: element.current,
      kind,
      row: slot,
      rifff,
    });
  }, [slot, rifff, kind]);
  return <span ref={element} className={className} aria-hidden="true" />;
}

/** The mixer as a column: slots, and the controls of the selected one. */
export function Slots() {
  const { rifff, count } = useDraft();
  const mergeable = mergeableSlots(rifff);
  const isFull = count === MAX_LOOPS_PER_RIFFF && mergeable.length > 1;
  return (
    <section className={page.panelColumn} aria-label="Slots">
      <div className={styles.titles}>
        <h2 className="t24">Slots</h2>
        <span className="row gap12">
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
        <SlotList />
        <SlotPanel />
      </div>
    </section>
  );
}
