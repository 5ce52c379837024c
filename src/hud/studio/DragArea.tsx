/** Dragging by mouse, finger and keyboard, for all parts that take part in it. Shift and Enter take something up by keyboard. */
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
import { useEffect, useRef, useState } from 'react';
import type { Loop } from '../../data/contract/loop.ts';
import { LoopGlyph } from '../parts/LoopGlyph.tsx';
import { titleOf } from './actions/draftActions.ts';
import { DRAG_HELP_ID, type DragPart, setDragState, useDragParts } from './drag.ts';
import { draggedOf, findTarget, KEYS, ShiftEnterSensor, targetOf } from './dropTargets.ts';
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

/** Lets what is on the page be dragged and dropped, and shows the loop that is. */
export function DragArea() {
  const actions = useEditorActions();
  const parts = useDragParts();
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
      id={DRAG_HELP_ID}
      sensors={sensors}
      collisionDetection={findTarget}
      autoScroll={false}
      accessibility={{ announcements: ANNOUNCEMENTS, screenReaderInstructions: HOW }}
      onDragStart={actions.stopAudition}
      onDragEnd={drop}
    >
      {parts.map((part) => (part.dragged ? <Draggable key={part.id} part={part} /> : null))}
      {parts.map((part) => (part.target ? <Droppable key={part.id} part={part} /> : null))}
      <DragFollower />
    </DndContext>
  );
}

function Draggable({ part }: { part: DragPart }) {
  const { id, element, dragged } = part;
  const { setNodeRef, listeners } = useDraggable({ id, data: dragged ?? undefined });
  useEffect(() => {
    setNodeRef(element);
    return () => setNodeRef(null);
  }, [element, setNodeRef]);
  useEffect(() => {
    part.begin = {
      pointer: (event) => listeners?.onPointerDown?.(event),
      key: (event) => listeners?.onKeyDown?.(event),
    };
    return () => {
      part.begin = undefined;
    };
  }, [part, listeners]);
  return null;
}

function Droppable({ part }: { part: DragPart }) {
  const { id, element, target } = part;
  const { setNodeRef } = useDroppable({ id, data: target ?? undefined });
  useEffect(() => {
    setNodeRef(element);
    return () => setNodeRef(null);
  }, [element, setNodeRef]);
  return null;
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

/** Says what is dragged and over what, and shows the loop under the pointer, with a rim of ground as a pulled ring has. */
function DragFollower() {
  const [loop, setLoop] = useState<Loop | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const place = (event: DragMoveEvent) => {
    const point = pointOf(event);
    if (!point || !ghost.current) return;
    ghost.current.style.transform = `translate(${point.x}px, ${point.y}px)`;
    ghost.current.style.visibility = 'visible';
  };
  const end = () => {
    setLoop(null);
    setDragState(true, null, null);
  };
  useEffect(() => {
    setDragState(true, null, null);
    return () => setDragState(false, null, null);
  }, []);
  useDndMonitor({
    onDragStart({ active }) {
      const dragged = draggedOf(active);
      setLoop(dragged?.kind === 'loop' ? dragged.loop : null);
      setDragState(true, dragged ?? null, null);
    },
    onDragMove: place,
    onDragOver(event) {
      place(event);
      setDragState(
        true,
        draggedOf(event.active) ?? null,
        event.over ? String(event.over.id) : null,
      );
    },
    onDragEnd: end,
    onDragCancel: end,
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
