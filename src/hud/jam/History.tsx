import { useLayoutEffect, useMemo, useRef } from 'react';
import { type HistoryShape, historyTicks, layoutHistory, lineage } from '../../drawing/history.ts';
import { Button } from '../system/Button.tsx';
import styles from './History.module.css';
import { DISC_PX, entryDetails, HistoryDisc } from './HistoryDisc.tsx';
import { HistoryLines } from './HistoryLines.tsx';
import { dayText, type HistoryEntry, timeText } from './historyEntry.ts';

export interface HistoryProps {
  /** Oldest first. */
  entries: readonly HistoryEntry[];
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

const WIDE: HistoryShape = { stepPx: 76, restPx: 44, lanePx: 48, discPx: DISC_PX };
const TALL: HistoryShape = { stepPx: 76, restPx: 0, lanePx: 44, discPx: DISC_PX };
/** Lanes of the upright picture take this much of the window at most. */
const TALL_LANES_PX = 176;
const TICK_PX = 150;
/** Room at the ends of time, and beside the lanes. */
const END_PX = 66;
const MARGIN_PX = 44;

const nodeOf = ({ rifff, parentId, created }: HistoryEntry) => ({
  id: rifff._id,
  parentId,
  created,
});

/** Places and lines for the entries; in the upright picture lanes move together where they are many. */
function useHistoryLayout(entries: readonly HistoryEntry[], isNarrow: boolean) {
  return useMemo(() => {
    const nodes = entries.map(nodeOf);
    if (!isNarrow) return { layout: layoutHistory(nodes, WIDE), lanePx: WIDE.lanePx };
    const { firstLane, lastLane } = layoutHistory(nodes, TALL);
    const lanes = Math.max(1, lastLane - firstLane);
    const lanePx = Math.min(TALL.lanePx, TALL_LANES_PX / lanes);
    return { layout: layoutHistory(nodes, { ...TALL, lanePx }), lanePx };
  }, [entries, isNarrow]);
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
  const { entries, shownId, pendingId, total, isNarrow, onChoose } = props;
  const { layout, lanePx } = useHistoryLayout(entries, isNarrow);
  const line = useMemo(() => lineage(entries.map(nodeOf), shownId), [entries, shownId]);
  const byId = useMemo(() => new Map(entries.map((one) => [one.rifff._id, one])), [entries]);
  const newest = entries.at(-1)?.rifff._id ?? '';
  const scroll = useScrollToNow(layout.lengthPx, newest);
  const acrossPx = (layout.lastLane - layout.firstLane) * lanePx;
  const place = (along: number, lane: number): readonly [number, number] => {
    const across = (lane - layout.firstLane) * lanePx;
    return isNarrow
      ? [across + 34, layout.lengthPx - along + MARGIN_PX]
      : [along + END_PX, across + MARGIN_PX];
  };
  const ids = (has: (entry: HistoryEntry) => boolean) =>
    new Set(entries.filter(has).map(({ rifff }) => rifff._id));
  const since = entries[0];
  const size = isNarrow
    ? { height: layout.lengthPx + 2 * MARGIN_PX }
    : { width: layout.lengthPx + 2 * END_PX, height: acrossPx + 2 * MARGIN_PX };
  // By key from the newest on, as the eye goes.
  const newestFirst = [...layout.nodes].reverse();
  return (
    <section className={styles.history} data-narrow={isNarrow || undefined} aria-label="History">
      <header className={styles.head}>
        <h2 className="t24">History</h2>
        <p className="muted">
          {[
            total > 0 && (total === 1 ? '1 rifff' : `${total} rifffs`),
            since && total > 0 && !props.hasOlder && `since ${dayText(since.created)}`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        {props.hasOlder && (
          <Button size="xs" disabled={props.isLoadingOlder} onClick={props.onOlder}>
            {props.isLoadingOlder ? 'Loading' : 'Older'}
          </Button>
        )}
      </header>
      <div ref={scroll} className={styles.scroll}>
        <div className={styles.sheet}>
          {!isNarrow &&
            historyTicks(layout.nodes, TICK_PX).map(({ along, created }) => (
              <span key={along} className={styles.tick} style={{ left: along + END_PX }}>
                <span>{timeText(created)}</span>
              </span>
            ))}
          <div className={styles.plan} style={size}>
            <HistoryLines
              layout={layout}
              place={place}
              line={line}
              remixes={ids(({ remixOf }) => remixOf !== '')}
              unsent={ids(({ unsent }) => unsent !== null)}
            />
            <ol className={styles.list}>
              {newestFirst.map(({ id, along, lane }) => {
                const entry = byId.get(id);
                if (!entry) return null;
                const [x, y] = place(along, lane);
                const details = entryDetails(entry, entries);
                return (
                  <li key={id}>
                    <button
                      type="button"
                      className={isNarrow ? styles.row : styles.stop}
                      style={isNarrow ? { top: y } : { left: x, top: y }}
                      aria-label={isNarrow ? undefined : `${entry.title}, ${details}`}
                      aria-current={id === shownId || undefined}
                      title={isNarrow ? undefined : `${entry.title}, ${details}`}
                      onClick={() => onChoose(id)}
                    >
                      <HistoryDisc
                        entry={entry}
                        all={entries}
                        isShown={id === shownId}
                        isOnLine={line.has(id)}
                        isPending={id === pendingId && id !== shownId}
                        x={isNarrow ? x : 0}
                        y={isNarrow ? '50%' : 0}
                      />
                      {isNarrow && (
                        <span className={styles.words} style={{ marginLeft: acrossPx + 80 }}>
                          <span className={styles.name}>{entry.title}</span>
                          <span className="t13 muted">{details}</span>
                        </span>
                      )}
                    </button>
                  </li>
                );
              })}
            </ol>
          </div>
        </div>
      </div>
    </section>
  );
}
