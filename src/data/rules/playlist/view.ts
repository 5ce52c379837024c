/** What is known of a playlist on this device: its whole order, and the items that were loaded so far. */
import type { Playlist, PlaylistBrief, PlaylistItem } from '../../contract/playlists.ts';
import { mergeOrder } from './order.ts';

export interface PlaylistView {
  readonly playlist: PlaylistBrief;
  /** Ids of all items. */
  readonly order: readonly string[];
  /** What was loaded, by id. Immutable. */
  readonly known: ReadonlyMap<string, PlaylistItem>;
}

/**
 * The same item as the server has it now. What it plays stays the same object while it is the same thing: rifffs and
 * tracks never change, and the engine compares by identity.
 */
function renewed(before: PlaylistItem | undefined, item: PlaylistItem): PlaylistItem {
  if (!before?.data || !item.data || before.itemId !== item.itemId) return item;
  return { ...item, data: before.data } as PlaylistItem;
}

/** Takes in an answer of the server: its order stands, and its items are the newest. */
export function withAnswer(before: PlaylistView | undefined, answer: Playlist): PlaylistView {
  const { entries, items, ...playlist } = answer;
  const order = entries.map(({ id }) => id);
  const here = new Set(order);
  const known = new Map([...(before?.known ?? [])].filter(([id]) => here.has(id)));
  for (const item of items) known.set(item.id, renewed(known.get(item.id), item));
  return { playlist, order, known };
}

/** Takes in one item that was added or changed; a new one stands at the end. */
export function withItem(view: PlaylistView, item: PlaylistItem): PlaylistView {
  const known = new Map(view.known).set(item.id, renewed(view.known.get(item.id), item));
  return view.order.includes(item.id)
    ? { ...view, known }
    : withCount({ ...view, known, order: [...view.order, item.id] });
}

/** Leaves an item out. */
export function withoutItem(view: PlaylistView, id: string): PlaylistView {
  const known = new Map(view.known);
  known.delete(id);
  return withCount({ ...view, known, order: view.order.filter((one) => one !== id) });
}

/** Puts the items into the order of an answer or a wish; none is lost by it. */
export function withOrder(view: PlaylistView, order: readonly string[]): PlaylistView {
  return { ...view, order: mergeOrder(view.order, order) };
}

const withCount = (view: PlaylistView): PlaylistView => ({
  ...view,
  playlist: { ...view.playlist, itemCount: view.order.length },
});

/** The order with one item at another place, from 0; held between the ends. */
export function movedTo(order: readonly string[], id: string, to: number): readonly string[] {
  const from = order.indexOf(id);
  const at = Math.min(order.length - 1, Math.max(0, to));
  if (from < 0 || from === at) return order;
  const next = order.filter((one) => one !== id);
  next.splice(at, 0, id);
  return next;
}

/** Index of the first item at or after `from` that was not loaded yet, or −1. */
export function firstUnknown({ order, known }: PlaylistView, from = 0): number {
  return order.findIndex((id, at) => at >= from && !known.has(id));
}

/** Loaded items in their order. */
export function itemsOf({ order, known }: PlaylistView): PlaylistItem[] {
  return order.flatMap((id) => known.get(id) ?? []);
}

const NAMES = { audio: 'Untitled', track: 'Track' } as const;

/** What an item is called. */
export function itemTitle({ type, title, data }: PlaylistItem): string {
  return title || (data ? NAMES[type] : 'No longer here');
}

/** Seconds as a clock shows them, for instance `3:07` or `1:02:09`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours, ...rest] = parts as [number, number, number];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? [hours, ...rest.map(two)].join(':') : `${rest[0]}:${two(rest[1]!)}`;
}
