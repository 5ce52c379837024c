/** Loops of this device on their way to the server: what waits, what has arrived, what failed. */
import { proxy } from 'valtio/vanilla';
import type { Loop } from '../contract/loop.ts';
import { loopTitle } from '../rules/uploads.ts';
import type { UploadEvents } from '../uploadLoops.ts';

export interface UploadEntry {
  loopId: string;
  title: string;
  state: 'waiting' | 'encoding' | 'sending' | 'arrived' | 'failed';
  sentBytes: number;
  /** 0 while it is not known. */
  totalBytes: number;
  /** Why it failed; empty otherwise. */
  reason: string;
}

export interface UploadsState {
  /** Not there yet, in the order in which they go; the first is on its way. */
  queued: UploadEntry[];
  /** Arrived since the page opened. */
  completed: UploadEntry[];
  /** Sending them again as they are would not help, or the line broke. */
  failed: UploadEntry[];
  /** How many are not there yet, failed ones too. */
  filesToUpload: number;
}

export const uploads = proxy<UploadsState>({
  queued: [],
  completed: [],
  failed: [],
  filesToUpload: 0,
});

/** The HUD is told of progress this often at most. */
const PROGRESS_MS = 150;
let toldMs = 0;

const without = (entries: UploadEntry[], loopId: string) =>
  entries.filter((entry) => entry.loopId !== loopId);

function take(loopId: string): UploadEntry | undefined {
  const entry = [...uploads.queued, ...uploads.failed].find((one) => one.loopId === loopId);
  uploads.queued = without(uploads.queued, loopId);
  uploads.failed = without(uploads.failed, loopId);
  return entry;
}

function count(): void {
  uploads.filesToUpload = uploads.queued.length + uploads.failed.length;
}

const waiting = (loop: Loop): UploadEntry => ({
  loopId: loop._id,
  title: loopTitle(loop),
  state: 'waiting',
  sentBytes: 0,
  totalBytes: 0,
  reason: '',
});

function change(loopId: string, changes: Partial<UploadEntry>): void {
  uploads.queued = uploads.queued.map((entry) =>
    entry.loopId === loopId ? { ...entry, ...changes } : entry,
  );
}

/** Forgets what is not on its way any more: its rifff was taken back or thrown away. */
export function forgetUploads(): void {
  uploads.queued = [];
  uploads.failed = [];
  count();
}

/** Keeps the queues; `onUploaded` hears of every loop that the server has. */
export function uploadEvents(onUploaded: (loop: Loop) => void): UploadEvents {
  return {
    queued(loops) {
      const known = new Set(uploads.completed.map(({ loopId }) => loopId));
      uploads.queued = loops.filter(({ _id }) => !known.has(_id)).map(waiting);
      uploads.failed = [];
      count();
    },
    encoding: (loopId) => change(loopId, { state: 'encoding' }),
    progress(loopId, sentBytes, totalBytes) {
      const now = performance.now();
      if (sentBytes < totalBytes && now - toldMs < PROGRESS_MS) return;
      toldMs = now;
      change(loopId, { state: 'sending', sentBytes, totalBytes });
    },
    uploaded(loop) {
      const entry = take(loop._id) ?? waiting(loop);
      const arrived = { ...entry, state: 'arrived' as const, sentBytes: entry.totalBytes };
      uploads.completed = [...without(uploads.completed, loop._id), arrived];
      count();
      onUploaded(loop);
    },
    failed(loopId, reason, isFinal) {
      const entry = take(loopId);
      if (!entry) return;
      const failed = { ...entry, state: 'failed' as const, reason };
      if (isFinal) uploads.failed = [...uploads.failed, failed];
      else uploads.queued = [{ ...failed, state: 'waiting' }, ...uploads.queued];
      count();
    },
  };
}
