/** Where the rifffs of a history stand in its picture: to the right along time, or upwards in narrow windows. */
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type HistoryEdge,
  type HistoryLayout,
  type HistoryNode,
  type HistoryShape,
  layoutHistory,
} from '../../../drawing/history.ts';
import type { HistoryEntry } from './historyEntry.ts';

/** Stands for the draft among the ids of rifffs. */
export const DRAFT_ID = 'draft';
/** Diameter of a rifff in the picture. */
export const DISC_PX = 40;
/** Distance of the lanes of the wide picture. */
export const LANE_PX = 48;
/** The wide picture. */
export const WIDE: HistoryShape = { stepPx: 76, restPx: 44, lanePx: LANE_PX, discPx: DISC_PX };
const TALL: HistoryShape = { stepPx: 76, restPx: 0, lanePx: 44, discPx: DISC_PX };
/** Lanes of the upright picture take this much of the window at most. */
const TALL_LANES_PX = 160;
/** Room before the first lane of the upright picture: the margin and half of the largest disc. */
const TALL_START_PX = 50;
/** Room at the ends of time, and beside the lanes. */
export const END_PX = 66;
const MARGIN_PX = 44;

/** What the layout asks of an entry. */
export const nodeOf = ({ rifff, parentId, created }: HistoryEntry): HistoryNode => ({
  id: rifff._id,
  parentId,
  created,
});

/**
 * The line of an edge, as data of an SVG path.
 * @param place turns a place of the layout into a point of the picture, in CSS pixels
 */
export function edgePath(
  edge: HistoryEdge,
  place: (along: number, lane: number) => readonly [number, number],
): string {
  const points = [
    place(edge.fromAlong, edge.fromLane),
    place(edge.turnAlong, edge.fromLane),
    place(edge.turnedAlong, edge.toLane),
    place(edge.toAlong, edge.toLane),
  ];
  return `M${points.map((point) => point.join(' ')).join('L')}`;
}

interface HistoryPlaces {
  layout: HistoryLayout;
  /** From the first lane to the last, in CSS pixels. */
  acrossPx: number;
  /** Turns a place of the layout into a point of the picture. */
  place(along: number, lane: number): readonly [number, number];
  /** The picture's own size; what is left out fills the room that there is. */
  size: { width?: number; height: number };
}

/** Places of the nodes; in the upright picture lanes move together where they are many. */
function placesOf(nodes: readonly HistoryNode[], isNarrow: boolean): HistoryPlaces {
  const plain = layoutHistory(nodes, isNarrow ? TALL : WIDE);
  const lanes = Math.max(1, plain.lastLane - plain.firstLane);
  const lanePx = isNarrow ? Math.min(TALL.lanePx, TALL_LANES_PX / lanes) : WIDE.lanePx;
  const layout = isNarrow ? layoutHistory(nodes, { ...TALL, lanePx }) : plain;
  const acrossPx = (layout.lastLane - layout.firstLane) * lanePx;
  return {
    layout,
    acrossPx,
    place: (along, lane) => {
      const across = (lane - layout.firstLane) * lanePx;
      return isNarrow
        ? [across + TALL_START_PX, layout.lengthPx - along + MARGIN_PX]
        : [along + END_PX, across + MARGIN_PX];
    },
    size: isNarrow
      ? { height: layout.lengthPx + 2 * MARGIN_PX }
      : { width: layout.lengthPx + 2 * END_PX, height: acrossPx + 2 * MARGIN_PX },
  };
}

/** The places, made again when the nodes or the window change. */
export function useHistoryPlaces(nodes: readonly HistoryNode[], isNarrow: boolean): HistoryPlaces {
  return useMemo(() => placesOf(nodes, isNarrow), [nodes, isNarrow]);
}

/** Half of what a stop needs along time. */
const HALF_PX = 36;
/** Stops on the page beyond both edges of what is in sight. */
const SPARE_STOPS = 8;

export interface HistorySight {
  /** Ids of the stops to mount. */
  ids: ReadonlySet<string>;
  /** Their places among the nodes, ascending. */
  indexes: readonly number[];
  /** The part of time that is in sight, with what is spare: from and to along it. */
  from: number;
  to: number;
}

/**
 * What of a history is in sight: of thousands of rifffs only those near the window are on the page, and the one that
 * has the focus with its neighbours.
 *
 * @param scroll what scrolls the wide picture; the upright one scrolls with the page
 * @param focusedId the stop that has the focus, or ''
 */
export function useHistorySight(
  { layout, size }: HistoryPlaces,
  scroll: RefObject<HTMLElement | null>,
  isNarrow: boolean,
  focusedId: string,
): HistorySight {
  const { nodes, lengthPx } = layout;
  const last = nodes.length - 1;
  // Both pictures count from their start: to the right the oldest comes first, downwards the newest.
  const order = useCallback((at: number) => (isNarrow ? last - at : at), [isNarrow, last]);
  const focused = focusedId === '' ? -1 : order(nodes.findIndex(({ id }) => id === focusedId));
  const options = {
    count: nodes.length,
    estimateSize: (at: number) => {
      const [here, next] = [nodes[order(at)], nodes[order(at + 1)]];
      return here && next ? Math.abs(next.along - here.along) : 2 * HALF_PX;
    },
    overscan: SPARE_STOPS,
    rangeExtractor: (range: Range) => {
      const all = new Set(defaultRangeExtractor(range));
      for (const at of [focused - 1, focused, focused + 1]) {
        if (focused >= 0 && at >= 0 && at < range.count) all.add(at);
      }
      return [...all].sort((a, b) => a - b);
    },
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    useFlushSync: false,
  };
  const [topPx, setTop] = useState(0);
  useLayoutEffect(() => {
    const box = scroll.current?.getBoundingClientRect();
    if (box && isNarrow) setTop(Math.round(box.top + window.scrollY));
  });
  const wide = useVirtualizer({
    ...options,
    enabled: !isNarrow,
    horizontal: true,
    getScrollElement: () => scroll.current,
    paddingStart: END_PX - HALF_PX,
    // The page opens at the newest.
    initialOffset: () => size.width ?? 0,
  });
  const tall = useWindowVirtualizer({
    ...options,
    enabled: isNarrow,
    paddingStart: MARGIN_PX - HALF_PX,
    scrollMargin: topPx,
  });
  const now = isNarrow ? tall : wide;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other places are other lengths
  useLayoutEffect(() => now.measure(), [now, layout]);

  const indexes = now.getVirtualIndexes().map(order);
  const key = indexes.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which they are
  return useMemo(() => {
    const mounted = indexes.flatMap((at) => nodes[at] ?? []);
    // The focused one may lie far away; it alone is not a part of time that is in sight.
    const inRange = mounted.filter(({ id }) => id !== focusedId);
    const alongs = inRange.map(({ along }) => along);
    return {
      ids: new Set(mounted.map(({ id }) => id)),
      indexes: indexes.filter((at) => nodes[at]).sort((a, b) => a - b),
      from: alongs.length > 0 ? Math.min(...alongs) : 0,
      to: alongs.length > 0 ? Math.max(...alongs) : lengthPx,
    };
  }, [key, nodes, lengthPx, focusedId]);
}

/** Keeps the newest in sight when the page opens, and what is in sight where it is when older ones come. */
export function useScrollToNow(lengthPx: number, newest: string): RefObject<HTMLDivElement | null> {
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
