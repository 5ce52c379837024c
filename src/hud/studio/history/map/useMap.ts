/** A map in its box: the view of it while its size, what is on it and what is on show change. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { placeFrom } from '../../../../data/rules/jam/map/mapSight.ts';
import {
  leftOf,
  type MapBox,
  type MapView,
  restZoom,
  SIDE_PX,
  scaleAt,
  topOf,
  wholeView,
} from '../../../../data/rules/jam/map/mapView.ts';
import {
  HistoryMap,
  type MapPicture,
  showMap,
  wakeMap,
} from '../../../../data/stores/historyMap.ts';
import { useMedia } from '../../../parts/useMedia.ts';

/** What moves a map from outside its box. */
export interface MapControls {
  /** Goes so near that a place is seen and its neighbours too, if it is not already. */
  goTo(place: number, isSudden: boolean): void;
  nearer(): void;
  further(): void;
  whole(): void;
  /** To the newest, as the map opens. */
  now(): void;
}

/** A click of a button comes nearer by this. */
const CLICK = 1.8;

/** The newest, with discs as large as those of other lists. */
function openingView({ layout, ends }: MapPicture, box: MapBox): MapView {
  return { x: ends.length, y: layout.rows.at(-1) ?? 0, zoom: restZoom(ends.rowCount, box) };
}

/** Is a place in the box, away from its edges? */
function isInSight({ view, box, picture }: HistoryMap, place: number): boolean {
  const { layout, ends } = picture;
  const { discPx, lanePx } = scaleAt(view.zoom, ends.rowCount, box);
  const left = leftOf(view, box, layout.xs[place]!);
  const top = topOf(view, box, lanePx, layout.rows[place]!);
  const near = Math.min(SIDE_PX, discPx / 2 + 8);
  return left > near && left < box.widthPx - near && top > 4 && top < box.heightPx - 24;
}

/** Keeps what is seen where it is when the map gets another layout: it hangs on the rifff in the middle. */
function hold(map: HistoryMap, picture: MapPicture): MapView | null {
  const before = map.picture.layout;
  const after = picture.layout;
  const { view } = map;
  if (before === after) {
    // What is being made now stays in sight of who looks at its end.
    const end = map.picture.ends.length;
    const isEndSeen = leftOf(view, map.box, end) < map.box.widthPx;
    const isOther = end !== picture.ends.length;
    return isOther ? { ...view, x: isEndSeen ? picture.ends.length : view.x } : null;
  }
  const newest = before.nodes.length - 1;
  const isAtEnd = newest >= 0 && leftOf(view, map.box, before.xs[newest]!) < map.box.widthPx;
  const isGrown = after.nodes.at(-1)?.id !== before.nodes.at(-1)?.id;
  if (newest < 0 || (isAtEnd && isGrown)) {
    const opening = openingView(picture, map.box);
    const isRest = Math.abs(view.zoom - restZoom(map.picture.ends.rowCount, map.box)) < 0.01;
    return isRest ? opening : { ...opening, zoom: view.zoom };
  }
  const anchor = Math.min(newest, placeFrom(before.xs, view.x));
  const moved = after.placeOf.get(before.nodes[anchor]!.id);
  if (moved === undefined) return view;
  return {
    ...view,
    x: view.x + after.xs[moved]! - before.xs[anchor]!,
    y: view.y + after.rows[moved]! - before.rows[anchor]!,
  };
}

/** The map of a picture in an element, from its mount to its end. */
export function useMap(
  box: RefObject<HTMLElement | null>,
  picture: MapPicture,
  shownId: string,
): { map: HistoryMap; controls: MapControls } {
  const isReduced = useMedia('(prefers-reduced-motion)');
  const [map] = useState(() => new HistoryMap(picture));
  const isPlaced = useRef(false);
  const lastShown = useRef(shownId);

  useLayoutEffect(() => {
    const element = box.current!;
    const measured = () => {
      const size: MapBox = { widthPx: element.clientWidth, heightPx: element.clientHeight };
      map.box = size;
      if (size.widthPx < 2 || size.heightPx < 2) return;
      map.go(isPlaced.current ? map.aim : openingView(map.picture, map.box), true);
      isPlaced.current = true;
    };
    measured();
    const observer = new ResizeObserver(measured);
    observer.observe(element);
    const hide = showMap({ map, element });
    return () => {
      observer.disconnect();
      hide();
    };
  }, [box, map]);

  useLayoutEffect(() => {
    if (map.picture === picture) return;
    const held = hold(map, picture);
    map.picture = picture;
    map.hovered = -1;
    if (held) map.go(held, true);
    else wakeMap();
  }, [map, picture]);

  const goTo = (place: number, isSudden: boolean) => {
    if (place < 0 || place >= map.picture.layout.nodes.length) return;
    const { layout } = map.picture;
    const zoom = Math.max(map.aim.zoom, restZoom(map.picture.ends.rowCount, map.box) / 2);
    if (zoom === map.aim.zoom && isInSight(map, place)) return;
    map.go({ x: layout.xs[place]!, y: layout.rows[place]!, zoom }, isSudden || isReduced);
  };
  const latest = useRef(goTo);
  latest.current = goTo;
  useEffect(() => {
    if (lastShown.current === shownId) return;
    lastShown.current = shownId;
    const place = map.picture.layout.placeOf.get(shownId) ?? -1;
    if (place >= 0 && !isInSight(map, place)) {
      const { layout } = map.picture;
      const to = { x: layout.xs[place]!, y: layout.rows[place]!, zoom: map.aim.zoom };
      map.go(to, isReduced);
    }
  }, [map, shownId, isReduced]);
  const [middleX, middleY] = [() => map.box.widthPx / 2, () => map.box.heightPx / 2];
  return {
    map,
    controls: {
      goTo,
      nearer: () => map.zoom(CLICK, middleX(), middleY(), isReduced),
      further: () => map.zoom(1 / CLICK, middleX(), middleY(), isReduced),
      whole: () => map.go(wholeView(map.picture.ends, map.box), isReduced),
      now: () => map.go(openingView(map.picture, map.box), isReduced),
    },
  };
}
