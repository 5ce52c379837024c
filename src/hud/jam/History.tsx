import { useEffect, useMemo, useRef, useState } from 'react';
import { isNarrowed } from '../../data/rules/jam/historyFilter.ts';
import {
  type HistoryLayout,
  type HistoryNode,
  historyTicks,
  lineage,
} from '../../drawing/history.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import styles from './History.module.css';
import { TallDrafts, WideDrafts } from './HistoryDrafts.tsx';
import { HistoryHead } from './HistoryHead.tsx';
import { HistoryLines } from './HistoryLines.tsx';
import { HistoryDraft, HistoryStop } from './HistoryStop.tsx';
import type { HistoryEntry } from './historyEntry.ts';
import {
  DRAFT_ID,
  END_PX,
  type HistorySight,
  LANE_PX,
  nodeOf,
  useHistoryPlaces,
  useHistorySight,
  useScrollToNow,
} from './historyPlaces.ts';
import { TreeStop } from './TreeStop.tsx';
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
  /** Time runs upwards, with words beside every disc. */
  isNarrow: boolean;
  /** Are there older ones? */
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder(): void;
  /** Makes a rifff the one that is heard, at the next bar while something plays. */
  onChoose(id: string): void;
  /** As `onChoose` while something plays; else only shows it. */
  onScrub(id: string): void;
}

const TICK_PX = 150;
/** Room between the last lane and the words of the upright picture. */
const WORDS_PX = 96;

/** What the layout places: the tree where it is known, the entries, and the draft after all of them. */
function useNodes({ entries, draft, view: { tree, filter } }: HistoryProps): HistoryNode[] {
  const known = useMemo(() => new Set(tree?.map(({ id }) => id)), [tree]);
  const found = useMemo(
    () =>
      entries
        // While only some are shown, what the tree leaves out is not wanted; what waits here always is.
        .filter(
          ({ rifff, unsent }) =>
            !known.has(rifff._id) && (tree === null || unsent !== null || !isNarrowed(filter)),
        )
        .map(nodeOf),
    [entries, known, tree, filter],
  );
  // Rifffs that come for places which the tree knows move nothing.
  const last = useRef(found);
  const isSame =
    found.length === last.current.length &&
    found.every(({ id, created }, at) => {
      const before = last.current[at];
      return before?.id === id && before.created === created;
    });
  const own = isSame ? last.current : found;
  useEffect(() => {
    last.current = own;
  });
  return useMemo(() => {
    const nodes = [...(tree ?? []), ...own];
    if (!draft) return nodes;
    const created = nodes.reduce((newest, node) => Math.max(newest, node.created), 0) + 1;
    return [...nodes, { id: DRAFT_ID, parentId: draft.parent?.rifffId ?? null, created }];
  }, [own, draft, tree]);
}

/** What only flies past is not asked for, in ms. */
const REST_MS = 120;

/** Asks for the rifffs in sight that only the tree knows, once the history stands still. */
function useNeeded({ entries, view }: HistoryProps, sight: HistorySight): void {
  const { need } = view;
  useEffect(() => {
    const timer = setTimeout(() => {
      const here = new Set(entries.map(({ rifff }) => rifff._id));
      need([...sight.ids].filter((id) => id !== DRAFT_ID && !here.has(id)));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [entries, need, sight.ids]);
}

/** Every rifff of a jam along time, as a train diagram; choosing one plays it. */
export function History(props: HistoryProps) {
  const { entries, shownId, isNarrow } = props;
  const text = useRegionText();
  const nodes = useNodes(props);
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
          <div className={styles.plan} style={size}>
            <HistoryLines {...{ entries, layout, place, line, sight }} />
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

interface HistoryStopsProps extends HistoryProps {
  nodes: HistoryLayout['nodes'];
  sight: HistorySight;
  line: ReadonlySet<string>;
  place(along: number, lane: number): readonly [number, number];
  wordsPx: number | null;
  /** Id of the stop that has the focus now, or ''. */
  onFocusChange(id: string): void;
}

/** What can be chosen; by key from the newest on, as the eye goes. */
function HistoryStops(props: HistoryStopsProps) {
  const { entries, draft, nodes, line, sight, place, wordsPx, shownId, pendingId } = props;
  const { onChoose, onFocusChange } = props;
  const { tree, numbers } = props.view;
  const byId = useMemo(() => new Map(entries.map((one) => [one.rifff._id, one])), [entries]);
  const inTree = useMemo(() => new Map(tree?.map((node) => [node.id, node])), [tree]);
  return (
    <ol
      onFocus={({ target }) => onFocusChange(target.closest('li')?.dataset.id ?? '')}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onFocusChange('');
      }}
    >
      {sight.indexes.toReversed().map((nodeAt) => {
        const placed = nodes[nodeAt];
        if (!placed) return null;
        const { id, along, lane, parentId } = placed;
        const item = {
          'data-id': id,
          'aria-posinset': nodes.length - nodeAt,
          'aria-setsize': nodes.length,
        };
        const entry = byId.get(id);
        const at = place(along, lane);
        if (entry) {
          return (
            <li key={id} {...item}>
              <HistoryStop
                entry={entry}
                all={entries}
                isShown={id === shownId}
                isOnLine={line.has(id)}
                isPending={id === pendingId && id !== shownId}
                isFresh={props.fresh.has(id)}
                at={at}
                wordsPx={wordsPx}
                onChoose={onChoose}
              />
            </li>
          );
        }
        const node = inTree.get(id);
        if (node) {
          return (
            <li key={id} {...item}>
              <TreeStop
                node={node}
                number={numbers.get(id)}
                isOnLine={line.has(id)}
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
            <li key={id} {...item}>
              <HistoryDraft draft={draft} from={from} at={at} wordsPx={wordsPx} />
            </li>
          )
        );
      })}
    </ol>
  );
}
