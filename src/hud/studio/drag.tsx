/**
 * Dragging in the editor, by mouse, finger and keyboard: loops of the pool onto the rings or a slot, slots past each
 * other or into the bin. Shift and Enter take something up by keyboard.
 */
import {
  type Active,
  type Announcements,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  PointerSensor,
  useDndMonitor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import type { Loop } from '../../data/contract/loop.ts';
import { LoopGlyph } from '../parts/LoopGlyph.tsx';
import { titleOf } from './actions/draftActions.ts';
import {
  type Dragged,
  draggedOf,
  findTarget,
  KEYS,
  ShiftEnterSensor,
  type SlotListName,
  type Target,
  targetOf,
} from './dropTargets.ts';
import { useEditorActions } from './EditorContext.tsx';
import styles from './rings/Rings.module.css';

/** How far a pointer goes before a press is a drag, in CSS pixels. */
const SLOP_PX = 6;

function nameOf(active: Active): string {
  const dragged = draggedOf(active);
  if (dragged?.kind === 'loop') return titleOf(dragged.loop);
  return dragged ? `Slot ${dragged.slot + 1}` : '';
}

const ANNOUNCEMENTS: Announcements = {
  onDragStart: ({ active }) => `${nameOf(active)} taken up`,
  onDragOver({ over }) {
    const target = targetOf(over);
    if (!target) return 'Over nothing that takes it';
    return target.kind === 'slot' ? `Over slot ${target.slot + 1}` : `Over the ${target.kind}`;
  },
  // The notice of the change reports the result.
  onDragEnd: ({ active, over }) => (over ? '' : `${nameOf(active)} stays where it was`),
  onDragCancel: ({ active }) => `${nameOf(active)} stays where it was`,
};

const HOW = {
  draggable:
    'Shift and Enter take it up, arrows choose where it goes, Enter puts it there, Escape leaves it where it was.',
};

/** Lets everything below be dragged and dropped, and shows the loop that is. */
export function DragProvider({ children }: { children: ReactNode }) {
  const actions = useEditorActions();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: SLOP_PX } }),
    useSensor(ShiftEnterSensor, KEYS),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const dragged = draggedOf(active);
    const target = targetOf(over);
    if (!dragged || !target) return;
    if (dragged.kind === 'loop') {
      if (target.kind === 'slot') actions.replaceAt(target.slot, dragged.loop);
      else actions.add(dragged.loop);
    } else if (target.kind === 'bin') actions.remove(dragged.slot);
    else if (target.kind === 'slot' && target.slot !== dragged.slot) {
      actions.move(dragged.slot, target.slot);
    }
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findTarget}
      autoScroll={false}
      accessibility={{ announcements: ANNOUNCEMENTS, screenReaderInstructions: HOW }}
      onDragStart={actions.stopAudition}
      onDragEnd={drop}
    >
      {children}
      <DragGhost />
    </DndContext>
  );
}

/** Where the pointer is, or the middle of the target that the keyboard has chosen; in CSS pixels of the viewport. */
function pointOf({ activatorEvent, delta, over }: DragMoveEvent): { x: number; y: number } | null {
  if (activatorEvent instanceof PointerEvent) {
    return { x: activatorEvent.clientX + delta.x, y: activatorEvent.clientY + delta.y };
  }
  return (
    over && { x: over.rect.left + over.rect.width / 2, y: over.rect.top + over.rect.height / 2 }
  );
}

/** The loop under the pointer while it is dragged, with a rim of ground as a ring being pulled has. */
function DragGhost() {
  const [loop, setLoop] = useState<Loop | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const place = (event: DragMoveEvent) => {
    const point = pointOf(event);
    if (!point || !ghost.current) return;
    ghost.current.style.transform = `translate(${point.x}px, ${point.y}px)`;
    ghost.current.style.visibility = 'visible';
  };
  useDndMonitor({
    onDragStart({ active }) {
      const dragged = draggedOf(active);
      setLoop(dragged?.kind === 'loop' ? dragged.loop : null);
    },
    onDragMove: place,
    onDragOver: place,
    onDragEnd: () => setLoop(null),
    onDragCancel: () => setLoop(null),
  });
  if (!loop) return null;
  return (
    <div className={styles.ghost} ref={ghost} aria-hidden="true">
      <div className={styles.disc}>
        <LoopGlyph loop={loop} sizePx={64} />
      </div>
    </div>
  );
}

/** Lets a loop be dragged out of its row. A finger that moves up or down scrolls the list (`touch-action: pan-y`). */
export function useLoopDrag(loop: Loop) {
  const data: Dragged = { kind: 'loop', loop };
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: `loop ${loop._id}`,
    data,
  });
  return {
    ref: setNodeRef,
    onPointerDown: listeners?.onPointerDown as ((event: unknown) => void) | undefined,
    /** To be called with keys that the row does not use itself. */
    takeUp: (event: KeyboardEvent) => listeners?.onKeyDown?.(event),
    describedBy: attributes['aria-describedby'],
    isDragged: isDragging,
  };
}

/** Is a loop held over this place? */
export function useLoopDrop(
  target: Extract<Target, { kind: 'rings' }> | { kind: 'slot'; slot: number },
) {
  const isSlot = target.kind === 'slot';
  const data: Target = isSlot ? { ...target, list: 'rows' } : target;
  const id = isSlot ? `rows ${target.slot}` : target.kind;
  const { setNodeRef, isOver } = useDroppable({ id, data });
  return { ref: setNodeRef, isOver };
}

/** The bin for slots: is one dragged, and held over it? */
export function useSlotBin() {
  const data: Target = { kind: 'bin' };
  const { setNodeRef, isOver, active } = useDroppable({ id: 'bin', data });
  return { ref: setNodeRef, isOpen: draggedOf(active)?.kind === 'slot', isOver };
}

/** A used slot in one of the lists: it can be dragged past the others, and a row takes a loop too. */
export function useSlotDrag(slot: number, list: SlotListName) {
  const data = { kind: 'slot', slot, list } as const;
  const id = `${list} ${slot}`;
  const { setNodeRef: setDragged, listeners, attributes } = useDraggable({ id, data });
  const { setNodeRef: setTarget, isOver, active } = useDroppable({ id, data });
  const ref = useCallback(
    (element: HTMLElement | null) => {
      setDragged(element);
      setTarget(element);
    },
    [setDragged, setTarget],
  );
  const dragged = draggedOf(active);
  const moving = dragged?.kind === 'slot' && dragged.list === list ? dragged.slot : null;
  const isBeside = isOver && moving !== null && moving !== slot;
  return {
    ref,
    onPointerDown: listeners?.onPointerDown as ((event: unknown) => void) | undefined,
    takeUp: (event: KeyboardEvent) => listeners?.onKeyDown?.(event),
    describedBy: attributes['aria-describedby'],
    isMoving: moving === slot,
    /** The side on which the one that is dragged would come. */
    edge: isBeside ? (moving < slot ? ('after' as const) : ('before' as const)) : undefined,
    isLoopOver: isOver && dragged?.kind === 'loop',
  };
}
