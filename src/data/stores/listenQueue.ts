/**
 * What `/listen` plays: now, next and what was heard. Any page may put something in with `playNext` and `addToQueue`.
 * The references are kept on this device, so that a reload goes on; their documents are not.
 */
import { ref as plain, proxy } from 'valtio/vanilla';
import { keepText, keptText } from '../keptText.ts';
import { type ListenEntry, type ListenRef, readListenRef } from '../rules/listening/entry.ts';
import {
  addToRow,
  EMPTY_ROW,
  fillRow,
  forgetInRow,
  moveInRow,
  otherSource,
  playOf,
  playNext as putFirst,
  QUEUE_MAX,
  type Row,
  removeFromRow,
} from '../rules/listening/queue.ts';

const KEY = 'rondo.listenQueue';
/** What came by itself is begun anew after so long: a radio does not go on with last week. */
const OLD_MS = 6 * 3_600_000;

interface Kept {
  readonly row: Row<ListenRef>;
  /** Account that listened, or '' for a visitor. */
  readonly reader: string;
  /** What fills it, as it stands in an address. */
  readonly source: string;
}

/** It is not known yet who listens. */
const NOTHING: Kept = { row: EMPTY_ROW, reader: '', source: '' };

/**
 * What was kept, as far as it names anything.
 *
 * @param nowMs milliseconds since the epoch: of what is old only what the listener put there is left
 */
export function readListenQueue(text: string | null, nowMs: number): Kept {
  try {
    const kept = JSON.parse(text ?? '{}') as Record<string, unknown> | null;
    const refs = (value: unknown): ListenRef[] =>
      Array.isArray(value)
        ? value.slice(0, QUEUE_MAX).flatMap((one) => readListenRef(one) ?? [])
        : [];
    const isOld = !(nowMs - Number(kept?.savedMs) < OLD_MS);
    const now = readListenRef(kept?.now);
    const known = new Set(now && !isOld ? [now.key] : []);
    const next = refs(kept?.next).filter(
      ({ key, isOwn }) => (isOwn || !isOld) && !known.has(key) && known.add(key),
    );
    const old = new Set<string>();
    const heard = refs(kept?.heard).filter(({ key }) => !old.has(key) && old.add(key));
    return {
      row: { now: isOld ? null : now, next, heard },
      reader: typeof kept?.reader === 'string' ? kept.reader : '',
      source: typeof kept?.source === 'string' ? kept.source : '',
    };
  } catch {
    return NOTHING;
  }
}

interface ListenQueueState {
  /** Replaced as a whole with every change. */
  row: Row<ListenRef>;
  reader: string;
  source: string;
  /** Another source was chosen, and the first of it has not come in yet. */
  isTurning: boolean;
  /** Rises when a document has come in or its share has changed. */
  known: number;
}

const first = readListenQueue(keptText(KEY), Date.now());
export const listenQueue = proxy<ListenQueueState>({
  ...first,
  row: plain(first.row),
  isTurning: false,
  known: 0,
});

/** Documents of what stands in the row, as far as this page has met them. The newest wins but for its rifff. */
const entries = new Map<string, ListenEntry>();

/** The document of a reference, or undefined while it is not known. */
export function entryOf(key: string): ListenEntry | undefined {
  return entries.get(key);
}

/**
 * Takes documents in. A rifff that is known stays the same object, whatever becomes of its likes: the engine compares
 * by identity.
 */
export function learnEntries(list: readonly ListenEntry[]): void {
  let isNews = false;
  for (const entry of list) {
    const before = entries.get(entry.ref.key);
    if (before && (before.share === entry.share || entry.share === null)) continue;
    entries.set(entry.ref.key, before ? { ...entry, item: before.item } : entry);
    isNews = true;
  }
  if (isNews) listenQueue.known += 1;
}

function take(row: Row<ListenRef>): void {
  if (row === listenQueue.row) return;
  listenQueue.row = plain(row);
  const { reader, source } = listenQueue;
  keepText(KEY, JSON.stringify({ ...row, reader, source, savedMs: Date.now() }));
}

/** Says who listens, once that is known: what another account left here is not theirs. */
export function queueIsOf(reader: string): void {
  if (listenQueue.reader === reader) return;
  const isOthers = listenQueue.reader !== '';
  listenQueue.reader = reader;
  if (isOthers) {
    entries.clear();
    take({ ...EMPTY_ROW });
  } else take({ ...listenQueue.row });
}

/** Says where what comes by itself comes from. What is heard goes on until `hasTurned`, as far as this page has it. */
export function queueFrom(source: string): void {
  if (listenQueue.source === source) return;
  listenQueue.source = source;
  const { now } = listenQueue.row;
  const keepsNow = now !== null && entries.has(now.key);
  listenQueue.isTurning = keepsNow;
  take(otherSource(listenQueue.row, keepsNow));
}

/** The first of another source has been brought in. */
export function hasTurned(): void {
  listenQueue.isTurning = false;
}

/** Fills the queue from its source, and takes in the documents of that. */
export function fillQueue(source: readonly ListenEntry[]): void {
  learnEntries(source);
  take(
    fillRow(
      listenQueue.row,
      source.map(({ ref }) => ref),
    ),
  );
}

/** Puts a rifff right after the one that is heard. `refOfShare` makes the reference of a share. */
export function playNext(one: ListenRef): void {
  take(putFirst(listenQueue.row, one));
}

/** Puts a rifff behind those that the listener chose before, ahead of what comes by itself. */
export function addToQueue(one: ListenRef): void {
  take(addToRow(listenQueue.row, one));
}

/** Something of the row is heard, or shown to be heard. */
export function playsNow(key: string): void {
  take(playOf(listenQueue.row, key));
}

/** Moves one to another place of what comes, from 0. */
export function moveInQueue(key: string, to: number): void {
  take(moveInRow(listenQueue.row, key, to));
}

/** Takes one out of what comes. */
export function removeFromQueue(key: string): void {
  take(removeFromRow(listenQueue.row, key));
}

/** Takes out what is gone or may not be heard any more. */
export function forgetInQueue(key: string): void {
  take(forgetInRow(listenQueue.row, key));
}
