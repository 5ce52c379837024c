import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { type LaneShape, registerLane } from '../../../data/stores/lanes.ts';

/**
 * Has something flat drawn in an element, in a picture of its own.
 * @param shape the same object as long as it shall look the same; null draws nothing
 * @returns the element's ref
 */
export function useLane<Target extends HTMLElement>(
  shape: LaneShape | null,
): RefObject<Target | null> {
  const element = useRef<Target>(null);
  const id = useId();
  const remove = useRef<(() => void) | null>(null);
  // Replaced in place, and taken away only with the element: else its picture would be made anew.
  useLayoutEffect(() => {
    if (!shape) remove.current?.();
    if (!element.current || !shape) return;
    remove.current = registerLane({ id, element: element.current, ...shape });
  }, [id, shape]);
  useEffect(() => () => remove.current?.(), []);
  return element;
}
