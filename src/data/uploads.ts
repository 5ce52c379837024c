/**
 * Loops of this device on their way to a server: encoded once and kept here until they have arrived, so that a
 * reload or a lost network costs nothing but the sending. Of those that arrived the server's document is kept, and
 * whatever this device still has of them is read with it.
 */
import type { Loop } from './contract/loop.ts';
import type { Rifff } from './contract/rifff.ts';
import { type DeviceDatabase, openDevice } from './device.ts';
import type { LoopFiles } from './loopFiles.ts';
import { withLoops } from './rules/uploads.ts';

export interface UploadDocument {
  loopId: string;
  /** The loop as it was first sent: sent again, it must be the same. */
  loop: Loop;
  /** Null once the server has it. */
  files: LoopFiles | null;
  /** As the server has it; null until then. */
  uploaded: Loop | null;
}

/** Uploads that storage refused: they live as long as the page. */
const unstored = new Map<string, UploadDocument>();

async function withStore<T>(use: (db: DeviceDatabase) => Promise<T>, without: T): Promise<T> {
  try {
    return await use(await openDevice());
  } catch (cause) {
    console.error('The uploads of this device cannot be used', cause);
    return without;
  }
}

/** Puts an upload into the queue, or changes it. @returns whether the device has it; else only this page */
export async function putUpload(document: UploadDocument): Promise<boolean> {
  const isStored = await withStore(async (db) => {
    const transaction = db.transaction('uploads', 'readwrite', { durability: 'strict' });
    await transaction.store.put(document);
    await transaction.done;
    return true;
  }, false);
  if (isStored) unstored.delete(document.loopId);
  else unstored.set(document.loopId, document);
  return isStored;
}

/** An upload as the device has it, or undefined. */
export async function readUpload(loopId: string): Promise<UploadDocument | undefined> {
  return unstored.get(loopId) ?? (await withStore((db) => db.get('uploads', loopId), undefined));
}

/** Those of the loops that a server has, as it has them, by their id. */
export async function readUploaded(loopIds: readonly string[]): Promise<Map<string, Loop>> {
  const found = new Map<string, Loop>();
  for (const id of loopIds) {
    const uploaded = (await readUpload(id))?.uploaded;
    if (uploaded) found.set(id, uploaded);
  }
  return found;
}

/** Those of the loops that no server has. */
export async function notUploaded(loops: readonly Loop[]): Promise<Loop[]> {
  if (loops.length === 0) return [];
  const uploaded = await readUploaded(loops.map(({ _id }) => _id));
  return loops.filter(({ _id }) => !uploaded.has(_id));
}

/** The rifff with what servers have of its loops that were made here. The same rifff where they have none. */
export async function withUploadedLoops(rifff: Rifff): Promise<Rifff> {
  const own = rifff.loops.filter((loop) => !loop.cdn_attachments && !loop.isLibraryLoop);
  if (own.length === 0) return rifff;
  return withLoops(rifff, await readUploaded(own.map(({ _id }) => _id)));
}
