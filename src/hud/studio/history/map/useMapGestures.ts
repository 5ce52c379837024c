/** A map under hands: wheel, one finger or a mouse, two fingers, and what is pointed at. */
import { type RefObject, useEffect, useRef } from 'react';
import { discAt } from '../../../../data/rules/jam/map/mapSight.ts';
import { zoomLimits } from '../../../../data/rules/jam/map/mapView.ts';
import { type HistoryMap, wakeMap } from '../../../../data/stores/historyMap.ts';

/** A pointer that has moved so far drags, in CSS pixels. */
const DRAG_PX = 6;
/** How far beside a small disc a mouse and a finger still mean it. */
const MOUSE_PX = 8;
const FINGER_PX = 22;
/** Zoom of a wheel: of so many pixels it doubles or halves. */
const DOUBLE_PX = 300;
/** Lines and pages of a wheel in pixels. */
const UNIT_PX = [1, 16, 400] as const;

export interface MapGestures {
  /** A disc was chosen that no button stands on. */
  onChoose(place: number): void;
  /** What a disc is called, while it is pointed at. */
  nameAt(place: number): string;
}

interface Finger {
  x: number;
  y: number;
}

/** Follows what hands do in an element. @returns what stops it */
function follow(element: HTMLElement, map: HistoryMap, now: () => MapGestures): () => void {
  const fingers = new Map<number, Finger>();
  let travelled = 0;
  let isDragged = false;
  const pointOf = ({ clientX, clientY }: MouseEvent): Finger => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const discUnder = ({ x, y }: Finger, reachPx: number) =>
    discAt(map.picture.layout, map.view, map.box, x, y, reachPx);

  const hover = (place: number) => {
    if (place === map.hovered) return;
    map.hovered = place;
    element.style.cursor = place >= 0 ? 'pointer' : '';
    element.title = place >= 0 ? now().nameAt(place) : '';
    wakeMap();
  };
  const wheel = (event: WheelEvent) => {
    const unit = UNIT_PX[event.deltaMode] ?? 1;
    const [acrossPx, downPx] = [event.deltaX * unit, event.deltaY * unit];
    if (event.shiftKey || (Math.abs(acrossPx) > Math.abs(downPx) && !event.ctrlKey)) {
      event.preventDefault();
      map.pan(-(event.shiftKey ? acrossPx || downPx : acrossPx), 0);
      return;
    }
    const [least, most] = zoomLimits(map.picture.ends, map.box);
    // At its ends the wheel scrolls the page.
    const isAtEnd = downPx > 0 ? map.view.zoom <= least : map.view.zoom >= most;
    if (isAtEnd && !event.ctrlKey) return;
    event.preventDefault();
    const { x, y } = pointOf(event);
    map.zoom(2 ** (-downPx / (event.ctrlKey ? DOUBLE_PX / 3 : DOUBLE_PX)), x, y, true);
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    if (fingers.size === 0) {
      travelled = 0;
      isDragged = false;
    }
    fingers.set(event.pointerId, pointOf(event));
  };
  const move = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const at = pointOf(event);
    const [rightPx, downPx] = [at.x - finger.x, at.y - finger.y];
    travelled += Math.hypot(rightPx, downPx);
    if (!isDragged && travelled > DRAG_PX) {
      isDragged = true;
      hover(-1);
    }
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (isDragged && other) {
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const after = Math.hypot(at.x - other.x, at.y - other.y);
      map.pan(rightPx / 2, downPx / 2);
      if (before > 1) map.zoom(after / before, (at.x + other.x) / 2, (at.y + other.y) / 2, true);
    } else if (isDragged) map.pan(rightPx, downPx);
    finger.x = at.x;
    finger.y = at.y;
  };
  const point = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && fingers.size === 0) {
      hover(discUnder(pointOf(event), MOUSE_PX));
    }
  };
  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
  };
  const leave = () => hover(-1);
  /** What ends a drag chooses nothing, also on a button. */
  const click = (event: MouseEvent) => {
    if (isDragged) {
      event.preventDefault();
      event.stopPropagation();
      isDragged = false;
      return;
    }
    if ((event.target as Element).closest('button, a')) return;
    const isFinger = event instanceof PointerEvent && event.pointerType === 'touch';
    const place = discUnder(pointOf(event), isFinger ? FINGER_PX : MOUSE_PX);
    if (place >= 0) now().onChoose(place);
  };
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', point);
  // A drag goes on outside the map.
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', up);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('click', click, { capture: true });
  return () => {
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', point);
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', up);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('click', click, { capture: true });
  };
}

/** Lets hands move a map and choose on it. */
export function useMapGestures(
  box: RefObject<HTMLElement | null>,
  map: HistoryMap,
  gestures: MapGestures,
): void {
  const latest = useRef(gestures);
  latest.current = gestures;
  useEffect(() => follow(box.current!, map, () => latest.current), [box, map]);
}
