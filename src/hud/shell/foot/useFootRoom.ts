import { type RefObject, useLayoutEffect } from 'react';
import { movePlaces } from '../../../data/stores/places.ts';

/** Keeps room at the foot of every page, so that the player covers nothing: `--foot` is how high it is. */
export function useFootRoom(foot: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const element = foot.current;
    if (!element || !isShown) return;
    const { style } = document.documentElement;
    const settle = () => {
      style.setProperty('--foot', `${element.offsetHeight}px`);
      // What is drawn on the page follows.
      movePlaces();
    };
    settle();
    const observer = new ResizeObserver(settle);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--foot');
      movePlaces();
    };
  }, [foot, isShown]);
}
