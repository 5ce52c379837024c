import { type RefObject, useLayoutEffect, useRef } from 'react';
import {
  leftOf,
  MAKER_FROM_PX,
  scaleAt,
  TITLE_FROM_PX,
  topOf,
} from '../../../../data/rules/jam/map/mapView.ts';
import { onFrame } from '../../../../data/stores/frameLoop.ts';
import { type HistoryMap, MAP_MARKS, onMapWake } from '../../../../data/stores/historyMap.ts';

/** Least side of a button. */
const LEAST_PX = 24;
/** Smaller discs are chosen by where one points: their buttons would lie on each other. */
const FAR_PX = 20;
/** Buttons far outside the box stand at its edge. */
const BEYOND_PX = 20_000;

/**
 * Puts what stands on a map to where it is seen, in every frame in which the map moves. To be called after `useMap`, so that
 * the map is what has just been rendered.
 *
 * @param layer holds what stands on the map: elements with `data-id`, or `data-maker` of what others make
 */
export function useOnMap(map: HistoryMap, layer: RefObject<HTMLDivElement | null>): void {
  const move = useRef(() => {});
  move.current = () => {
    const element = layer.current;
    if (!element) return;
    const { picture, view, box } = map;
    const { layout, drafts, marks } = picture;
    const { discPx, lanePx } = scaleAt(view.zoom, picture.ends.rowCount, box);
    element.toggleAttribute('data-far', discPx < FAR_PX);
    const lines = Number(discPx >= TITLE_FROM_PX) + Number(discPx >= MAKER_FROM_PX);
    element.style.setProperty('--words', String(lines));
    element.style.setProperty('--disc', `${Math.max(LEAST_PX, discPx).toFixed(1)}px`);
    for (const item of element.querySelectorAll<HTMLElement>('[data-id], [data-maker]')) {
      const draft = drafts.find(({ id }) => id === (item.dataset.maker ?? item.dataset.id));
      const place = draft ? -1 : (layout.placeOf.get(item.dataset.id ?? '') ?? -1);
      const x = draft ? draft.x : layout.xs[place];
      const row = draft ? draft.row : layout.rows[place];
      if (x === undefined || row === undefined) continue;
      const left = Math.min(box.widthPx + BEYOND_PX, Math.max(-BEYOND_PX, leftOf(view, box, x)));
      const top = Math.min(
        box.heightPx + BEYOND_PX,
        Math.max(-BEYOND_PX, topOf(view, box, lanePx, row)),
      );
      item.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
      item.toggleAttribute('data-shown', place >= 0 && (marks[place]! & MAP_MARKS.shown) !== 0);
    }
  };
  useLayoutEffect(() => {
    const turn = onFrame('readouts', (nowMs) => {
      const isMoving = map.advance(nowMs);
      move.current();
      return isMoving;
    });
    const stop = onMapWake(turn.wake);
    return () => {
      stop();
      turn.stop();
    };
  }, [map]);
  // What has just been rendered stands where it belongs before it is seen.
  useLayoutEffect(() => move.current());
}
