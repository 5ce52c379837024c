/**
 * Loops that were made on this device and that no draft has held yet. Their samples have no owner: they are let go
 * with the list or the window that offered them. Which they are is kept as short texts, one for each loop, so that a
 * window that was closed or died is cleaned up after by the next one.
 */
import { loopFileSource } from '../outbox/loopFiles.ts';
import { newId } from '../rules/ids.ts';
import { draft, onDraftChange } from './draft.ts';

/** Name of a text: this and the id of the loop; the text is the id of its window. */
const PREFIX = 'rondo.unused/';
/** Name of the lock that a window holds as long as it lives: this and its id. */
const WINDOW_LOCK = 'rondo.window/';

const windowId = newId();
/** Those of this window. */
const unused = new Set<string>();

const storage = (): Storage | null => {
  try {
    return localStorage;
  } catch {
    return null; // forbidden here: what this window makes is let go with its list alone
  }
};

let isFollowing = false;

/** Holds the lock of this window, and takes off the list what a draft holds. */
function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  // Never released: the browser does it when the window is gone. Where there are no locks nothing is cleaned up after.
  void navigator.locks?.request(WINDOW_LOCK + windowId, () => new Promise(() => {}));
  onDraftChange(({ loops }) => {
    for (const { _id } of loops) forget(_id);
  });
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) void letGoUnused([...unused]);
  });
}

function forget(loopId: string): void {
  if (unused.delete(loopId)) storage()?.removeItem(PREFIX + loopId);
}

/** Remembers that a loop was made and that no draft holds it yet. */
export function rememberUnused(loopId: string): void {
  follow();
  unused.add(loopId);
  try {
    storage()?.setItem(PREFIX + loopId, windowId);
  } catch {
    // Storage is full: it is let go with the list.
  }
}

/** Lets the samples of loops go that no draft ever held; of the others nothing is touched. */
export async function letGoUnused(loopIds: readonly string[]): Promise<void> {
  const held = new Set(draft.rifff.loops.map(({ _id }) => _id));
  const gone = loopIds.filter((id) => unused.has(id) && !held.has(id));
  for (const id of gone) unused.delete(id);
  await Promise.all(gone.map(letGo));
}

async function letGo(loopId: string): Promise<void> {
  await loopFileSource()?.letGo(loopId);
  // Last, so that the next window tries again where this one was cut off.
  storage()?.removeItem(PREFIX + loopId);
}

/** Lets go what windows left behind that are not there any more. Never throws. */
export async function sweepUnused(): Promise<void> {
  const kept = storage();
  if (!kept || !navigator.locks) return;
  const names = Array.from({ length: kept.length }, (_, at) => kept.key(at) ?? '');
  const loops = names.filter((name) => name.startsWith(PREFIX));
  if (loops.length === 0) return;
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map(({ name }) => name));
  const left = loops.filter((name) => {
    const owner = kept.getItem(name) ?? '';
    return owner !== windowId && !alive.has(WINDOW_LOCK + owner);
  });
  await Promise.all(left.map((name) => letGo(name.slice(PREFIX.length))));
}
