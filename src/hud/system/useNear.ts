import { type RefObject, useEffect, useState } from 'react';

/** How far outside the window something is still worth drawing, in CSS pixels. */
const MARGIN_PX = 400;

const listeners = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | null = null;

/** One observer for the whole page, however long its lists are. */
function observe(element: Element, listener: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: `${MARGIN_PX}px` },
  );
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}

/** Is an element on the screen, or close to it? False at first. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => (element.current ? observe(element.current, setNear) : undefined), [element]);
  return isNear;
}
