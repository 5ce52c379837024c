import { useMemo, useState } from 'react';
import { historyTicks, lineage } from '../../../drawing/history.ts';
import type { PageSource } from '../../kit/QueryList.tsx';
import { useRegionText } from '../../parts/useRegionText.ts';
import type { HistoryView, OpenDraft } from '../jam/useJam.ts';
import styles from './History.module.css';
import { TallDrafts, WideDrafts } from './HistoryDrafts.tsx';
import { HistoryHead } from './HistoryHead.tsx';
import { HistoryLines } from './HistoryLines.tsx';
import { HistoryStops } from './HistoryStops.tsx';
import type { HistoryEntry } from './historyEntry.ts';
import {
  DRAFT_ID,
  END_PX,
  LANE_PX,
  useHistoryPlaces,
  useHistorySight,
  useScrollToNow,
} from './historyPlaces.ts';
import { useHistoryNodes, useNeeded } from './useHistoryNodes.ts';

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
  /** Time runs upwards, with words beside every disc. */
  isNarrow: boolean;
  /** The rifffs before those of `entries`. */
  older: PageSource;
  /** Makes a rifff the one that is heard, at the next bar while something plays. */
  onChoose(id: string): void;
  /** As `onChoose` while something plays; else only shows it. */
  onScrub(id: string): void;
}

const TICK_PX = 150;
/** Room between the last lane and the words of the upright picture. */
const WORDS_PX = 96;

/** Every rifff of a jam along time, as a train diagram; choosing one plays it. */
export function History(props: HistoryProps) {
  const { entries, shownId, isNarrow } = props;
  const text = useRegionText();
  const nodes = useHistoryNodes(props);
  const places = useHistoryPlaces(nodes, isNarrow);
  const { layout, acrossPx, place, size } = places;
  const line = useMemo(() => lineage(nodes, shownId), [nodes, shownId]);
  const scroll = useScrollToNow(layout.lengthPx, nodes.at(-1)?.id ?? '');
  const [focusedId, setFocused] = useState('');
  const sight = useHistorySight(places, scroll, isNarrow, focusedId);
  useNeeded(props, sight);
  const scrubTo = (index: number) => {
    const node = layout.nodes[index];
    if (!node || node.id === DRAFT_ID) return;
    const element = scroll.current;
    if (element && !isNarrow) {
      element.scrollLeft = node.along + END_PX - element.clientWidth / 2;
      element.scrollTop = (node.lane - layout.firstLane) * LANE_PX;
    }
    props.onScrub(node.id);
  };
  const ticks = useMemo(
    () =>
      isNarrow
        ? []
        : historyTicks(
            layout.nodes.filter(({ id }) => id !== DRAFT_ID),
            TICK_PX,
          ),
    [layout, isNarrow],
  );
  return (
    <section className={styles.history} data-narrow={isNarrow || undefined} aria-label="History">
      <HistoryHead {...props} nodes={layout.nodes} onScrubTo={scrubTo} />
      {isNarrow && <TallDrafts layout={layout} place={place} numbers={props.view.numbers} />}
      <div ref={scroll} className={styles.scroll}>
        <div className={styles.sheet}>
          {ticks
            .filter(({ along }) => along >= sight.from && along <= sight.to)
            .map(({ along, created }) => (
              <span key={along} className={styles.tick} style={{ left: along + END_PX }}>
                <span>{text.time(created)}</span>
              </span>
            ))}
          <div className="relative" style={size}>
            <HistoryLines
              entries={entries}
              layout={layout}
              place={place}
              line={line}
              sight={sight}
            />
            <HistoryStops
              {...props}
              nodes={layout.nodes}
              line={line}
              sight={sight}
              place={place}
              wordsPx={isNarrow ? acrossPx + WORDS_PX : null}
              onFocusChange={setFocused}
            />
            {!isNarrow && (
              <WideDrafts
                layout={layout}
                place={place}
                numbers={props.view.numbers}
                scroll={scroll}
              />
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
