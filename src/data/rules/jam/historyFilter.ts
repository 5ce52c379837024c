/** What a history is narrowed to, as people choose it and as the calls take it; and who stands beside whom. Pure. */
import type { TreeNode } from '../../contract/jams.ts';

/** Tempos to choose among, in beats per minute: from and below. */
export const TEMPOS = [
  { value: 'slow', title: 'Below 90', fromBpm: null, toBpm: 90 },
  { value: 'calm', title: '90 to 110', fromBpm: 90, toBpm: 110 },
  { value: 'quick', title: '110 to 130', fromBpm: 110, toBpm: 130 },
  { value: 'fast', title: 'From 130', fromBpm: 130, toBpm: null },
] as const;

/** The chosen filter; '' narrows nothing. */
export interface HistoryChoice {
  /** A user id. */
  by: string;
  category: string;
  /** A `value` of `TEMPOS`. */
  tempo: string;
  /** Number of a root, 0 to 11. */
  root: string;
  /** Only with a loop of the reader's. */
  hasOwnLoops: boolean;
}

/** Nothing narrowed. */
export const EVERYTHING: HistoryChoice = {
  by: '',
  category: '',
  tempo: '',
  root: '',
  hasOwnLoops: false,
};

/** Is anything narrowed? */
export function isNarrowed({ by, category, tempo, root, hasOwnLoops }: HistoryChoice): boolean {
  return by !== '' || category !== '' || tempo !== '' || root !== '' || hasOwnLoops;
}

/** What lies just below a tempo, so that ranges that touch share nothing; the calls take six decimals. */
const BELOW = 0.000001;
const bps = (bpm: number, less = 0) => (bpm / 60 - less).toFixed(6);

/** A choice as the calls take it. @param reader id of the account; without one, own loops narrow nothing */
export function historyQuery(choice: HistoryChoice, reader: string) {
  const tempo = TEMPOS.find(({ value }) => value === choice.tempo);
  return {
    ...(choice.by && { by: choice.by }),
    ...(choice.category && { category: choice.category }),
    ...(tempo?.fromBpm && { minBps: bps(tempo.fromBpm) }),
    ...(tempo?.toBpm && { maxBps: bps(tempo.toBpm, BELOW) }),
    ...(choice.root !== '' && { root: Number(choice.root) }),
    ...(choice.hasOwnLoops && reader !== '' && { loopsOf: reader }),
  };
}

type Born = Pick<TreeNode, 'id' | 'parentId' | 'created'>;

const OLDEST_FIRST = (a: Born, b: Born) => a.created - b.created || (a.id < b.id ? -1 : 1);

/** The nodes of pages together, oldest first, each once. */
export function treeOf<Node extends Born>(pages: readonly { nodes: readonly Node[] }[]): Node[] {
  const byId = new Map(pages.flatMap(({ nodes }) => nodes).map((node) => [node.id, node]));
  return [...byId.values()].sort(OLDEST_FIRST);
}

/** Number of each rifff, from 1. @param total rifffs of the jam; the tree holds the newest of them, oldest first */
export function treeNumbers(tree: readonly Pick<Born, 'id'>[], total: number): Map<string, number> {
  const first = Math.max(0, total - tree.length);
  return new Map(tree.map(({ id }, index) => [id, first + index + 1]));
}

/** Answers to the same rifff, oldest first, the one asked about among them; empty where it stands alone. */
export function siblingsOf<Node extends Born>(tree: readonly Node[], id: string): Node[] {
  const parentId = tree.find((node) => node.id === id)?.parentId ?? null;
  if (parentId === null) return [];
  const all = tree.filter((node) => node.parentId === parentId).sort(OLDEST_FIRST);
  return all.length > 1 ? all : [];
}
