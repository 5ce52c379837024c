/** What comes next: a row each, to be brought in now, moved by hand or by arrow keys, and taken out. */
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ListenRef } from '../../data/rules/listening/entry.ts';
import { FAMILY_WORDS } from '../../data/rules/listening/familyPiece.ts';
import {
  entryOf,
  listenQueue,
  moveInQueue,
  removeFromQueue,
} from '../../data/stores/listenQueue.ts';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import { IconButton } from '../system/Button.tsx';
import { Icon } from '../system/Icon.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Listen.module.css';

/** Rows on the page; what comes behind them has no name yet that matters. */
const SHOWN = 6;
/** How far a pointer goes before a press is a drag, in CSS pixels. */
const SLOP_PX = 6;
const DISC_PX = 40;

/** What is moved is said by the list itself. */
const SILENT: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
const HOW = { draggable: 'Arrow up and arrow down move it in the queue, Delete takes it out.' };

export interface QueueListProps {
  next: readonly ListenRef[];
  /** What the first of them does: `Next`, `Loading`, `Coming in`. */
  word: string;
  /** Brings one in now. */
  onChoose(key: string): void;
}

/** The queue. */
export function QueueList({ next, word, onChoose }: QueueListProps) {
  const { known } = useSnapshot(listenQueue);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: SLOP_PX } }),
  );
  const shown = next.slice(0, SHOWN);
  const move = (key: string, to: number) => {
    const at = Math.min(next.length - 1, Math.max(0, to));
    const one = next.find((each) => each.key === key);
    if (!one || next[at] === one) return;
    moveInQueue(key, at);
    setSaid(`${one.title} is number ${at + 1} of the queue`);
  };
  const remove = (one: ListenRef, at: number) => {
    removeFromQueue(one.key);
    setSaid(`${one.title} is out of the queue`);
    // The next row is in its place.
    requestAnimationFrame(() => {
      const handles = list.current?.querySelectorAll<HTMLElement>('[data-handle]');
      handles?.[Math.min(at, handles.length - 1)]?.focus();
    });
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over) return;
    move(
      String(active.id),
      next.findIndex(({ key }) => key === over.id),
    );
  };
  return (
    <section className="lineAbove top16" aria-label="Queue">
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        autoScroll={false}
        accessibility={{ announcements: SILENT, screenReaderInstructions: HOW }}
        onDragEnd={drop}
      >
        <ul ref={list} data-known={known}>
          {shown.map((one, at) => (
            <QueueRow
              key={one.key}
              one={one}
              at={at}
              word={at === 0 ? word : one.isOwn ? 'Queued' : ''}
              onChoose={() => onChoose(one.key)}
              onMove={(to) => move(one.key, to)}
              onRemove={() => remove(one, at)}
            />
          ))}
        </ul>
      </DndContext>
    </section>
  );
}

/** What it is in its family, where its title does not say so. */
function roleOf({ part, title }: ListenRef): string {
  const role = part ? FAMILY_WORDS[part.role] : '';
  return role === title ? '' : role;
}

interface QueueRowProps {
  one: ListenRef;
  at: number;
  word: string;
  onChoose(): void;
  onMove(to: number): void;
  onRemove(): void;
}

function QueueRow({ one, at, word, onChoose, onMove, onRemove }: QueueRowProps) {
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({
    id: one.key,
  });
  const { setNodeRef: setTarget, isOver } = useDroppable({ id: one.key });
  const entry = entryOf(one.key);
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const isOut = event.key === 'Delete' || event.key === 'Backspace';
    if (step === undefined && !isOut) return;
    event.preventDefault();
    event.stopPropagation();
    if (isOut) onRemove();
    else onMove(at + step!);
  };
  return (
    <li
      ref={setTarget}
      className={`lineOver ${styles.row}`}
      data-over={(isOver && !isDragging) || undefined}
      data-dragged={isDragging || undefined}
      style={transform ? { transform: `translateY(${transform.y}px)` } : undefined}
    >
      <button
        ref={setNodeRef}
        type="button"
        className={`hoverPaper ${styles.handle}`}
        aria-label={`Move ${one.title}, number ${at + 1}`}
        aria-describedby={attributes['aria-describedby']}
        data-handle
        onPointerDown={listeners?.onPointerDown as ((event: unknown) => void) | undefined}
        onKeyDown={keys}
      >
        <Icon name="menu" size={16} />
      </button>
      <button type="button" className="row fill full gap12 textLeft" onClick={onChoose}>
        <span className={styles.disc}>
          {entry && <RifffDisc rifff={entry.item.rifff} sizePx={DISC_PX} />}
        </span>
        <span className="grid min0">
          <span className="medium thickLine hoverUnderline truncate">{one.title}</span>
          <span className="t13 muted truncate">
            {[word, roleOf(one), one.by].filter(Boolean).join(', ')}
          </span>
        </span>
      </button>
      <IconButton
        icon="close"
        label={`Take out ${one.title}`}
        size="sm"
        variant="bare"
        onClick={onRemove}
      />
    </li>
  );
}
