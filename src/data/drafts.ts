/**
 * Drafts on this device: IndexedDB documents with ids that a synced database can take over later.
 * One tab at a time holds a draft (Web Locks); another tab that opens it works on a copy.
 */
import './contract/jitless.ts';
import { call } from './client.ts';
import { JAM_CALLS } from './contract/calls.ts';
import { type Rifff, RifffSchema, RifffStateSchema } from './contract/rifff.ts';
import { type DraftDocument, openDevice } from './device.ts';
import { withUploadedLoops } from './outbox/store.ts';

/** Drafts kept on a device; the oldest go first. */
const MAX_DRAFTS = 50;

/** Id of the draft document of a rifff. */
export function draftDocumentId(rifffId: string): string {
  return `draft_${rifffId}`;
}

/** Stores a draft and resolves when the device has it. Rejects when storage is full or refused. */
export async function saveDraft(draft: DraftDocument): Promise<void> {
  const db = await openDevice();
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
  const db = await openDevice();
  const documents = await db.getAllFromIndex('documents', 'updated');
  const readable = documents.reverse().flatMap((document) => {
    const rifff = RifffSchema.safeParse(document.rifff);
    if (!rifff.success) return [];
    // Read as the rifff is, so that the two can be compared.
    const state = RifffStateSchema.safeParse(document.base?.state);
    const base = document.base && state.success && { ...document.base, state: state.data };
    return [{ ...document, rifff: rifff.data, base: base || undefined }];
  });
  return Promise.all(
    readable.map(async (document) => ({
      ...document,
      rifff: await withUploadedLoops(document.rifff),
    })),
  );
}

/** Removes a draft. */
export async function removeDraft(id: string): Promise<void> {
  const db = await openDevice();
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

/** A draft is begun without the full tables of its loops after this: everything plays as it is. */
const WHOLE_LOOPS_MS = 2000;

/**
 * A rifff with the full tables of its loops: lists carry loops with short peaks and no band envelopes. Without an
 * answer it comes back as it is.
 */
export async function withWholeLoops(rifff: Rifff): Promise<Rifff> {
  const isBrief = rifff.loops.some(({ peaks, bands }) => peaks && !bands);
  if (!isBrief || !rifff.jamId) return rifff;
  try {
    const { rifff: whole } = await call(
      JAM_CALLS.rifff,
      { params: { id: rifff.jamId, rifffId: rifff._id } },
      AbortSignal.timeout(WHOLE_LOOPS_MS),
    );
    const byId = new Map(whole.loops.map((loop) => [loop._id, loop]));
    return { ...rifff, loops: rifff.loops.map((loop) => byId.get(loop._id) ?? loop) };
  } catch {
    return rifff;
  }
}
