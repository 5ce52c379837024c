import { type PointerEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Loop } from '../../../data/contract/loop.ts';
import { useEditorActions } from '../EditorContext.tsx';
import { dragLoop, endLoopDrag, loopDragSnapshot, onLoopDrag } from './loopDrag.ts';

/** How far a pointer goes before a press is a drag, in CSS pixels. */
const SLOP_PX = 6;

/** The drag that goes on, or null. */
export function useCurrentLoopDrag() {
  return useSyncExternalStore(onLoopDrag, loopDragSnapshot);
}

/**
 * Handlers that let a loop be dragged out of its row to the rings or a slot. A finger that moves up or down
 * scrolls the list (`touch-action: pan-y`); to the side it drags. Escape lets it go where it was.
 */
export function useLoopDrag(loop: Loop) {
  const actions = useEditorActions();
  const press = useRef<{ id: number; x: number; y: number; isDrag: boolean } | null>(null);

  useEffect(() => () => void (press.current?.isDrag && endLoopDrag()), []);

  const end = (event: PointerEvent<HTMLElement>, isDrop: boolean) => {
    const current = press.current;
    if (!current || current.id !== event.pointerId) return;
    press.current = null;
    if (!current.isDrag) return;
    const target = endLoopDrag()?.target;
    if (!isDrop || !target) return;
    if (target.kind === 'rings') actions.add(loop);
    else actions.replaceAt(target.slot, loop);
  };

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || press.current) return;
      press.current = { id: event.pointerId, x: event.clientX, y: event.clientY, isDrag: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const current = press.current;
      if (!current || current.id !== event.pointerId) return;
      const { clientX: x, clientY: y } = event;
      if (!current.isDrag) {
        if (Math.hypot(x - current.x, y - current.y) < SLOP_PX) return;
        current.isDrag = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        actions.stopAudition();
      }
      event.preventDefault();
      dragLoop(loop, x, y);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    onLostPointerCapture: (event: PointerEvent<HTMLElement>) => end(event, false),
  };
}
