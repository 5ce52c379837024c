/**
 * The one Pixi root. @pixi/react's own Application loses its renderer under StrictMode, so canvas and root
 * belong to the module and the canvas moves into whichever element hosts the lanes.
 */
import 'pixi.js/unsafe-eval';
import { createRoot } from '@pixi/react';
import { laneHost, onLanesChange } from '../../data/stores/lanes.ts';
import { LaneField } from './LaneField.tsx';

const MAX_DPR = 2;
let canvas: HTMLCanvasElement | null = null;
let observer: ResizeObserver | null = null;

function createCanvas(): HTMLCanvasElement {
  const made = document.createElement('canvas');
  made.setAttribute('aria-hidden', 'true');
  made.style.cssText = 'position:absolute;z-index:1;left:0;top:0;pointer-events:none';
  void createRoot(made).render(<LaneField />, {
    preference: 'webgl',
    backgroundAlpha: 0,
    antialias: true,
    autoStart: false,
    sharedTicker: false,
    autoDensity: true,
    resolution: Math.min(devicePixelRatio || 1, MAX_DPR),
    width: 1,
    height: 1,
  });
  return made;
}

/** Moves the canvas into the host of the lanes, or out of the page when there is none. */
function follow(): void {
  const host = laneHost();
  if (!canvas || host === canvas.parentElement) return;
  observer?.disconnect();
  if (!host) {
    canvas.remove();
    return;
  }
  if (getComputedStyle(host).position === 'static') host.style.position = 'relative';
  host.append(canvas);
  observer?.observe(host);
}

/**
 * Lets the canvas follow the host of the lanes.
 * @param changed is called when the host has another size
 * @returns what stops it; the context stays
 */
export function mountLanes(changed: () => void): () => void {
  canvas ??= createCanvas();
  observer = new ResizeObserver(changed);
  const stop = onLanesChange(follow);
  follow();
  return () => {
    stop();
    observer?.disconnect();
    observer = null;
    canvas?.remove();
  };
}
