/** What a slider's value does under keys and fingers, so that every control moves alike. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

export interface SliderRange {
  readonly min: number;
  readonly max: number;
  /** An arrow key. */
  readonly step: number;
  /** Page up and down. */
  readonly page: number;
  /** Values are held to multiples of this from `min`; 0 leaves them free. */
  readonly grid: number;
  /** Double click, 0 and R. */
  readonly reset: number;
}

/** Holds a value to a range and its grid. */
export function holdValue(value: number, range: SliderRange): number {
  const held = Math.min(range.max, Math.max(range.min, value));
  if (range.grid <= 0) return held;
  const snapped = range.min + Math.round((held - range.min) / range.grid) * range.grid;
  return Math.min(range.max, Number(snapped.toFixed(6)));
}

/**
 * The value after a key, or null when the key is none of the slider's own.
 * @param key as `KeyboardEvent.key`
 */
export function valueAfterKey(value: number, key: string, range: SliderRange): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return holdValue(value + range.step, range);
    case 'ArrowLeft':
    case 'ArrowDown':
      return holdValue(value - range.step, range);
    case 'PageUp':
      return holdValue(value + range.page, range);
    case 'PageDown':
      return holdValue(value - range.page, range);
    case 'Home':
      return range.min;
    case 'End':
      return range.max;
    case '0':
    case 'r':
    case 'R':
      return range.reset;
    default:
      return null;
  }
}

/** Position 0–1 along the track and back; `taper` 1 is linear, 2 gives the low end more of the track. */
export function toPosition(value: number, range: SliderRange, taper = 1): number {
  const share = (value - range.min) / (range.max - range.min);
  return Math.min(1, Math.max(0, share)) ** (1 / taper);
}

/** Value at a position 0–1 along the track, held to the range and its grid. */
export function fromPosition(position: number, range: SliderRange, taper = 1): number {
  const share = Math.min(1, Math.max(0, position)) ** taper;
  return holdValue(range.min + share * (range.max - range.min), range);
}

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
