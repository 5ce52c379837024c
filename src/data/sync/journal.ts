/**
 * What was changed of drafts goes into a journal first: IndexedDB with strict durability, in the database that older
 * versions kept drafts in, so that taking theirs over is the same as taking up what a crash left behind. From there it
 * goes into the synced database, which is larger and comes later.
 */
import { type DraftDocument, openDevice } from '../device.ts';
import { MAX_DRAFTS } from './documents.ts';

/** A draft as it was last changed here. */
export interface JournalEntry extends DraftDocument {
  /** Revision of the synced database that it was made of; left out for one that is new. */
  _rev?: string;
}

/** Writes a draft and resolves when the device has it. Rejects when storage is full or refused. */
export async function writeJournal(entry: JournalEntry): Promise<void> {
  const db = await openDevice();
  const transaction = db.transaction('documents', 'readwrite', { durability: 'strict' });
  await transaction.store.put(entry);
  const keys = await transaction.store.index('updated').getAllKeys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MAX_DRAFTS))) {
    await transaction.store.delete(key);
  }
  await transaction.done;
}

/** All that is in the journal, the oldest first. */
export async function readJournal(): Promise<JournalEntry[]> {
  return (await openDevice()).getAllFromIndex('documents', 'updated');
}

/**
 * Takes a draft out of the journal.
 * @param known stays where it was written again meanwhile; left out: goes whatever it is
 */
export async function clearJournal(id: string, known?: JournalEntry): Promise<void> {
  const db = await openDevice();
  const transaction = db.transaction('documents', 'readwrite', { durability: 'strict' });
  const now = await transaction.store.get(id);
  const isSame = !known || JSON.stringify(now) === JSON.stringify(known);
  if (now && isSame) await transaction.store.delete(id);
  await transaction.done;
}
