import { useEffect, useRef } from 'react';
import { sampleTelemetry } from '../audio/engine/telemetry.ts';
import { isFrameDue } from '../data/stores/framePace.ts';
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
  let asked = 0;
  let frames = 0;
  const ask = () => {
    if (asked === 0) asked = requestAnimationFrame(frame);
  };
  const frame = (nowMs: number) => {
    asked = 0;
    if (!isFrameDue(nowMs)) {
      ask();
      return;
    }
    frames += 1;
    sampleTelemetry();
    if (frames % MEASURE_EVERY === 0) field.moved();
    if (field.update(performance.now(), prefersReducedMotion())) ask();
  };
  const resized = () => {
    const dpr = Math.min(devicePixelRatio || 1, MAX_DPR);
    field.resized(host.clientWidth || innerWidth, host.clientHeight || innerHeight, dpr);
    ask();
  };
  resized();
  const observer = new ResizeObserver(resized);
  observer.observe(host);
  addEventListener('resize', resized);
  const stop = followPage(field, ask);
  return () => {
    stop();
    observer.disconnect();
    removeEventListener('resize', resized);
    cancelAnimationFrame(asked);
    rings.clear();
  };
}

/**
 * The rings of the page drawn by the processor, on canvases behind the page's controls. Mounted once by the shell,
 * in the place of `SceneHost`.
 */
export default function CanvasHost() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => drawInto(host.current!), []);
  return (
    <div
      ref={host}
      aria-hidden="true"
      data-scene="ready"
      style={{ position: 'fixed', inset: 0, zIndex: 1, pointerEvents: 'none', overflow: 'hidden' }}
    />
  );
}
