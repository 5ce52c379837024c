import { movePlaces } from '../../data/stores/places.ts';

/**
 * Tells the drawing that places have moved: one scroll and one resize listener and one ResizeObserver for
 * the whole page, however many places it has.
 */
const followed = new Set<Element>();
let observer: ResizeObserver | null = null;

/** Scrolls of any container reach the window in the capture phase. */
const SCROLL_OPTIONS = { capture: true, passive: true } as const;

function start(): void {
  observer = new ResizeObserver(movePlaces);
  window.addEventListener('scroll', movePlaces, SCROLL_OPTIONS);
  window.addEventListener('resize', movePlaces);
}

function stop(): void {
  observer?.disconnect();
  observer = null;
  window.removeEventListener('scroll', movePlaces, SCROLL_OPTIONS);
  window.removeEventListener('resize', movePlaces);
}

/** Announces every move of `element` through `movePlaces`. @returns what stops it */
export function followPlace(element: Element): () => void {
  if (followed.size === 0) start();
  followed.add(element);
  observer?.observe(element);
  return () => {
    followed.delete(element);
    observer?.unobserve(element);
    if (followed.size === 0) stop();
  };
}
