import { useLayoutEffect, useMemo, useRef } from 'react';
import { timeText } from '../../data/stores/locale.ts';
import { historyTicks, lineage } from '../../drawing/history.ts';
import styles from './History.module.css';
import { HistoryDraft } from './HistoryDraft.tsx';
import { HistoryHead } from './HistoryHead.tsx';
import { HistoryLines } from './HistoryLines.tsx';
import { HistoryStop } from './HistoryStop.tsx';
import type { HistoryEntry } from './historyEntry.ts';
import { END_PX, nodeOf, useHistoryPlaces } from './historyPlaces.ts';
import type { OpenDraft } from './useOpenDraft.ts';

export interface HistoryProps {
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
  /** Are there older ones? */
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder(): void;
  onChoose(id: string): void;
}

const TICK_PX = 150;
/** Room between the last lane and the words of the upright picture. */
const WORDS_PX = 96;
const DRAFT_ID = 'draft';

/** What the layout places: the entries, and the draft after all of them. */
function useNodes(entries: readonly HistoryEntry[], draft: OpenDraft | null) {
  return useMemo(() => {
    const nodes = entries.map(nodeOf);
    if (!draft) return nodes;
    const created = (entries.at(-1)?.created ?? 0) + 1;
    return [...nodes, { id: DRAFT_ID, parentId: draft.parent?.rifffId ?? null, created }];
  }, [entries, draft]);
}

/** Keeps the newest in sight when the page opens, and what is in sight where it is when older ones come. */
function useScrollToNow(lengthPx: number, newest: string) {
  const scroll = useRef<HTMLDivElement>(null);
  const before = useRef({ lengthPx: 0, newest: '' });
  useLayoutEffect(() => {
    const element = scroll.current;
    if (!element) return;
    const last = before.current;
    before.current = { lengthPx, newest };
    if (last.newest !== newest) element.scrollLeft = element.scrollWidth;
    else element.scrollLeft += lengthPx - last.lengthPx;
  }, [lengthPx, newest]);
  return scroll;
}

/** Every rifff of a jam along time, as a train diagram; choosing one plays it. */
export function History(props: HistoryProps) {
  const { entries, draft, shownId, isNarrow } = props;
  const nodes = useNodes(entries, draft);
  const { layout, acrossPx, place, size } = useHistoryPlaces(nodes, isNarrow);
  const line = useMemo(() => lineage(nodes, shownId), [nodes, shownId]);
  const scroll = useScrollToNow(layout.lengthPx, nodes.at(-1)?.id ?? '');
  const ids = (has: (entry: HistoryEntry) => boolean) =>
    entries.filter(has).map(({ rifff }) => rifff._id);
  const ticks = isNarrow ? [] : layout.nodes.filter(({ id }) => id !== DRAFT_ID);
  return (
    <section className={styles.history} data-narrow={isNarrow || undefined} aria-label="History">
      <HistoryHead {...props} />
      <div ref={scroll} className={styles.scroll}>
        <div className={styles.sheet}>
          {historyTicks(ticks, TICK_PX).map(({ along, created }) => (
            <span key={along} className={styles.tick} style={{ left: along + END_PX }}>
              <span>{timeText(created)}</span>
            </span>
          ))}
          <div className={styles.plan} style={size}>
            <HistoryLines
              layout={layout}
              place={place}
              line={line}
              remixes={new Set(ids(({ remixOf }) => remixOf !== ''))}
              unsent={new Set([...ids(({ unsent }) => unsent !== null), DRAFT_ID])}
            />
            <HistoryStops
              {...props}
              nodes={layout.nodes}
              line={line}
              place={place}
              wordsPx={isNarrow ? acrossPx + WORDS_PX : null}
            />
          </div>
        </div>
      </div>
    </section>
  );
}

interface HistoryStopsProps extends HistoryProps {
  nodes: ReturnType<typeof useHistoryPlaces>['layout']['nodes'];
  line: ReadonlySet<string>;
  place(along: number, lane: number): readonly [number, number];
  wordsPx: number | null;
}

/** What can be chosen; by key from the newest on, as the eye goes. */
function HistoryStops(props: HistoryStopsProps) {
  const { entries, draft, nodes, line, place, wordsPx, shownId, pendingId, onChoose } = props;
  const byId = useMemo(() => new Map(entries.map((one) => [one.rifff._id, one])), [entries]);
  return (
    <ol className={styles.list}>
      {[...nodes].reverse().map(({ id, along, lane, parentId }) => {
        const entry = byId.get(id);
        const at = place(along, lane);
        if (entry) {
          return (
            <li key={id}>
              <HistoryStop
                entry={entry}
                all={entries}
                isShown={id === shownId}
                isOnLine={line.has(id)}
                isPending={id === pendingId && id !== shownId}
                at={at}
                wordsPx={wordsPx}
                onChoose={onChoose}
              />
            </li>
          );
        }
        const from = parentId === null ? '' : (byId.get(parentId)?.title ?? '');
        return (
          draft && (
            <li key={id}>
              <HistoryDraft draft={draft} from={from} at={at} wordsPx={wordsPx} />
            </li>
          )
        );
      })}
    </ol>
  );
}
