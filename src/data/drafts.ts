/**
 * Drafts on this device: IndexedDB documents with ids that a synced database can take over later.
 * One tab at a time holds a draft (Web Locks); another tab that opens it works on a copy.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Rifff, RifffSchema } from './contract/rifff.ts';

export interface DraftDocument {
  /** `draft_` and the id of the rifff. */
  _id: string;
  type: 'Draft';
  rifff: Rifff;
  /** Number of changes since it was begun. */
  changes: number;
  /** What it was begun from, for people; empty for a fresh one. */
  from: string;
  /** Milliseconds since the epoch. */
  updated: number;
}

interface DraftDatabase extends DBSchema {
  documents: { key: string; value: DraftDocument; indexes: { updated: number } };
}

/** Drafts kept on a device; the oldest go first. */
const MAX_DRAFTS = 50;

let database: Promise<IDBPDatabase<DraftDatabase>> | null = null;

function open(): Promise<IDBPDatabase<DraftDatabase>> {
  database ??= openDB<DraftDatabase>('rondo', 1, {
    upgrade(db) {
      db.createObjectStore('documents', { keyPath: '_id' }).createIndex('updated', 'updated');
    },
  });
  return database;
}

/** Id of the draft document of a rifff. */
export function draftDocumentId(rifffId: string): string {
  return `draft_${rifffId}`;
}

/** Stores a draft and resolves when the device has it. Rejects when storage is full or refused. */
export async function saveDraft(draft: DraftDocument): Promise<void> {
  const db = await open();
  const transaction = db.transaction('documents', 'readwrite', { durability: 'strict' });
  await transaction.store.put(draft);
  const keys = await transaction.store.index('updated').getAllKeys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MAX_DRAFTS))) {
    await transaction.store.delete(key);
  }
  await transaction.done;
}

/** Every readable draft, the one last changed first. A document that does not parse is left where it is. */
export async function listDrafts(): Promise<DraftDocument[]> {
  const db = await open();
  const documents = await db.getAllFromIndex('documents', 'updated');
  return documents.reverse().flatMap((document) => {
    const rifff = RifffSchema.safeParse(document.rifff);
    return rifff.success ? [{ ...document, rifff: rifff.data }] : [];
  });
}

/** Removes a draft. */
export async function removeDraft(id: string): Promise<void> {
  const db = await open();
  await db.delete('documents', id);
}

/**
 * Takes a draft for this tab until the tab closes.
 * @returns false when another tab holds it
 */
export function holdDraft(id: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(`rondo/${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<void>(() => {});
    });
  });
}
