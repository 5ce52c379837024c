/** Who stands near a rifff of a map: what can be reached from it by key, and what a screen reader is told of. Pure. */
import type { MapLayout } from './mapLayout.ts';

/** Children and answers to the same rifff that are near, at most. */
const MOST_KIN = 8;
/** Those just before and after in time that are near, on each side. */
const MOST_BESIDE = 12;

/** As many of a list as stand nearest to one of its places. */
function nearestOf(list: readonly number[], place: number, most: number): readonly number[] {
  if (list.length <= most) return list;
  const at = list.findIndex((one) => one >= place);
  const from = Math.min(Math.max(0, (at < 0 ? list.length : at) - (most >> 1)), list.length - most);
  return list.slice(from, from + most);
}

/** Answers to what a place answers, itself among them; roots stand beside roots no more than in time. */
const siblings = ({ parents, children }: MapLayout, place: number): readonly number[] =>
  children[parents[place] ?? -1] ?? [place];

/**
 * A place with its neighbours: its parent and theirs, its children, the other answers to its parent, and those before and
 * after it in time. Ascending, 44 at most.
 */
export function nearTo(layout: MapLayout, place: number): number[] {
  const { nodes, parents, children } = layout;
  if (nodes.length === 0) return [];
  const here = Math.min(Math.max(0, place), nodes.length - 1);
  const near = new Set<number>([here]);
  const parent = parents[here]!;
  if (parent >= 0) {
    near.add(parent);
    if (parents[parent]! >= 0) near.add(parents[parent]!);
  }
  for (const child of nearestOf(children[here]!, here, MOST_KIN)) near.add(child);
  for (const one of nearestOf(siblings(layout, here), here, MOST_KIN)) near.add(one);
  const from = Math.max(0, Math.min(here - MOST_BESIDE, nodes.length - 2 * MOST_BESIDE - 1));
  const most = from + 2 * MOST_BESIDE + 1;
  for (let at = from; at < Math.min(most, nodes.length); at += 1) near.add(at);
  return [...near].sort((a, b) => a - b);
}

/** Ways that a key goes on a map. */
export type MapStep =
  | 'parent'
  | 'child'
  | 'before'
  | 'after'
  | 'siblingBefore'
  | 'siblingAfter'
  | 'first'
  | 'last';

/**
 * Where a step leads; its own place where it leads nowhere. From a rifff to what came of it goes along the way that is
 * marked, else to the newest.
 *
 * @param isOnWay is a place on the way from the root to now?
 */
export function stepOn(
  layout: MapLayout,
  place: number,
  step: MapStep,
  isOnWay: (place: number) => boolean,
): number {
  const { parents, children, nodes } = layout;
  const last = nodes.length - 1;
  const kin = siblings(layout, place);
  const at = kin.indexOf(place);
  switch (step) {
    case 'parent':
      return parents[place]! >= 0 ? parents[place]! : place;
    case 'child':
      return children[place]!.find(isOnWay) ?? children[place]!.at(-1) ?? place;
    case 'before':
      return Math.max(0, place - 1);
    case 'after':
      return Math.min(last, place + 1);
    case 'siblingBefore':
      return kin[at - 1] ?? place;
    case 'siblingAfter':
      return kin[at + 1] ?? place;
    case 'first':
      return 0;
    case 'last':
      return last;
  }
}
