/**
 * A loop being dragged out of the pool. Pointer events rather than the browser's own drag and drop, so that
 * fingers can do it too. Places that take a loop carry `data-drop`: `rings`, or `slot` with `data-slot`.
 */
import type { Loop } from '../../../data/contract/loop.ts';

/** What lies under the pointer: nothing, the rings (add), or a slot (replace, or add when it is free). */
type DropTarget = { kind: 'rings' } | { kind: 'slot'; slot: number } | null;

interface LoopDrag {
  readonly loop: Loop;
  readonly target: DropTarget;
}

let current: LoopDrag | null = null;
let pointer = { x: 0, y: 0 };
const listeners = new Set<() => void>();

function set(next: LoopDrag | null): void {
  current = next;
  for (const listener of listeners) listener();
}

const sameTarget = (a: DropTarget, b: DropTarget) =>
  a?.kind === b?.kind && (a?.kind !== 'slot' || b?.kind !== 'slot' || a.slot === b.slot);

/** Where a loop would go if it were let go at a point of the viewport. */
function dropTargetAt(x: number, y: number): DropTarget {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
  if (!element) return null;
  if (element.dataset.drop === 'rings') return { kind: 'rings' };
  return { kind: 'slot', slot: Number(element.dataset.slot) };
}

/** Begins a drag, or moves it. Only a change of what is under the pointer tells the page. */
export function dragLoop(loop: Loop, x: number, y: number): void {
  pointer = { x, y };
  const target = dropTargetAt(x, y);
  if (current?.loop !== loop || !sameTarget(current.target, target)) set({ loop, target });
}

/** Ends the drag. @returns what was dragged and where it was let go, or null when none went on */
export function endLoopDrag(): LoopDrag | null {
  const last = current;
  if (last) set(null);
  return last;
}

/** The drag that goes on, for useSyncExternalStore. */
export function loopDragSnapshot(): LoopDrag | null {
  return current;
}

/** Where the pointer is, in CSS pixels of the viewport. */
export function dragPointer(): Readonly<{ x: number; y: number }> {
  return pointer;
}

/** @returns what stops it */
export function onLoopDrag(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
