/** Where the rifffs of a history stand in its picture: to the right along time, or upwards in narrow windows. */
import { useMemo } from 'react';
import {
  type HistoryLayout,
  type HistoryNode,
  type HistoryShape,
  layoutHistory,
} from '../../drawing/history.ts';
import { DISC_PX } from './HistoryDisc.tsx';
import type { HistoryEntry } from './historyEntry.ts';

const WIDE: HistoryShape = { stepPx: 76, restPx: 44, lanePx: 48, discPx: DISC_PX };
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

export interface HistoryPlaces {
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
