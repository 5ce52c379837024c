import { useRef, useState } from 'react';
import styles from './History.module.css';
import { HistoryHead } from './HistoryHead.tsx';
import type { HistoryProps } from './map/historyProps.ts';
import { MapStops } from './map/MapStops.tsx';
import { useMap } from './map/useMap.ts';
import { useMapGestures } from './map/useMapGestures.ts';
import { useMapPicture } from './map/useMapPicture.ts';
import { useNeeded } from './map/useNeeded.ts';
import { useOnMap } from './map/useOnMap.ts';

/**
 * Every rifff of a jam on a map: time to the right, a lane for each person. It fills the box that it is in. The scene draws
 * the discs; the buttons of those round the focus stand on them.
 */
export function History(props: HistoryProps) {
  const { isNarrow, onChoose, onScrub, shownId, view } = props;
  const box = useRef<HTMLDivElement>(null);
  const facts = useMapPicture(props);
  const { layout } = facts.picture;
  const { map, controls } = useMap(box, facts.picture, shownId);
  const stops = useRef<HTMLDivElement>(null);
  useOnMap(map, stops);
  const [focusId, setFocusId] = useState('');
  useNeeded(map, view.need);
  useMapGestures(box, map, {
    nameAt: facts.nameAt,
    onChoose: (place) => {
      const { id } = layout.nodes[place]!;
      setFocusId(id);
      onChoose(id);
    },
  });
  const scrubTo = (place: number) => {
    const node = layout.nodes[place];
    if (!node) return;
    controls.goTo(place, true);
    setFocusId(node.id);
    onScrub(node.id);
  };
  return (
    <section className={styles.history} data-narrow={isNarrow || undefined} aria-label="History">
      <HistoryHead {...props} nodes={layout.nodes} controls={controls} onScrubTo={scrubTo} />
      <div ref={box} className={styles.map}>
        <MapStops
          {...props}
          layer={stops}
          facts={facts}
          controls={controls}
          focusId={focusId}
          onFocusChange={setFocusId}
        />
      </div>
    </section>
  );
}
