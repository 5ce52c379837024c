/**
 * What can be dragged in the studio and where it can be dropped: loops of the pool onto the rings or a slot, slots past
 * each other or into the bin. Every part says here what it is; `DragArea`, which is fetched after the first ring, makes
 * it draggable and says here what is dragged, and over what.
 */
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { Loop } from '../../data/contract/loop.ts';

/** What is dragged. */
export type Dragged =
  | { kind: 'loop'; loop: Loop }
  | { kind: 'slot'; slot: number; list: SlotListName };
/** What takes it. */
export type Target =
  | { kind: 'rings' }
  | { kind: 'bin' }
  | { kind: 'slot'; slot: number; list: SlotListName };

/** Which list of slots it is: both may be on the page at once. */
export type SlotListName = 'rows' | 'chips';

/** A part of the page that takes part in dragging. */
export interface DragPart {
  readonly id: string;
  element: HTMLElement;
  readonly dragged: Dragged | null;
  readonly target: Target | null;
  /** Begins a drag by pointer or key; there once it can. */
  begin?: { pointer(event: PointerEvent): void; key(event: KeyboardEvent): void };
}

/** Describes how to drag by keyboard; `DragArea` renders the text under this id. */
export const DRAG_HELP_ID = 'drag-help';

interface DragState {
  /** Can anything be dragged yet? */
  isReady: boolean;
  dragged: Dragged | null;
  overId: string | null;
}
let state: DragState = { isReady: false, dragged: null, overId: null };
let parts: readonly DragPart[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}
function onDragChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says whether parts can be dragged, what is dragged, and the id of the part that it is over. */
export function setDragState(
  isReady: boolean,
  dragged: Dragged | null,
  overId: string | null,
): void {
  state = { isReady, dragged, overId };
  tell();
}

/** All parts of the page that take part in dragging. */
export const useDragParts = () => useSyncExternalStore(onDragChange, () => parts);

/** Takes part in dragging for as long as its element is there; `dragged` and `target` may be new objects each time. */
function useDragPart(id: string, dragged: Dragged | null, target: Target | null) {
  const part = useRef<DragPart | null>(null);
  const latest = useRef({ dragged, target });
  latest.current = { dragged, target };
  const element = useRef<HTMLElement | null>(null);
  const ref = useCallback((next: HTMLElement | null) => {
    element.current = next;
  }, []);
  const loop = dragged?.kind === 'loop' ? dragged.loop : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part is new when what it stands for is
  useEffect(() => {
    if (!element.current) return;
    const own: DragPart = { id, element: element.current, ...latest.current };
    part.current = own;
    parts = [...parts, own];
    tell();
    return () => {
      part.current = null;
      parts = parts.filter((one) => one !== own);
      tell();
    };
  }, [id, loop]);
  return {
    ref,
    onPointerDown: (event: PointerEvent) => part.current?.begin?.pointer(event),
    /** To be called with keys that the part does not use itself. */
    takeUp: (event: KeyboardEvent) => part.current?.begin?.key(event),
    describedBy: useDragState(({ isReady }) => (isReady ? DRAG_HELP_ID : undefined)),
  };
}

/** One answer about what is dragged: the part is rendered again only when it is another one. */
function useDragState<T extends string | number | boolean | null | undefined>(
  of: (now: DragState) => T,
): T {
  return useSyncExternalStore(onDragChange, () => of(state));
}

/** Lets a loop be dragged out of its row. A finger that moves up or down scrolls the list (`touch-action: pan-y`). */
export function useLoopDrag(loop: Loop) {
  const isDragged = useDragState(
    ({ dragged }) => dragged?.kind === 'loop' && dragged.loop._id === loop._id,
  );
  return { ...useDragPart(`loop ${loop._id}`, { kind: 'loop', loop }, null), isDragged };
}

/** Is a loop held over this place? */
export function useLoopDrop(target: { kind: 'rings' } | { kind: 'slot'; slot: number }) {
  const isSlot = target.kind === 'slot';
  const id = isSlot ? `rows ${target.slot}` : target.kind;
  const isOver = useDragState(({ overId }) => overId === id);
  const { ref } = useDragPart(id, null, isSlot ? { ...target, list: 'rows' } : target);
  return { ref, isOver };
}

/** The bin for slots: is one dragged, and held over it? */
export function useSlotBin() {
  const isOver = useDragState(({ overId }) => overId === 'bin');
  const isOpen = useDragState(({ dragged }) => dragged?.kind === 'slot');
  const { ref } = useDragPart('bin', null, { kind: 'bin' });
  return { ref, isOpen, isOver };
}

/** A used slot in one of the lists: it can be dragged past the others, and a row takes a loop too. */
export function useSlotDrag(slot: number, list: SlotListName) {
  const id = `${list} ${slot}`;
  const own = { kind: 'slot', slot, list } as const;
  const part = useDragPart(id, own, own);
  const moving = useDragState(({ dragged }) =>
    dragged?.kind === 'slot' && dragged.list === list ? dragged.slot : null,
  );
  const over = useDragState(({ dragged, overId }) => overId === id && (dragged?.kind ?? null));
  const isBeside = over !== false && moving !== null && moving !== slot;
  return {
    ...part,
    isMoving: moving === slot,
    /** The side on which the one that is dragged would come. */
    edge: isBeside ? (moving < slot ? ('after' as const) : ('before' as const)) : undefined,
    isLoopOver: over === 'loop',
  };
}
