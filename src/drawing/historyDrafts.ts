/**
 * Where what others are making stands in a laid out history: beside what it answers, apart from the layout, so that
 * nothing moves when a person begins or ends. Pure geometry, as `history.ts`.
 */
import type { HistoryEdge, HistoryLayout, HistoryShape } from './history.ts';

export interface DraftToPlace {
  id: string;
  /** The rifff that it answers; null, or one that is not in the layout, for none. */
  parentId: string | null;
}

export interface PlacedDraft {
  id: string;
  /** As of a node, in CSS pixels and lanes. */
  along: number;
  lane: number;
  /** From what it answers; null where that is not in the layout, or others lie between. */
  edge: HistoryEdge | null;
}

/** How many steps after what it answers a draft may stand, and how many lanes beyond the last one. */
const REACH = { steps: 4, lanes: 2 };
/** Least distance of middles, as a share of a disc. */
const CLEAR = 1.3;

interface Spot {
  along: number;
  lane: number;
  turnAlong: number;
  turnedAlong: number;
}

/** Places after a point, the nearest first: each further step costs more than one lane. */
function spotsAfter(
  { along, lane }: { along: number; lane: number },
  { firstLane, lastLane }: HistoryLayout,
  { stepPx, lanePx, discPx }: HistoryShape,
): Spot[] {
  // Over a single line there is room; over more the first lane is the edge of the picture.
  const least = firstLane === lastLane ? firstLane - 1 : firstLane;
  const spots: (Spot & { cost: number })[] = [];
  for (let steps = 1; steps <= REACH.steps; steps += 1) {
    for (let to = least; to <= lastLane + REACH.lanes; to += 1) {
      const turnPx = lanePx * Math.abs(to - lane);
      const turnAlong = along + discPx / 2;
      const at = Math.max(along + steps * stepPx, turnAlong + turnPx);
      spots.push({
        along: at,
        lane: to,
        turnAlong: turnPx > 0 ? turnAlong : at,
        turnedAlong: turnPx > 0 ? turnAlong + turnPx : at,
        cost: Math.abs(to - lane) + 1.5 * (steps - 1),
      });
    }
  }
  return spots.sort((a, b) => a.cost - b.cost);
}

/** Does a line come too near to a stretch of a lane? */
function meets(edge: HistoryEdge, lane: number, from: number, to: number, lanePx: number): boolean {
  const { fromLane, toLane, fromAlong, turnAlong, turnedAlong, toAlong } = edge;
  if (lane === fromLane && fromAlong < to && turnAlong > from) return true;
  if (lane === toLane && turnedAlong < to && toAlong > from) return true;
  if ((lane - fromLane) * (lane - toLane) >= 0) return false;
  const crossing = turnAlong + lanePx * Math.abs(lane - fromLane);
  return crossing > from && crossing < to;
}

/**
 * Places drafts in their order. Where a line would lie on others a draft stands near without one; where there is no
 * room even for that it is left out.
 *
 * @param shape of the layout
 */
export function placeDrafts(
  layout: HistoryLayout,
  drafts: readonly DraftToPlace[],
  shape: HistoryShape,
): PlacedDraft[] {
  const wanted = new Set(drafts.map(({ parentId }) => parentId));
  const parents = new Map(
    layout.nodes.filter(({ id }) => wanted.has(id)).map((node) => [node.id, node]),
  );
  const clearPx = CLEAR * shape.discPx;
  const placed: PlacedDraft[] = [];
  for (const { id, parentId } of drafts) {
    const parent = parentId === null ? undefined : parents.get(parentId);
    const start = parent ?? { along: layout.lengthPx, lane: 0 };
    const isFree = ({ along, lane, turnedAlong }: Spot, hasLine: boolean) => {
      // Of its line only what lies on its own lane; of one that hangs on nothing its disc.
      const lineFrom = lane === start.lane ? start.along + shape.discPx / 2 : turnedAlong;
      const from = hasLine ? Math.min(lineFrom, along - clearPx / 2) : along - clearPx / 2;
      const to = along + clearPx / 2;
      const own = placed.flatMap(({ edge }) => edge ?? []);
      const isStood = (one: { along: number; lane: number }) =>
        one !== parent &&
        one.lane === lane &&
        one.along > from - clearPx / 2 &&
        one.along < to + clearPx / 2;
      return (
        ![layout.nodes, placed].some((all) => all.some(isStood)) &&
        ![layout.edges, own].some((all) =>
          all.some((edge) => meets(edge, lane, from, to, shape.lanePx)),
        )
      );
    };
    const spots = spotsAfter(start, layout, shape);
    const onLine = parent && spots.find((one) => isFree(one, true));
    const spot = onLine ?? spots.find((one) => isFree(one, false));
    if (!spot) continue;
    const { along, lane, turnAlong, turnedAlong } = spot;
    const edge: HistoryEdge | null = onLine
      ? {
          from: parent!.id,
          to: id,
          fromLane: start.lane,
          toLane: lane,
          fromAlong: start.along,
          turnAlong,
          turnedAlong,
          toAlong: along,
        }
      : null;
    placed.push({ id, along, lane, edge });
  }
  return placed;
}
