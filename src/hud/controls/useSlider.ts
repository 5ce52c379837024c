import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { fromPosition, holdValue, type SliderRange, valueAfterKey } from './slider.ts';

/** What a control does with its value: live while dragging, and once when the finger leaves. */
export interface SliderProps {
  label: string;
  value: number;
  /** How the value reads, for instance `+1.2 dB`. */
  text: string;
  onChange(value: number): void;
  /** While a drag goes on; without it every move goes to `onChange`. */
  onLive?(value: number): void;
  isDisabled?: boolean;
}

interface Drag {
  pointerId: number;
  value: number;
  rect: DOMRect;
}

/**
 * Pointer, keys and aria of a horizontal slider. Spread the result on the focusable element whose width is
 * the track. Arrows step, page keys leap, Home and End go to the ends, double click, 0 and R reset.
 * @param valueAt the value at a position 0–1 along the track
 */
export function useSlider(
  props: SliderProps,
  range: SliderRange,
  valueAt = (position: number) => fromPosition(position, range),
) {
  const drag = useRef<Drag | null>(null);

  const valueUnder = (clientX: number, rect: DOMRect) =>
    valueAt((clientX - rect.left) / Math.max(1, rect.width));

  const move = (event: PointerEvent<HTMLElement>) => {
    const current = drag.current;
    if (!current || current.pointerId !== event.pointerId) return;
    const next = valueUnder(event.clientX, current.rect);
    if (next === current.value) return;
    current.value = next;
    (props.onLive ?? props.onChange)(next);
  };

  const end = (event: PointerEvent<HTMLElement>) => {
    const current = drag.current;
    if (!current || current.pointerId !== event.pointerId) return;
    drag.current = null;
    props.onChange(current.value);
  };

  return {
    role: 'slider' as const,
    tabIndex: props.isDisabled ? -1 : 0,
    'aria-label': props.label,
    'aria-orientation': 'horizontal' as const,
    'aria-valuemin': range.min,
    'aria-valuemax': range.max,
    'aria-valuenow': Number(props.value.toFixed(3)),
    'aria-valuetext': props.text,
    'aria-disabled': props.isDisabled || undefined,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (props.isDisabled || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.focus({ preventScroll: true });
      const rect = event.currentTarget.getBoundingClientRect();
      drag.current = { pointerId: event.pointerId, value: props.value, rect };
      move(event);
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onDoubleClick() {
      if (!props.isDisabled) props.onChange(holdValue(range.reset, range));
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (props.isDisabled || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = valueAfterKey(props.value, event.key, range);
      if (next === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (next !== props.value) props.onChange(next);
    },
  };
}
