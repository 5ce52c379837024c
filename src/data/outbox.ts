/** The outbox as a whole: what it holds, and what the tabs of this browser tell each other about it. */
import { type CommitDocument, listCommits } from './commits.ts';
import type { Loop } from './contract/loop.ts';
import { loopsToUpload } from './rules/uploads.ts';
import { notUploaded } from './uploads.ts';

/** A loop that was refused, and why. */
export interface RefusedLoop {
  readonly loop: Loop;
  readonly reason: string;
}

/** What happens to one loop, in the tab that sends it; the other tabs of this browser are told. */
export type UploadChange =
  | { type: 'encoding'; loopId: string }
  | { type: 'progress'; loopId: string; sentBytes: number; totalBytes: number }
  | { type: 'arrived'; loop: Loop }
  | { type: 'failed'; loopId: string; reason: string; isFinal: boolean };

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

/** What tabs tell each other; nothing in it means that the outbox changed. */
export interface OutboxMessage {
  /** Id of a rifff that arrived. */
  sent?: string;
  /** What happens to a loop on its way. */
  upload?: UploadChange;
  /** The server is asked again in so many ms: the pause that the sending tab keeps. */
  pauseMs?: number;
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
