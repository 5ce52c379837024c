import { useEffect, useRef } from 'react';
import { onFrame } from '../data/stores/frameLoop.ts';
import type { SceneHostProps } from './hostProps.ts';
import { prefersReducedMotion } from './reducedMotion.ts';
import { CanvasRings } from './rings/canvasRings.ts';
import { followPage } from './rings/followPage.ts';
import { RifffField } from './rings/rifffField.ts';

const MAX_DPR = 2;
/** Frames between two looks at the layout while something moves: catches what no observer tells. */
const MEASURE_EVERY = 40;

/** Draws the rings of the page into an element until it is stopped. @returns what stops it */
function drawInto(host: HTMLElement): () => void {
  const rings = new CanvasRings(host);
  const field = new RifffField(rings);
  let frames = 0;
  const turn = onFrame('rings', () => {
    frames += 1;
    if (frames % MEASURE_EVERY === 0) field.moved();
    return field.update(performance.now(), prefersReducedMotion());
  });
  const resized = () => {
    const dpr = Math.min(devicePixelRatio || 1, MAX_DPR);
    field.resized(host.clientWidth || innerWidth, host.clientHeight || innerHeight, dpr);
    turn.wake();
  };
  resized();
  const observer = new ResizeObserver(resized);
  observer.observe(host);
  addEventListener('resize', resized);
  const stop = followPage(field, turn.wake);
  return () => {
    stop();
    turn.stop();
    observer.disconnect();
    removeEventListener('resize', resized);
    rings.clear();
  };
}

/**
 * The rings of the page drawn by the processor, on canvases behind the page's controls. Mounted once by the shell,
 * in the place of `SceneHost`.
 */
export default function CanvasHost({ onState }: SceneHostProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stop = drawInto(host.current!);
    onState?.('live');
    return stop;
  }, [onState]);
  return (
    <div
      ref={host}
      aria-hidden="true"
      data-rings="canvas"
      style={{ position: 'fixed', inset: 0, zIndex: 1, pointerEvents: 'none', overflow: 'hidden' }}
    />
  );
}
