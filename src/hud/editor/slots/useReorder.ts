import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useEditorActions } from '../EditorContext.tsx';

export interface Reorder {
  /** Slot that is being dragged, or null. */
  readonly moving: number | null;
  /** Slot whose place it would take. */
  readonly target: number;
  /** Pointer handlers of the row or chip of a slot. */
  handlers(slot: number): {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(event: PointerEvent<HTMLElement>): void;
    onClickCapture(event: { stopPropagation(): void; preventDefault(): void }): void;
  };
}

const SLOP_PX = 6;

/** Which way the slots lie: a list goes down, a row of chips to the right. */
type ReorderAxis = 'down' | 'right';

interface Press {
  id: number;
  slot: number;
  /** Where it was pressed, along the slots. */
  along: number;
  stepPx: number;
  target: number;
  isDrag: boolean;
}

/** Dragging a slot along the others. Its own height or width tells how many slots a finger has gone. */
export function useReorder(count: number, axis: ReorderAxis = 'down'): Reorder {
  const actions = useEditorActions();
  const press = useRef<Press | null>(null);
  const wasDrag = useRef(false);
  const [state, setState] = useState<{ moving: number | null; target: number }>({
    moving: null,
    target: -1,
  });

  return useMemo(() => {
    const alongOf = (event: PointerEvent<HTMLElement>) =>
      axis === 'down' ? event.clientY : event.clientX;
    const end = (event: PointerEvent<HTMLElement>, isDrop: boolean) => {
      const current = press.current;
      if (!current || current.id !== event.pointerId) return;
      press.current = null;
      wasDrag.current = current.isDrag;
      if (!current.isDrag) return;
      setState({ moving: null, target: -1 });
      if (isDrop && current.target !== current.slot) actions.move(current.slot, current.target);
    };
    const handlers = (slot: number) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        wasDrag.current = false;
        if (event.button !== 0) return;
        const { height, width } = event.currentTarget.getBoundingClientRect();
        press.current = {
          id: event.pointerId,
          slot,
          along: alongOf(event),
          stepPx: axis === 'down' ? height : width,
          target: slot,
          isDrag: false,
        };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const current = press.current;
        if (!current || current.id !== event.pointerId) return;
        const moved = alongOf(event) - current.along;
        if (!current.isDrag) {
          if (Math.abs(moved) < SLOP_PX) return;
          current.isDrag = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        const steps = Math.round(moved / current.stepPx);
        const target = Math.min(count - 1, Math.max(0, slot + steps));
        current.target = target;
        setState((before) =>
          before.moving === slot && before.target === target ? before : { moving: slot, target },
        );
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
      onClickCapture(event: { stopPropagation(): void; preventDefault(): void }) {
        if (!wasDrag.current) return;
        wasDrag.current = false;
        event.stopPropagation();
        event.preventDefault();
      },
    });
    return { ...state, handlers };
  }, [state, count, actions, axis]);
}
