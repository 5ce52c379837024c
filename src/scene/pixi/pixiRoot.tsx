/**
 * The one Pixi root. @pixi/react's own Application loses its renderer under StrictMode, so canvas and root belong to
 * the module. The canvas is not on the page: what is drawn on it is copied to where it belongs (`flatView.ts`).
 */
import 'pixi.js/unsafe-eval';
import { createRoot } from '@pixi/react';
import { currentRingDrawing } from '../../data/stores/ringDrawing.ts';
import { LaneField } from './LaneField.tsx';

let isStarted = false;

/** Draws the lanes that are registered, from now on; without any it rests. By 2D canvas where the rings are too. */
export function startLanes(): void {
  if (isStarted) return;
  isStarted = true;
  void createRoot(document.createElement('canvas')).render(<LaneField />, {
    preference: currentRingDrawing() === 'webgl' ? ['webgl', 'canvas'] : 'canvas',
    backgroundAlpha: 0,
    antialias: true,
    autoStart: false,
    sharedTicker: false,
    width: 1,
    height: 1,
  });
}
