import { useEffect, useRef } from 'react';
import { subscribe } from 'valtio/vanilla';
import { arcade, onCrowdWake } from '../data/stores/arcade.ts';
import { onFrame } from '../data/stores/frameLoop.ts';
import type { CrowdOnCanvas } from './arcade/canvasCrowd.ts';
import type { SceneHostProps } from './hostProps.ts';
import { prefersReducedMotion } from './reducedMotion.ts';
import { CanvasRings } from './rings/canvasRings.ts';
import { followPage } from './rings/followPage.ts';
import { RifffField } from './rings/rifffField.ts';
import { screenDpr } from './screenDpr.ts';

/** Frames between two looks at the layout while something moves: catches what no observer tells. */
const MEASURE_EVERY = 40;

/** Draws the rings of the page into an element until it is stopped. @returns what stops it */
function drawInto(host: HTMLElement): () => void {
  const rings = new CanvasRings(host);
  const field = new RifffField(rings);
  let frames = 0;
  let crowd: CrowdOnCanvas | null = null;
  let isOver = false;
  const turn = onFrame('rings', () => {
    frames += 1;
    if (frames % MEASURE_EVERY === 0) field.moved();
    const nowMs = performance.now();
    const isReduced = prefersReducedMotion();
    const isFlying = crowd?.update(nowMs, isReduced) ?? false;
    return field.update(nowMs, isReduced) || isFlying;
  });
  const resized = () => {
    const dpr = screenDpr();
    const [width, height] = [host.clientWidth || innerWidth, host.clientHeight || innerHeight];
    field.resized(width, height, dpr);
    crowd?.resized(width, height, dpr);
    turn.wake();
  };
  // The code of the crowd of the arcade comes when one is opened.
  const followCrowd = async () => {
    if (arcade.isOpen === (crowd !== null)) return;
    if (!arcade.isOpen) {
      crowd?.remove();
      crowd = null;
      return;
    }
    const { openCanvasCrowd } = await import('./arcade/canvasCrowd.ts');
    const opened = openCanvasCrowd(host);
    if (isOver || crowd || !arcade.isOpen) opened.remove();
    else crowd = opened;
    resized();
  };
  resized();
  const observer = new ResizeObserver(resized);
  observer.observe(host);
  addEventListener('resize', resized);
  const stop = followPage(field, turn.wake);
  const stopCrowd = [
    subscribe(arcade, () => void followCrowd()),
    onCrowdWake(turn.wake),
    () => crowd?.remove(),
  ];
  void followCrowd();
  return () => {
    isOver = true;
    for (const end of stopCrowd) end();
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
