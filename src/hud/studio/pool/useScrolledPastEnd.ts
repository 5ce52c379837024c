import { type RefObject, useEffect, useRef } from 'react';
import { scrollerOf } from './scrollerOf.ts';

/** Distance in CSS pixels that still counts as the end. */
const END_PX = 2;

/**
 * Calls `goOn` when the reader scrolls on by wheel or finger at the end of the list. Without `goOn` nothing happens.
 * A list that does not fill its space cannot be scrolled: there only its button calls `goOn`.
 * @param inside an element inside the element that scrolls
 */
export function useScrolledPastEnd(inside: RefObject<HTMLElement | null>, goOn?: () => void) {
  const latest = useRef(goOn);
  latest.current = goOn;
  const isThere = goOn !== undefined;
  useEffect(() => {
    const scroller = isThere ? scrollerOf(inside.current) : null;
    if (!scroller) return;
    let touchY = 0;
    const isAtEnd = () => {
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      return scrollHeight > clientHeight && scrollTop + clientHeight >= scrollHeight - END_PX;
    };
    const onWheel = ({ deltaY }: WheelEvent) => deltaY > 0 && isAtEnd() && latest.current?.();
    const onStart = ({ touches }: TouchEvent) => {
      touchY = touches[0]?.clientY ?? 0;
    };
    const onMove = ({ touches }: TouchEvent) => {
      if (touchY - (touches[0]?.clientY ?? touchY) > 24 && isAtEnd()) latest.current?.();
    };
    const passive = { passive: true } as const;
    scroller.addEventListener('wheel', onWheel, passive);
    scroller.addEventListener('touchstart', onStart, passive);
    scroller.addEventListener('touchmove', onMove, passive);
    return () => {
      scroller.removeEventListener('wheel', onWheel);
      scroller.removeEventListener('touchstart', onStart);
      scroller.removeEventListener('touchmove', onMove);
    };
  }, [inside, isThere]);
}
