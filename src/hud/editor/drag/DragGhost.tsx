import { useLayoutEffect, useRef } from 'react';
import { LoopGlyph } from '../../parts/LoopGlyph.tsx';
import styles from '../rings/Rings.module.css';
import { dragPointer } from './loopDrag.ts';
import { useCurrentLoopDrag } from './useLoopDrag.ts';

/** The loop under the pointer while it is dragged, with a rim of ground as a ring being pulled has. */
export function DragGhost() {
  const drag = useCurrentLoopDrag();
  const ghost = useRef<HTMLDivElement>(null);
  const loop = drag?.loop;

  useLayoutEffect(() => {
    if (!loop) return;
    const place = () => {
      const { x, y } = dragPointer();
      if (ghost.current) ghost.current.style.transform = `translate(${x}px, ${y}px)`;
    };
    place();
    // The row that holds the pointer moves the drag first; this listener follows in the bubbling phase.
    window.addEventListener('pointermove', place);
    return () => window.removeEventListener('pointermove', place);
  }, [loop]);

  if (!loop) return null;
  return (
    <div className={styles.ghost} ref={ghost} aria-hidden="true">
      <div className={styles.disc}>
        <LoopGlyph loop={loop} sizePx={64} />
      </div>
    </div>
  );
}
