/** What of a playlist can be played, and why the rest is passed over. */
import type { PlaylistItem } from '../../contract/playlists.ts';
import { entryOfItem, type PlaylistEntry } from './entry.ts';
import { itemsOf, type PlaylistView } from './view.ts';

interface Made {
  readonly item: PlaylistItem;
  readonly entry: PlaylistEntry | null;
}

/** By the id of the item. An item that plays as before keeps its entry, for the engine compares by identity. */
const made = new Map<string, Made>();

function entryOf(item: PlaylistItem): PlaylistEntry | null {
  const before = made.get(item.id);
  const isSame =
    before?.item.data === item.data &&
    before.item.loopCount === item.loopCount &&
    before.item.fadeOut === item.fadeOut;
  if (before && isSame) return before.entry;
  const entry = entryOfItem(item);
  made.set(item.id, { item, entry });
  return entry;
}

/** Seconds that an item plays for; null where nothing of it is left. */
export function itemSeconds(item: PlaylistItem): number | null {
  return entryOf(item)?.durationSeconds ?? null;
}

/** Why an item is passed over, for people; '' where it plays. @param failed ids that could not be loaded */
export function whyNot(item: PlaylistItem, failed: readonly string[] = []): string {
  if (!item.data) return 'Gone, or not for you: passed over';
  if (entryOf(item) === null) return 'Its sound is gone: passed over';
  return failed.includes(item.id) ? 'It could not be loaded and was passed over' : '';
}

/** Entries of what was loaded and is not taken out, in their order. */
export function playableEntries(view: PlaylistView, taken: readonly string[]): PlaylistEntry[] {
  return itemsOf(view).flatMap((item) => (taken.includes(item.id) ? [] : (entryOf(item) ?? [])));
}

/**
 * The index of the entry to begin with: of the item, else of the first one behind it that can be played.
 *
 * @returns −1 where nothing is left to play
 */
export function startIndex(
  view: PlaylistView,
  entries: readonly PlaylistEntry[],
  itemId: string,
): number {
  const from = Math.max(0, view.order.indexOf(itemId));
  for (const id of view.order.slice(from)) {
    const at = entries.findIndex((entry) => entry.id === id);
    if (at >= 0) return at;
  }
  return -1;
}
