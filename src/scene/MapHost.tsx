import { useEffect } from 'react';
import { subscribe } from 'valtio/vanilla';
import { onFrame } from '../data/stores/frameLoop.ts';
import { currentMap, onMapWake } from '../data/stores/historyMap.ts';
import { currentRingDrawing, type RingDrawing, ringDrawing } from '../data/stores/ringDrawing.ts';
import { CanvasMap } from './map/canvasMap.ts';
import type { MapPainter } from './map/mapPainter.ts';

const MAX_DPR = 2;

/** Pixi comes with the first map that it draws; what draws on a 2D canvas is small, and most of it serves both. */
async function openPainter(
  way: RingDrawing,
  host: HTMLElement,
  wake: () => void,
  isLost: () => void,
) {
  if (way === 'canvas') return new CanvasMap(host);
  return (await import('./pixi/pixiMap.tsx')).openPixiMap(host, wake, isLost);
}

/** Draws the map that is open, and follows it until it is stopped. @returns what stops it */
function drawMaps(): () => void {
  let painter: MapPainter | null = null;
  let host: HTMLElement | null = null;
  let way: RingDrawing | null = null;
  let isOver = false;
  /** The graphics chip went and did not come back: the processor draws from then on. */
  let hasLost = false;
  const turn = onFrame('lanes', (nowMs) => {
    const open = currentMap();
    if (!open || !painter || open.element !== host) return false;
    const isMoving = open.map.advance(nowMs);
    if (open.map.box.widthPx < 2 || open.map.box.heightPx < 2) return isMoving;
    const dpr = Math.min(devicePixelRatio || 1, MAX_DPR);
    return painter.draw(open.map, dpr) || isMoving;
  });
  const close = () => {
    painter?.remove();
    painter = null;
    host = null;
  };
  const isLost = () => {
    hasLost = true;
    void follow();
  };
  const follow = async () => {
    turn.wake();
    const element = currentMap()?.element ?? null;
    const wanted = element ? (hasLost ? 'canvas' : currentRingDrawing()) : null;
    if (element === host && wanted === way) return;
    close();
    host = element;
    way = wanted;
    if (!element || !wanted) return;
    const opened = await openPainter(wanted, element, turn.wake, isLost)
      .catch((error: unknown) => {
        console.warn('Drawing the map without WebGL', error);
        return openPainter('canvas', element, turn.wake, isLost);
      })
      // The buttons of the map stand there without a picture too.
      .catch((error: unknown) => console.warn('The map cannot be drawn', error));
    if (!opened) return;
    if (isOver || host !== element || way !== wanted) return opened.remove();
    painter = opened;
    turn.wake();
  };
  const stops = [onMapWake(() => void follow()), subscribe(ringDrawing, () => void follow())];
  const typed = () => {
    painter?.typeHasCome();
    turn.wake();
  };
  document.fonts.addEventListener('loadingdone', typed);
  void follow();
  return () => {
    isOver = true;
    for (const stop of stops) stop();
    document.fonts.removeEventListener('loadingdone', typed);
    turn.stop();
    close();
  };
}

/** Draws the map of a jam where a page shows one. Renders nothing itself. */
export default function MapHost() {
  useEffect(drawMaps, []);
  return null;
}
