import { useRef, useState } from 'react';
import type { PageSource } from '../kit/QueryList.tsx';
import styles from './History.module.css';
import { HistoryHead } from './HistoryHead.tsx';
import type { HistoryEntry } from './historyEntry.ts';
import { MapStops } from './map/MapStops.tsx';
import { useMap } from './map/useMap.ts';
import { useMapGestures } from './map/useMapGestures.ts';
import { useMapPicture } from './map/useMapPicture.ts';
import { useNeeded } from './map/useNeeded.ts';
import type { HistoryView, OpenDraft } from './useJam.ts';

export interface HistoryProps {
  view: HistoryView;
  /** Rifffs that came while one was here and were not heard yet. */
  fresh: ReadonlySet<string>;
  /** Oldest first. */
  entries: readonly HistoryEntry[];
  /** The draft that goes on from here, if there is one. */
  draft: OpenDraft | null;
  shownId: string;
  pendingId: string | null;
  /** Rifffs of the jam in all. */
  total: number;
  /** Of a page that scrolls: a finger that goes up or down moves the page and not the map. */
  isNarrow: boolean;
  /** The rifffs before those of `entries`. */
  older: PageSource;
  /** Makes a rifff the one that is heard, at the next bar while something plays. */
  onChoose(id: string): void;
  /** As `onChoose` while something plays; else only shows it. */
  onScrub(id: string): void;
}

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
          facts={facts}
          map={map}
          controls={controls}
          focusId={focusId}
          onFocusChange={setFocusId}
        />
      </div>
    </section>
  );
}
