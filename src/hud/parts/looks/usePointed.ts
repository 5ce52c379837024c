import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** A mouse that only passes by points at nothing. */
const RESTS_MS = 120;

/** Says whether a mouse rests on an element, or the focus of a keyboard is on it. @returns that, and what the element takes */
export function usePointed() {
  const [isUnderMouse, setUnderMouse] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const on = {
    onPointerEnter({ pointerType }: PointerEvent) {
      clearTimeout(timer.current);
      // A finger that scrolls rests nowhere.
      if (pointerType !== 'touch') timer.current = setTimeout(() => setUnderMouse(true), RESTS_MS);
    },
    onPointerLeave() {
      clearTimeout(timer.current);
      setUnderMouse(false);
    },
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) =>
      setFocus(currentTarget.matches(':focus-visible')),
    onBlur: () => setFocus(false),
  };
  return { isPointed: isUnderMouse || hasFocus, on };
}
