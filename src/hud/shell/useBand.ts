import { type RefObject, useLayoutEffect } from 'react';
import { movePlaces } from '../../data/stores/places.ts';

/** Heights of the bands above the page in CSS pixels, by the element of each. */
const heights = new Map<HTMLElement, number>();

function settle(): void {
  const { style } = document.documentElement;
  const total = [...heights.values()].reduce((sum, height) => sum + height, 0);
  if (heights.size === 0) style.removeProperty('--band');
  else style.setProperty('--band', `${total}px`);
  // What is drawn on the page goes down with it, and up again.
  movePlaces();
}

/** Makes room for a band above the page, so that it covers nothing: `--band` is how high all of them are. */
export function useBand(band: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const element = band.current;
    if (!element || !isShown) return;
    const measure = () => {
      heights.set(element, element.offsetHeight);
      settle();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      heights.delete(element);
      settle();
    };
  }, [band, isShown]);
}
