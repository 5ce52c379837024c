/**
 * The history of a jam as a train diagram round the rings of a room: rifffs along time, one lane for each line of descent,
 * branches at 45 degrees. Pure geometry; the caller bends `along`. The map of a jam is `data/rules/jam/map`.
 */

export interface HistoryNode {
  id: string;
  /** What it was made from, if anything; ids that are not in the list count as none. */
  parentId: string | null;
  /** Milliseconds since the epoch. */
  created: number;
}

export interface HistoryShape {
  /** Least distance along time between neighbours, in CSS pixels; more than a disc is wide. */
  stepPx: number;
  /** Added at most between neighbours that lie far apart in time. */
  restPx: number;
  /** Distance of lanes. */
  lanePx: number;
  /** Diameter of a disc. */
  discPx: number;
}

export interface PlacedNode extends HistoryNode {
  /** Distance from the oldest, in CSS pixels. */
  along: number;
  /** 0 is the line that leads to the newest; negative ones lie on one side of it, positive on the other. */
  lane: number;
}

export interface HistoryEdge {
  from: string;
  to: string;
  fromLane: number;
  toLane: number;
  /** It leaves `fromLane` here at 45 degrees and has reached `toLane` at `turnedAlong`. */
  fromAlong: number;
  turnAlong: number;
  turnedAlong: number;
  toAlong: number;
}

export interface HistoryLayout {
  /** Oldest first. */
  nodes: PlacedNode[];
  edges: HistoryEdge[];
  firstLane: number;
  lastLane: number;
  /** From the oldest to the newest, in CSS pixels. */
  lengthPx: number;
}

/** A line of descent that keeps one lane: places in the list of nodes, oldest first. */
interface Chain {
  places: number[];
  /** Place of what the first one was made from, or −1. */
  parent: number;
}

/** The time between neighbours that takes half of the room for rests. */
const REST_MS = 600_000;
const MAX_LANES = 64;

interface Family {
  nodes: HistoryNode[];
  /** Place of the parent of each node, always smaller than its own, or −1. */
  parents: number[];
  children: number[][];
}

/** Sorts by time and keeps only lineage that goes forward in it. */
function familyOf(list: readonly HistoryNode[]): Family {
  const unique = [...new Map(list.map((node) => [node.id, node])).values()];
  const nodes = unique.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const children: number[][] = nodes.map(() => []);
  const parents = nodes.map(({ parentId }, place) => {
    const parent = parentId === null ? -1 : (places.get(parentId) ?? -1);
    if (parent < 0 || parent >= place) return -1;
    children[parent]?.push(place);
    return parent;
  });
  return { nodes, parents, children };
}

/** From the first of its line to `place`. */
function lineTo({ parents }: Family, place: number): number[] {
  const line: number[] = [];
  for (let at = place; at >= 0; at = parents[at] ?? -1) line.push(at);
  return line.reverse();
}

/** The line to the newest first; every other begins where it leaves one that is there. */
function chainsOf(family: Family): Chain[] {
  const { nodes, parents, children } = family;
  if (nodes.length === 0) return [];
  const main = lineTo(family, nodes.length - 1);
  const taken = new Set(main);
  const chains: Chain[] = [{ places: main, parent: -1 }];
  // What was taken stays taken: no child is looked at twice.
  const looked = new Int32Array(nodes.length);
  const nextChild = (of: number): number | undefined => {
    const all = children[of] ?? [];
    let at = looked[of] ?? 0;
    while (at < all.length && taken.has(all[at]!)) at += 1;
    looked[of] = at;
    return all[at];
  };
  for (let first = 0; first < nodes.length; first += 1) {
    if (taken.has(first)) continue;
    const places: number[] = [];
    for (let at: number | undefined = first; at !== undefined; ) {
      taken.add(at);
      places.push(at);
      at = nextChild(at);
    }
    chains.push({ places, parent: parents[first] ?? -1 });
  }
  return chains;
}

/** Lanes in the order in which they are wanted: near the middle, and on the side of the parent. */
function wantedLanes(parentLane: number): number[] {
  const lanes = [0];
  for (let at = 1; at < MAX_LANES; at += 1) lanes.push(-at, at);
  const cost = (lane: number) =>
    Math.abs(lane) + (parentLane !== 0 && Math.sign(lane) !== Math.sign(parentLane) ? 2.5 : 0);
  return lanes.sort((a, b) => cost(a) - cost(b));
}

const WANTED = [-1, 0, 1].map(wantedLanes);

/**
 * Lane of every node: no two chains share one while either lasts. Chains are placed in the order in which they begin,
 * so that of each lane only the end of its last chain matters; the line to the newest keeps lane 0 from its first on.
 */
function lanesOf(family: Family, chains: readonly Chain[]): number[] {
  const lanes = family.nodes.map(() => 0);
  const [main, ...others] = chains.map(({ places, parent }) => {
    // A branch needs its lane from the place after its parent on.
    const from = parent < 0 ? (places[0] ?? 0) : parent + 1;
    return { places, parent, from, to: places.at(-1) ?? from };
  });
  if (!main) return lanes;
  others.sort((a, b) => a.from - b.from || (a.places[0] ?? 0) - (b.places[0] ?? 0));
  const ends = new Map<number, number>();
  for (const { places, parent, from, to } of others) {
    const isFree = (lane: number) =>
      (ends.get(lane) ?? -1) < from && (lane !== 0 || to < main.from);
    const side = parent < 0 ? 0 : Math.sign(lanes[parent] ?? 0);
    let lane = WANTED[side + 1]?.find(isFree);
    // More at once than the picture is meant for: the lanes beyond.
    for (let beyond = MAX_LANES; lane === undefined; beyond += 1) {
      if (isFree(beyond)) lane = beyond;
    }
    ends.set(lane, to);
    for (const place of places) lanes[place] = lane;
  }
  return lanes;
}

/** How far the next one stands: a step, and more for a pause. */
function stepAfter(pauseMs: number, { stepPx, restPx }: HistoryShape): number {
  const pause = Math.max(0, pauseMs);
  return stepPx + restPx * (pause / (pause + REST_MS));
}

/** Places rifffs and the lines between them. An unknown or later parent counts as none. */
export function layoutHistory(list: readonly HistoryNode[], shape: HistoryShape): HistoryLayout {
  const family = familyOf(list);
  const { nodes, parents } = family;
  const lanes = lanesOf(family, chainsOf(family));
  const placed: PlacedNode[] = [];
  const edges: HistoryEdge[] = [];
  nodes.forEach((node, place) => {
    const lane = lanes[place] ?? 0;
    const before = placed[place - 1];
    let along = before ? before.along + stepAfter(node.created - before.created, shape) : 0;
    const parent = placed[parents[place] ?? -1];
    if (parent) {
      const turnPx = shape.lanePx * Math.abs(lane - parent.lane);
      const turnAlong = parent.along + shape.discPx / 2;
      if (turnPx > 0) along = Math.max(along, turnAlong + turnPx);
      edges.push({
        from: parent.id,
        to: node.id,
        fromLane: parent.lane,
        toLane: lane,
        fromAlong: parent.along,
        turnAlong: turnPx > 0 ? turnAlong : along,
        turnedAlong: turnPx > 0 ? turnAlong + turnPx : along,
        toAlong: along,
      });
    }
    placed.push({ ...node, along, lane });
  });
  const used = placed.map(({ lane }) => lane);
  return {
    nodes: placed,
    edges,
    firstLane: used.reduce((least, lane) => Math.min(least, lane), 0),
    lastLane: used.reduce((most, lane) => Math.max(most, lane), 0),
    lengthPx: placed.at(-1)?.along ?? 0,
  };
}

/** Ids on the line from the first of its line to `id`. */
export function lineage(list: readonly HistoryNode[], id: string): Set<string> {
  const family = familyOf(list);
  const place = family.nodes.findIndex((node) => node.id === id);
  return new Set(lineTo(family, place).map((at) => family.nodes[at]?.id ?? ''));
}
