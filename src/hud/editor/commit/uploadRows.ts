import { uploadShare } from '../../../data/outbox/rules.ts';
import type { UploadEntry, UploadsState } from '../../../data/stores/uploads.ts';

type Queues = { readonly [K in 'queued' | 'completed' | 'failed']: readonly UploadEntry[] };

export interface UploadRows {
  /** Loops of one commit that had or have to go, in the order of its rifff. */
  readonly own: readonly UploadEntry[];
  /** How many loops of other commits wait. */
  readonly others: number;
}

/** Rows beyond these are counted in one line instead. */
const MOST_ROWS = 4;

/** What a list has room for: a few rows, and the rest in words. */
export interface ShownRows {
  readonly rows: readonly UploadEntry[];
  readonly rest: string;
}

/** The rows to show of a commit's: all of a few; of many those that go next, and in words how many are there or follow. */
export function shownRows(own: readonly UploadEntry[]): ShownRows {
  if (own.length <= MOST_ROWS) return { rows: own, rest: '' };
  const due = own.filter(({ state }) => state !== 'arrived');
  const rows = due.slice(0, MOST_ROWS - 1);
  const words = [
    due.length < own.length && `${own.length - due.length} there`,
    rows.length < due.length && `${due.length - rows.length} more to go`,
  ];
  return { rows, rest: words.filter(Boolean).join(', ') };
}

/** The loops of the commit with these loops, and how many others there are. */
export function uploadRows(
  loops: readonly { readonly _id: string }[],
  { queued, completed, failed }: Queues | UploadsState,
): UploadRows {
  const byId = new Map([...completed, ...queued, ...failed].map((row) => [row.loopId, row]));
  const own = loops.flatMap(({ _id }) => byId.get(_id) ?? []);
  const isOwn = new Set(own.map(({ loopId }) => loopId));
  return { own, others: queued.filter(({ loopId }) => !isOwn.has(loopId)).length };
}

/** How many of a commit's loops are not there, and the share of all of them that is, 0 to 1. */
export function uploadFacts({ own }: UploadRows): { loops: number; share: number } {
  const rows = own.map((row) => (row.state === 'arrived' ? { sentBytes: 1, totalBytes: 1 } : row));
  return { loops: own.filter(({ state }) => state !== 'arrived').length, share: uploadShare(rows) };
}

/** What went wrong, without the name of the loop, which stands beside it. */
const bareReason = (reason: string) => reason.replace(/^“.*?” was not uploaded: /, '');

/**
 * How far one loop is, in words.
 * @param waitSec seconds until the next try, null while none is planned
 */
export function rowText(
  { state, sentBytes, totalBytes, reason }: UploadEntry,
  waitSec: number | null,
): string {
  if (state === 'failed') return bareReason(reason);
  if (state === 'arrived') return 'there';
  if (state === 'encoding') return 'being encoded';
  if (state === 'sending') {
    const percent = Math.round(uploadShare([{ sentBytes, totalBytes }]) * 100);
    return percent < 100 ? `${percent} %` : 'being checked';
  }
  if (!reason) return 'waits';
  return waitSec === null ? 'waits to be sent again' : `again in ${waitSec} s`;
}
