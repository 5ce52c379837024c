/**
 * The outbox: commits are written to this device first and sent from there, so that none is lost to a missing
 * network, a busy server or a closed tab. Every commit has its own id, made here; sending it twice is the
 * same as sending it once.
 */
import type { Rifff } from './contract/rifff.ts';
import { type DeviceDatabase, openDevice } from './device.ts';
import { isNewer } from './rules/outbox.ts';

export interface CommitDocument {
  /** `commit_` and the id of the rifff. */
  _id: string;
  type: 'Commit';
  /** What is posted. Its parent may stand in `OWN_JAM`. */
  rifff: Rifff;
  /** What it was begun from, for people; empty for a fresh one. */
  title: string;
  /** Account that it goes to; null until somebody signs in. */
  account: string | null;
  state: 'waiting' | 'refused';
  /** Why it was refused, for people. */
  reason: string;
  /** The loop that was refused, where it was one; left out otherwise. */
  refusedLoopId?: string;
  /** Does the new rifff become the one that plays? */
  autoplay: boolean;
  /** Milliseconds since the epoch, for the order in which they go. */
  queued: number;
}

/** Commits that storage refused: they live as long as the page. */
const unstored = new Map<string, CommitDocument>();

/** Id of the document of a commit. */
export function commitDocumentId(rifffId: string): string {
  return `commit_${rifffId}`;
}

async function withStore<T>(use: (db: DeviceDatabase) => Promise<T>, without: T): Promise<T> {
  try {
    return await use(await openDevice());
  } catch (cause) {
    console.error('The outbox of this device cannot be used', cause);
    return without;
  }
}

/**
 * Puts a commit into the outbox, or changes it there.
 * @returns whether the device has it; else this page holds it in memory
 */
export async function putCommit(document: CommitDocument): Promise<boolean> {
  const isStored = await withStore(async (db) => {
    const transaction = db.transaction('commits', 'readwrite', { durability: 'strict' });
    await transaction.store.put(document);
    await transaction.done;
    return true;
  }, false);
  if (isStored) unstored.delete(document._id);
  else unstored.set(document._id, document);
  return isStored;
}

/** Everything in the outbox, oldest first. */
export async function listCommits(): Promise<CommitDocument[]> {
  const stored = await withStore((db) => db.getAllFromIndex('commits', 'queued'), []);
  const all = [...stored.filter(({ _id }) => !unstored.has(_id)), ...unstored.values()];
  return all.sort((a, b) => (isNewer(a, b) ? 1 : -1));
}

/** One commit as the device has it now, or undefined when it has left the outbox. */
export async function readCommit(id: string): Promise<CommitDocument | undefined> {
  return unstored.get(id) ?? (await withStore((db) => db.get('commits', id), undefined));
}

/** Takes a commit out of the outbox. */
export async function removeCommit(id: string): Promise<void> {
  unstored.delete(id);
  await withStore((db) => db.delete('commits', id), undefined);
}

/** Runs `work` while no other tab of this browser runs its own. */
export async function asOnlySender<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('rondo/outbox', work);
}
