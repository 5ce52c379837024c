/**
 * The outbox on this device: commits that wait to be sent, and loops on their way. Both are written here first and
 * sent from here, so that none is lost to a missing network, a busy server or a closed tab. Every commit has its own
 * id, made here; sending it twice is the same as sending it once. A loop is encoded once and kept until it has
 * arrived, so that a reload costs nothing but the sending; of one that arrived the server's document is kept, and
 * whatever this device still has of it is read with that.
 */
import type { Loop } from '../contract/loop.ts';
import type { Rifff } from '../contract/rifff.ts';
import {
  type CommitDocument,
  type DeviceDatabase,
  type MessageDocument,
  openDevice,
  type UploadDocument,
} from '../device.ts';
import { isNewer, loopsToUpload, type UploadOutcome, withLoops } from './rules.ts';

interface Documents {
  commits: CommitDocument;
  uploads: UploadDocument;
  messages: MessageDocument;
}

/** Documents of one kind on this device. What storage refuses lives as long as the page. */
function shelf<Name extends keyof Documents>(
  name: Name,
  idOf: (document: Documents[Name]) => string,
) {
  type Document = Documents[Name];
  const unstored = new Map<string, Document>();
  async function withStore<T>(use: (db: DeviceDatabase) => Promise<T>, without: T): Promise<T> {
    try {
      return await use(await openDevice());
    } catch (cause) {
      console.error('The outbox of this device cannot be used', cause);
      return without;
    }
  }
  return {
    /** Puts a document in place. @returns whether the device has it; else only this page */
    async put(document: Document): Promise<boolean> {
      const isStored = await withStore(async (db) => {
        const transaction = db.transaction(name, 'readwrite', { durability: 'strict' });
        await transaction.objectStore(name).put(document);
        await transaction.done;
        return true;
      }, false);
      if (isStored) unstored.delete(idOf(document));
      else unstored.set(idOf(document), document);
      return isStored;
    },
    async read(id: string): Promise<Document | undefined> {
      const stored = (db: DeviceDatabase) => db.get(name, id) as Promise<Document | undefined>;
      return unstored.get(id) ?? (await withStore(stored, undefined));
    },
    async list(): Promise<Document[]> {
      const stored = await withStore((db) => db.getAll(name) as Promise<Document[]>, []);
      return [...stored.filter((document) => !unstored.has(idOf(document))), ...unstored.values()];
    },
    async remove(id: string): Promise<void> {
      unstored.delete(id);
      await withStore((db) => db.delete(name, id), undefined);
    },
  };
}

const commits = shelf('commits', ({ _id }) => _id);
const uploads = shelf('uploads', ({ loopId }) => loopId);
const messages = shelf('messages', ({ id }) => id);

/** Id of the document of a commit. */
export function commitDocumentId(rifffId: string): string {
  return `commit_${rifffId}`;
}

/** Puts a commit into the outbox, or changes it. @returns whether the device has it; else only this page */
export const putCommit = commits.put;
/** One commit as the device has it now, or undefined when it has left the outbox. */
export const readCommit = commits.read;
/** Takes a commit out of the outbox. */
export const removeCommit = commits.remove;

/** Every commit in the outbox, oldest first. */
export async function listCommits(): Promise<CommitDocument[]> {
  return (await commits.list()).sort((a, b) => (isNewer(a, b) ? 1 : -1));
}

/** Puts an upload into the queue, or changes it. @returns whether the device has it; else only this page */
export const putUpload = uploads.put;
/** An upload as the device has it, or undefined. */
export const readUpload = uploads.read;

const messageListeners = new Set<() => void>();

function messagesChanged(): void {
  for (const listener of messageListeners) listener();
}

/** Calls `listener` when what waits to be said changes on this page. @returns what stops it */
export function followMessages(listener: () => void): () => void {
  messageListeners.add(listener);
  return () => void messageListeners.delete(listener);
}

/** Keeps a message until it is sent, or changes it. @returns whether the device has it; else only this page */
export async function putMessage(document: MessageDocument): Promise<boolean> {
  const isStored = await messages.put(document);
  messagesChanged();
  return isStored;
}
/** A message that was not sent, or undefined. */
export const readMessage = messages.read;
/** Takes a message out: it arrived, or its author dropped it. */
export async function removeMessage(id: string): Promise<void> {
  await messages.remove(id);
  messagesChanged();
}

/** Every message that was not sent, oldest first. */
export async function listUnsent(): Promise<MessageDocument[]> {
  const all = await messages.list();
  return all.sort((a, b) => a.queued - b.queued || (a.id < b.id ? -1 : 1));
}

/** Those of the loops that a server has, as it has them, by their id. */
async function readUploaded(loops: readonly Loop[]): Promise<Map<string, Loop>> {
  const found = new Map<string, Loop>();
  for (const { _id } of loops) {
    const uploaded = (await readUpload(_id))?.uploaded;
    if (uploaded) found.set(_id, uploaded);
  }
  return found;
}

/** Those of the loops that no server has. */
export async function notUploaded(loops: readonly Loop[]): Promise<Loop[]> {
  const uploaded = await readUploaded(loops);
  return loops.filter(({ _id }) => !uploaded.has(_id));
}

/** The rifff with what servers have of its loops that were made here. The same rifff where they have none. */
export async function withUploadedLoops(rifff: Rifff): Promise<Rifff> {
  const own = rifff.loops.filter((loop) => !loop.cdn_attachments && !loop.isLibraryLoop);
  return withLoops(rifff, await readUploaded(own));
}

/** A loop that was refused, and why. */
export interface RefusedLoop {
  readonly loop: Loop;
  readonly reason: string;
}

/** The loop for which a commit was refused, if it was for one. */
function refusedLoop({ rifff, state, reason, refusedLoopId }: CommitDocument): RefusedLoop[] {
  const loop = rifff.loops.find(({ _id }) => _id === refusedLoopId);
  return state === 'refused' && loop ? [{ loop, reason }] : [];
}

export interface Outbox {
  /** Oldest first. */
  readonly documents: CommitDocument[];
  /** Loops that no server has and that go, in their order. */
  readonly queue: Loop[];
  readonly refused: RefusedLoop[];
}

/** Everything that waits on this device. */
export async function readOutbox(): Promise<Outbox> {
  const documents = await listCommits();
  const loops = documents
    .filter(({ state }) => state === 'waiting')
    .flatMap(({ rifff }) => loopsToUpload(rifff));
  const queue = await notUploaded([...new Map(loops.map((loop) => [loop._id, loop])).values()]);
  return { documents, queue, refused: documents.flatMap(refusedLoop) };
}

/** Runs `work` while no other tab of this browser holds the lock of that name. */
export async function asOnlySender<T>(work: () => Promise<T>, lock = 'rondo/outbox'): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(lock, work);
}

/** What happens to one loop, in the tab that sends it; the other tabs of this browser are told. */
export type UploadChange =
  | { type: 'encoding'; loopId: string }
  | { type: 'progress'; loopId: string; sentBytes: number; totalBytes: number }
  | { type: 'arrived'; loop: Loop }
  | { type: 'failed'; loopId: string; reason: string; outcome: UploadOutcome };

/** What tabs tell each other; nothing in it means that the outbox changed. */
export interface OutboxMessage {
  /** Id of a rifff that arrived. */
  sent?: string;
  /** What happens to a loop on its way. */
  upload?: UploadChange;
  /** The server is asked again in so many ms: the pause that the sending tab keeps. */
  pauseMs?: number;
  /** What it waits for, '' where that is not known. */
  waitReason?: string;
}

const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rondo/outbox');

/** Tells the other tabs of this browser. */
export function tellTabs(message: OutboxMessage = {}): void {
  channel?.postMessage(message);
}

/** Hears what other tabs tell from now on. */
export function hearTabs(listener: (message: OutboxMessage) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<OutboxMessage>) => listener(data));
}
