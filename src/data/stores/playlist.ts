/**
 * Which playlist this device listens to, and where in it: the player at the foot of every page is there while one is
 * open. Kept, so that a reload finds it paused at its place; what is in the playlist is asked for again. What sounds is
 * in `audio/state/playlist.ts`.
 */
import { proxy } from 'valtio/vanilla';
import { keepText, keptText } from '../keptText.ts';
import { OPEN_LIST_KEY as KEY, wantFoot } from './ui.ts';

/** A place without a return for so long is forgotten. */
const OLD_MS = 30 * 24 * 3_600_000;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Where one paused. */
export interface ListPlace {
  readonly itemId: string;
  /** From the top of the item, repetitions counted on. */
  readonly seconds: number;
}

interface OpenList {
  /** The playlist that is listened to; null for none. */
  playlistId: string | null;
  /** The page where it was started. */
  from: string;
  place: ListPlace | null;
  /** Items that were taken out for this listening only. */
  taken: readonly string[];
}

const NOTHING: OpenList = { playlistId: null, from: '', place: null, taken: [] };

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

/** What was kept, as far as it names anything. @param nowMs milliseconds since the epoch */
export function readOpenList(text: string | null, nowMs: number): OpenList {
  try {
    const kept = JSON.parse(text ?? 'null') as Record<string, unknown> | null;
    if (!kept || !isId(kept.playlistId) || !(nowMs - Number(kept.savedMs) < OLD_MS)) return NOTHING;
    const { itemId, seconds } = (kept.place ?? {}) as Record<string, unknown>;
    const isPlace = isId(itemId) && typeof seconds === 'number' && seconds >= 0;
    const { from } = kept;
    return {
      playlistId: kept.playlistId,
      // Never outside this site.
      from: typeof from === 'string' && /^\/(?!\/)/.test(from) ? from.slice(0, 500) : '',
      place: isPlace ? { itemId, seconds } : null,
      taken: Array.isArray(kept.taken) ? kept.taken.filter(isId) : [],
    };
  } catch {
    return NOTHING;
  }
}

// A copy: a proxy writes into what it is given.
export const openList = proxy<OpenList>({ ...readOpenList(keptText(KEY), Date.now()) });

function take(change: Partial<OpenList>): void {
  Object.assign(openList, change);
  const { playlistId, from, place, taken } = openList;
  const kept = { playlistId, from, place, taken, savedMs: Date.now() };
  keepText(KEY, playlistId === null ? null : JSON.stringify(kept));
}

/** Listens to a playlist from now on, from an item's top. The same one keeps what was taken out of it. */
export function listenTo(playlistId: string, itemId: string, from: string): void {
  const isSame = openList.playlistId === playlistId;
  const taken = isSame ? openList.taken.filter((id) => id !== itemId) : [];
  take({ playlistId, from, place: { itemId, seconds: 0 }, taken });
  wantFoot();
}

/** Remembers where the listener is. */
export function keepListPlace(place: ListPlace): void {
  const { playlistId, place: before } = openList;
  if (playlistId === null) return;
  if (before?.itemId === place.itemId && before.seconds === place.seconds) return;
  take({ place });
}

/** Leaves an item out of this listening; the playlist keeps it. */
export function takeOutOfListening(itemId: string): void {
  if (!openList.taken.includes(itemId)) take({ taken: [...openList.taken, itemId] });
}

/** Nothing is listened to any more. */
export function closeList(): void {
  take(NOTHING);
}
