import { useEffect, useRef } from 'react';
import { placesIn } from '../../../../data/rules/jam/map/mapSight.ts';
import { scaleAt } from '../../../../data/rules/jam/map/mapView.ts';
import { type HistoryMap, onMapWake } from '../../../../data/stores/historyMap.ts';

/** Rifffs in view for a shorter time than this, in ms, are not loaded. */
const REST_MS = 120;
/** Discs that are smaller are dots, which need no more than the tree. */
const LEAST_DISC_PX = 14;

/** Asks for the rifffs in sight that only the tree knows, once the map stands still. */
export function useNeeded(map: HistoryMap, need: (ids: readonly string[]) => void): void {
  const latest = useRef(need);
  latest.current = need;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before = map.view;
    const ask = () => {
      timer = undefined;
      if (map.view !== before) return wait();
      const { picture, view, box } = map;
      const { discPx } = scaleAt(view.zoom, picture.ends.rowCount, box);
      if (discPx < LEAST_DISC_PX || box.widthPx < 2) return;
      const [first, end] = placesIn(picture.layout, view, box, discPx);
      const ids: string[] = [];
      for (let place = first; place < end; place += 1) {
        if (!picture.rifffAt(place)) ids.push(picture.layout.nodes[place]!.id);
      }
      if (ids.length > 0) latest.current(ids);
    };
    const wait = () => {
      before = map.view;
      timer ??= setTimeout(ask, REST_MS);
    };
    wait();
    const stop = onMapWake(wait);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [map]);
}
