/** The database of this device: drafts, commits that wait to be sent, and loops to upload. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { CommitDocument } from './commits.ts';
import type { DraftDocument } from './drafts.ts';
import type { UploadDocument } from './uploads.ts';

interface DeviceSchema extends DBSchema {
  documents: { key: string; value: DraftDocument; indexes: { updated: number } };
  commits: { key: string; value: CommitDocument; indexes: { queued: number } };
  uploads: { key: string; value: UploadDocument };
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

const VERSION = 3;

let database: Promise<DeviceDatabase> | null = null;

const forget = () => {
  database = null;
};

/** Opens the database once for each page. Rejects where the browser refuses storage; the next call tries again. */
export function openDevice(name = 'rondo'): Promise<DeviceDatabase> {
  database ??= openDB<DeviceSchema>(name, VERSION, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore('documents', { keyPath: '_id' }).createIndex('updated', 'updated');
      }
      if (from < 2) {
        db.createObjectStore('commits', { keyPath: '_id' }).createIndex('queued', 'queued');
      }
      if (from < 3) db.createObjectStore('uploads', { keyPath: 'loopId' });
    },
    blocking(_from, _to, event) {
      // A newer page waits for this one to let go; what this page writes next opens it again.
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  database.catch(forget);
  return database;
}

/** Lets the database go; the next use opens it again. */
export async function closeDevice(): Promise<void> {
  const open = await database?.catch(() => null);
  forget();
  open?.close();
}
