/**
 * Where the rifffs of a jam stand on its map: time to the right, one lane for each person, and in a lane a row more
 * wherever two lines would lie on each other. Units are steps along time and rows; `mapView.ts` turns them into pixels.
 */

/** What the map asks of a rifff. */
export interface MapNode {
  readonly id: string;
  /** What it was made from, if anything; ids that are not on the map count as none. */
  readonly parentId: string | null;
  /** Who made it; '' where that is not known any more. */
  readonly user: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

/** The rows of one person. */
export interface MapLane {
  readonly user: string;
  /** Its first row, counted from the top of the map. */
  readonly first: number;
  readonly rows: number;
}

/** A map: places are indexes into `nodes`, oldest first. */
export interface MapLayout {
  readonly nodes: readonly MapNode[];
  readonly placeOf: ReadonlyMap<string, number>;
  /** Place of the parent, always smaller than one's own, or −1. */
  readonly parents: Int32Array;
  readonly children: readonly (readonly number[])[];
  /** Steps from the oldest, ascending; whole 64ths, so that 32 bits hold them exactly. */
  readonly xs: Float32Array;
  readonly rows: Int32Array;
  /** 1 where the line from the parent changes its row at its end, and not at its beginning. */
  readonly turnsLate: Uint8Array;
  readonly lanes: readonly MapLane[];
  readonly rowCount: number;
  /** Steps from the oldest to the newest. */
  readonly length: number;
}

/** A pause of this length takes half of the room that pauses take, in ms. */
const REST_MS = 600_000;
/** Room that a pause takes at most besides the step, in steps. */
const REST_STEPS = 0.6;
/** `xs` are whole parts of this size. */
const GRAIN = 64;
/** Rows of one person at most; beyond them lines lie on each other. */
export const MOST_ROWS = 8;

/** Oldest first, each once. */
function sorted(list: readonly MapNode[]): MapNode[] {
  const unique = [...new Map(list.map((node) => [node.id, node])).values()];
  return unique.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
}

/** Steps to the next one: one, and a little more for a pause. */
function stepAfter(pauseMs: number): number {
  const pause = Math.max(0, pauseMs);
  return 1 + Math.round(REST_STEPS * (pause / (pause + REST_MS)) * GRAIN) / GRAIN;
}

/** A lane while it is filled: of each row the last place that stands on it, or to which a line along it leads. */
interface OpenLane {
  readonly user: string;
  readonly ends: number[];
}

/** The first row whose end is no later than a place; −1 for none. */
const rowUntil = ({ ends }: OpenLane, place: number) => ends.findIndex((end) => end <= place);

/** Places rifffs on lanes and rows. An unknown or later parent counts as none. */
export function layoutMap(list: readonly MapNode[]): MapLayout {
  const nodes = sorted(list);
  const placeOf = new Map(nodes.map(({ id }, place) => [id, place]));
  const parents = new Int32Array(nodes.length).fill(-1);
  const children: number[][] = nodes.map(() => []);
  const xs = new Float32Array(nodes.length);
  const turnsLate = new Uint8Array(nodes.length);
  const laneOf = new Int32Array(nodes.length);
  const localRow = new Int32Array(nodes.length);
  const open: OpenLane[] = [];
  const laneByUser = new Map<string, number>();

  nodes.forEach((node, place) => {
    const before = nodes[place - 1];
    xs[place] = before ? xs[place - 1]! + stepAfter(node.created - before.created) : 0;
    const known = node.parentId === null ? -1 : (placeOf.get(node.parentId) ?? -1);
    const parent = known < place ? known : -1;
    parents[place] = parent;
    if (parent >= 0) children[parent]!.push(place);
    // What was removed keeps its place in the lane of what it answered.
    let at = node.user === '' && parent >= 0 ? laneOf[parent]! : laneByUser.get(node.user);
    if (at === undefined) {
      at = open.length;
      open.push({ user: node.user, ends: [] });
      laneByUser.set(node.user, at);
    }
    laneOf[place] = at;
    const row = takeRow(open, laneOf, localRow, turnsLate, parent, place);
    localRow[place] = row;
    open[at]!.ends[row] = place;
  });

  let rowCount = 0;
  const lanes = open.map(({ user, ends }): MapLane => {
    const first = rowCount;
    rowCount += ends.length;
    return { user, first, rows: ends.length };
  });
  const rows = localRow.map((row, place) => lanes[laneOf[place]!]!.first + row);
  return {
    nodes,
    placeOf,
    parents,
    children,
    xs,
    rows,
    turnsLate,
    lanes,
    rowCount,
    length: xs.at(-1) ?? 0,
  };
}

/** The row of its lane for a place: the one on which no other disc lies on the line from its parent. */
function takeRow(
  open: readonly OpenLane[],
  laneOf: Int32Array,
  localRow: Int32Array,
  turnsLate: Uint8Array,
  parent: number,
  place: number,
): number {
  const lane = open[laneOf[place]!]!;
  const { ends } = lane;
  if (parent < 0) return Math.max(0, rowUntil(lane, place));
  const parentLane = open[laneOf[parent]!]!;
  const parentRow = localRow[parent]!;
  const isParentFree = parentLane.ends[parentRow] === parent;
  if (parentLane === lane && isParentFree) return parentRow;
  const early = rowUntil(lane, parent);
  if (early >= 0) return early;
  if (isParentFree && parentLane !== lane && ends.length > 0) {
    turnsLate[place] = 1;
    parentLane.ends[parentRow] = place;
    return 0;
  }
  if (ends.length < MOST_ROWS) return ends.length;
  return ends.indexOf(Math.min(...ends));
}

/** Places from the first of its line to `place`; empty for −1. */
export function wayTo({ parents }: MapLayout, place: number): number[] {
  const way: number[] = [];
  for (let at = place; at >= 0; at = parents[at] ?? -1) way.push(at);
  return way.reverse();
}
