/**
 * Files that are being brought in, on this device until they are added or taken off the list: their bytes, what was
 * heard in them, and how they are set. In a database of their own; the three are apart because only the last changes.
 */
import type { DBSchema } from 'idb';
import type { Strikes } from '../../dsp/onsets.ts';
import type { ImportItem } from '../state/files.ts';
import type { ImportHints } from '../studio/Studio.ts';
import { lazyDatabase } from './lazyDatabase.ts';

/** Bytes of files that are kept in all; what is beyond lives as long as the page. */
export const MAX_KEPT_BYTES = 2 ** 30;

export interface KeptFile {
  readonly id: string;
  readonly file: File;
  readonly path: string;
  readonly hints: ImportHints;
  /** Files that came together have the same. */
  readonly batch: string;
}

export interface KeptSurvey {
  readonly id: string;
  readonly outline: Uint8Array<ArrayBuffer>;
  readonly strikes: Strikes;
}

export interface KeptItem {
  readonly id: string;
  /** Its place on the list. */
  readonly at: number;
  readonly item: ImportItem;
}

interface ImportSchema extends DBSchema {
  files: { key: string; value: KeptFile };
  surveys: { key: string; value: KeptSurvey };
  items: { key: string; value: KeptItem };
}

const STORES = ['files', 'surveys', 'items'] as const;

const open = lazyDatabase<ImportSchema>('rondo-imports', (db) => {
  for (const store of STORES) db.createObjectStore(store, { keyPath: 'id' });
});

/**
 * Keeps the bytes of a file.
 * @param maxBytes of all files together
 * @returns whether the device has them: false when there is no room, or storage is refused
 */
export async function putFile(kept: KeptFile, maxBytes = MAX_KEPT_BYTES): Promise<boolean> {
  try {
    const db = await open();
    const others = await db.getAll('files');
    const bytes = others.reduce((sum, { id, file }) => (id === kept.id ? sum : sum + file.size), 0);
    if (bytes + kept.file.size > maxBytes) return false;
    await db.put('files', kept);
    return true;
  } catch (cause) {
    console.warn('This device could not keep a file', cause);
    return false;
  }
}

/** Keeps what was heard in a file. */
export async function putSurvey(kept: KeptSurvey): Promise<void> {
  try {
    await (await open()).put('surveys', kept);
  } catch (cause) {
    // It is listened to again after a reload.
    console.warn('This device could not keep what was heard in a file', cause);
  }
}

/** Keeps how files are set, all in one. */
export async function putItems(items: readonly KeptItem[]): Promise<void> {
  try {
    const transaction = (await open()).transaction('items', 'readwrite');
    await Promise.all(items.map((item) => transaction.store.put(item)));
    await transaction.done;
  } catch (cause) {
    console.warn('This device could not keep how files are set', cause);
  }
}

/** Lets everything of a file go. */
export async function dropFile(id: string): Promise<void> {
  try {
    const transaction = (await open()).transaction(STORES, 'readwrite');
    await Promise.all(STORES.map((store) => transaction.objectStore(store).delete(id)));
    await transaction.done;
  } catch (cause) {
    console.warn('A file could not be let go of', cause);
  }
}

export interface KeptImport extends KeptFile {
  readonly survey: KeptSurvey | undefined;
  readonly item: ImportItem | undefined;
}

/** Everything that is kept and whole, in the order of the list. */
export async function listImports(): Promise<KeptImport[]> {
  try {
    const db = await open();
    const [files, surveys, items] = await Promise.all([
      db.getAll('files'),
      db.getAll('surveys'),
      db.getAll('items'),
    ]);
    const places = new Map(items.map((kept) => [kept.id, kept]));
    const heard = new Map(surveys.map((kept) => [kept.id, kept]));
    return files
      .filter(({ id, file, path }) => id && file instanceof File && typeof path === 'string')
      .sort((a, b) => (places.get(a.id)?.at ?? 1e9) - (places.get(b.id)?.at ?? 1e9))
      .map((kept) => ({
        ...kept,
        survey: heard.get(kept.id),
        item: places.get(kept.id)?.item,
      }));
  } catch (cause) {
    console.warn('The files of this device cannot be read', cause);
    return [];
  }
}
