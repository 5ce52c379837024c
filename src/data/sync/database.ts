/**
 * The synced databases of this device: PouchDB in IndexedDB, one for each account and one for what has no owner yet.
 * One account's documents are never in reach of another's, and taking an account off the device is dropping its
 * database. PouchDB is large and comes when a database is first opened.
 */
import PouchDB from 'pouchdb-browser';
import type { KeptDocument } from './documents.ts';

export type Kept = PouchDB<KeptDocument>;

/** Revisions remembered of a document: beyond these two devices cannot tell what one knew of the other. */
const REVS_LIMIT = 200;

const open = new Map<string, Kept>();

const nameOf = (account: string | null) =>
  account === null ? 'rondo-device' : `rondo-device-${account}`;

/**
 * The database of an account, or of visitors (null). Older revisions go at once.
 * @param account user id; null for what belongs to no account yet
 */
export function keptOf(account: string | null): Kept {
  const name = nameOf(account);
  let database = open.get(name);
  if (!database) {
    database = new PouchDB<KeptDocument>(name, { auto_compaction: true, revs_limit: REVS_LIMIT });
    // Every place of the page that follows it listens.
    database.setMaxListeners(50);
    open.set(name, database);
  }
  return database;
}

/** Drops the database of an account with all that is in it, here and nowhere else. */
export async function dropKept(account: string | null): Promise<void> {
  const database = keptOf(account);
  open.delete(nameOf(account));
  await database.destroy();
}

/** Lets all databases go; the next use opens them again. */
export async function closeKept(): Promise<void> {
  const all = [...open.values()];
  open.clear();
  await Promise.all(all.map((database) => database.close()));
}

/** Status of a failure of PouchDB; 0 where it has none. */
export function statusOf(cause: unknown): number {
  return (cause as { status?: number } | null)?.status ?? 0;
}

/** What a promise answers, or null where the document is not there or was removed. */
export async function orMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (cause) {
    if (statusOf(cause) === 404) return null;
    throw cause;
  }
}

export { PouchDB };
