/** Where the rifff of a place lies on the screen, and when it has moved. */
import { useSyncExternalStore } from 'react';
import { allPlaces, movePlaces, onPlacesChange, type Place } from '../../../data/stores/places.ts';

/** The place of that name, or undefined while it is not on the page. */
export function findPlace(id: string): Place | undefined {
  for (const place of allPlaces()) if (place.id === id) return place;
  return undefined;
}

/** Radius that a rifff may take in its place, in CSS pixels. */
function placeRadiusPx(place: Place): number {
  const { clientWidth, clientHeight } = place.element as HTMLElement;
  return Math.max(0, Math.min(clientWidth, clientHeight) / 2 - (place.view.marginPx ?? 0));
}

/** Centre of a place in CSS pixels of the viewport. */
export function placeCentre(place: Place): { x: number; y: number } {
  const box = place.element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Radius of the rifff in a place, 0 while it is not on the page; follows its size. */
export function usePlaceRadiusPx(id: string): number {
  return useSyncExternalStore(onPlacesChange, () => {
    const place = findPlace(id);
    return place ? placeRadiusPx(place) : 0;
  });
}

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
