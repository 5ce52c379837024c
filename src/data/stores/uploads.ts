/** Loops of this device on their way to the server: what waits, what has arrived, what failed. */
import { proxy } from 'valtio/vanilla';
import type { Loop } from '../contract/loop.ts';
import { loopTitle } from '../outbox/rules.ts';
import type { RefusedLoop, UploadChange } from '../outbox/store.ts';
import type { UploadEvents } from '../outbox/uploader.ts';

export interface UploadEntry {
  loopId: string;
  title: string;
  state: 'waiting' | 'encoding' | 'sending' | 'arrived' | 'failed';
  sentBytes: number;
  /** 0 while it is not known. */
  totalBytes: number;
  /** Why it failed; empty otherwise. */
  reason: string;
  /** It waits until the account has room for it. */
  isWithoutRoom?: boolean;
}

export interface UploadsState {
  /** Not there yet, in the order in which they go. */
  queued: UploadEntry[];
  /** Arrived since the page opened. */
  completed: UploadEntry[];
  /** Refused: sending them again as they are would not help. */
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

/** The HUD and other tabs are told of progress this often at most. */
const PROGRESS_MS = 150;

const without = (entries: readonly UploadEntry[], loopId: string) =>
  entries.filter((entry) => entry.loopId !== loopId);

const find = (loopId: string): UploadEntry | undefined =>
  [...uploads.queued, ...uploads.failed].find((entry) => entry.loopId === loopId);

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

/**
 * Brings the queues to what the outbox holds: what is known of a loop stays, what has left the outbox is forgotten.
 *
 * @param loops those that no server has, in the order in which they go
 */
export function followOutbox(loops: readonly Loop[], refused: readonly RefusedLoop[]): void {
  const isSettled = new Set([
    ...refused.map(({ loop }) => loop._id),
    ...uploads.completed.map(({ loopId }) => loopId),
  ]);
  uploads.queued = loops
    .filter(({ _id }) => !isSettled.has(_id))
    .map((loop) => {
      const known = uploads.queued.find(({ loopId }) => loopId === loop._id);
      return known ?? waiting(loop);
    });
  uploads.failed = refused.map(({ loop, reason }) => ({
    ...waiting(loop),
    state: 'failed',
    reason,
  }));
  count();
}

/** Keeps the queues as the sending tab says. */
export function applyUpload(told: UploadChange): void {
  switch (told.type) {
    case 'encoding':
      change(told.loopId, { state: 'encoding', reason: '' });
      break;
    case 'progress': {
      const { loopId, sentBytes, totalBytes } = told;
      change(loopId, { state: 'sending', sentBytes, totalBytes, reason: '' });
      break;
    }
    case 'arrived': {
      const { _id } = told.loop;
      const entry = find(_id) ?? waiting(told.loop);
      const arrived = { ...entry, state: 'arrived' as const, sentBytes: entry.totalBytes };
      uploads.completed = [...without(uploads.completed, _id), { ...arrived, reason: '' }];
      uploads.queued = without(uploads.queued, _id);
      uploads.failed = without(uploads.failed, _id);
      break;
    }
    case 'failed': {
      const { loopId, reason, outcome } = told;
      if (outcome !== 'refused') {
        // It keeps its place: it is the first to go again.
        const isWithoutRoom = outcome === 'no room';
        change(loopId, { state: 'waiting', sentBytes: 0, totalBytes: 0, reason, isWithoutRoom });
        break;
      }
      const entry = find(loopId);
      if (!entry) return;
      uploads.queued = without(uploads.queued, loopId);
      uploads.failed = [...without(uploads.failed, loopId), { ...entry, state: 'failed', reason }];
    }
  }
  count();
}

/** What the sending of loops calls; `tell` gets every change that others should know of. */
export function uploadEvents(tell: (change: UploadChange) => void): UploadEvents {
  let toldMs = 0;
  return {
    encoding: (loopId) => tell({ type: 'encoding', loopId }),
    progress(loopId, sentBytes, totalBytes) {
      const now = performance.now();
      if (sentBytes < totalBytes && now - toldMs < PROGRESS_MS) return;
      toldMs = now;
      tell({ type: 'progress', loopId, sentBytes, totalBytes });
    },
    uploaded: (loop) => tell({ type: 'arrived', loop }),
    failed: (loopId, reason, outcome) => tell({ type: 'failed', loopId, reason, outcome }),
  };
}
