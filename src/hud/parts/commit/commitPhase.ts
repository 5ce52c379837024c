import { useSnapshot } from 'valtio';
import type { JamTarget } from '../../../data/device.ts';
import { goesTo, OWN_JAM, uploadShare } from '../../../data/outbox/rules.ts';
import { usedSlots } from '../../../data/rules/draft/draft.ts';
import { commit } from '../../../data/stores/commit.ts';
import type { CommitEntry } from '../../../data/stores/commitState.ts';
import { draft } from '../../../data/stores/draft.ts';
import { session } from '../../../data/stores/session.ts';
import { ui } from '../../../data/stores/ui.ts';
import { type UploadEntry, type UploadsState, uploads } from '../../../data/stores/uploads.ts';

type Queues = { readonly [K in 'queued' | 'completed' | 'failed']: readonly UploadEntry[] };

interface UploadRows {
  /** Loops of one commit that had or have to go, in the order of its rifff. */
  readonly own: readonly UploadEntry[];
  /** How many loops of other commits wait. */
  readonly others: number;
}

/** Rows beyond these are counted in one line instead. */
const MOST_ROWS = 4;

/** What a list shows: a few rows, and the rest in words. */
interface ShownRows {
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

/** Does a loop wait until the account has room for it? */
export const waitsForRoom = ({ state, isWithoutRoom }: UploadEntry): boolean =>
  state === 'waiting' && isWithoutRoom === true;

/** How many of a commit's loops are not there, and the share of all of them that is, 0 to 1. */
export function uploadFacts({ own }: UploadRows): UploadFacts {
  const rows = own.map((row) => (row.state === 'arrived' ? { sentBytes: 1, totalBytes: 1 } : row));
  const loops = own.filter(({ state }) => state !== 'arrived').length;
  const isWithoutRoom = own.some(waitsForRoom);
  return { loops, share: uploadShare(rows), ...(isWithoutRoom && { isWithoutRoom }) };
}

/** What went wrong, without the name of the loop, which stands beside it. */
const bareReason = (reason: string) => reason.replace(/^“.*?” was not uploaded: /, '');

/**
 * How far one loop is, in words.
 * @param waitSec seconds until the next try, null while none is planned
 */
export function rowText(row: UploadEntry, waitSec: number | null): string {
  const { state, sentBytes, totalBytes, reason } = row;
  if (waitsForRoom(row)) return `${bareReason(reason)}. It waits on this device`;
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

/**
 * State of the rifff in the editor: empty, a draft, being sent, in the jam, or kept on this device because it waits (for
 * the network, for a sign-in, for the account that made it) or was refused.
 */
export type CommitPhase =
  | 'empty'
  | 'draft'
  | 'sending'
  | 'committed'
  | 'waiting'
  | 'signIn'
  | 'other'
  | 'refused';

export interface CommitFacts {
  isEmpty: boolean;
  inDraftState: boolean;
  /** Its commit while the outbox has it. */
  entry: Pick<CommitEntry, 'state' | 'account'> | undefined;
  isRetrying: boolean;
  isOnline: boolean;
  /** Who is signed in: a name, null for a visitor, undefined while it is not known. */
  account: string | null | undefined;
}

/** Where the rifff in the editor stands. */
export function commitPhase(facts: CommitFacts): CommitPhase {
  const { isEmpty, inDraftState, entry, isRetrying, isOnline, account } = facts;
  if (isEmpty) return 'empty';
  if (inDraftState) return 'draft';
  if (!entry) return 'committed';
  if (entry.state === 'refused') return 'refused';
  if (entry.account !== null && account && entry.account !== account) return 'other';
  if (account === null) return 'signIn';
  return isRetrying || !isOnline ? 'waiting' : 'sending';
}

interface CommitWords {
  /** Name of what is in the editor. */
  title: string;
  /** What the button says. */
  button: string;
  /** What it means, or why the button does nothing. */
  more: string;
}

/** Loops on their way before the rifff: how many are not there, and the share of all of them that is. */
interface UploadFacts {
  loops: number;
  /** 0 to 1. */
  share: number;
  /** One of them waits until the account has room for it. */
  isWithoutRoom?: boolean;
}

function sendingWords({ loops, share }: UploadFacts, place: string): CommitWords {
  const title = 'Committed';
  if (loops === 0) return { title, button: 'Committing', more: `on its way to ${place}` };
  const percent = `${Math.round(share * 100)} %`;
  const what = loops === 1 ? 'a loop' : `${loops} loops`;
  return { title, button: `Sending ${percent}`, more: `uploading ${what}, ${percent}` };
}

const NO_UPLOADS: UploadFacts = { loops: 0, share: 1 };

/**
 * The words for a phase; `reason` is why it was refused, `account` whom it belongs to.
 * @param waitReason what stands in the way of one that waits, '' where that is not known
 * @param place what the jam is called that it goes to, inside a sentence
 */
export function commitWords(
  phase: CommitPhase,
  isOnline: boolean,
  entry?: { reason: string; account: string | null },
  uploading: UploadFacts = NO_UPLOADS,
  waitReason = '',
  place = 'your jam',
): CommitWords {
  switch (phase) {
    case 'empty':
      return { title: 'Draft', button: 'Commit', more: 'Put a loop in first' };
    case 'draft':
      return { title: 'Draft', button: 'Commit', more: '' };
    case 'sending':
      return sendingWords(uploading, place);
    case 'committed':
      return { title: 'Committed', button: 'Committed', more: `in ${place}` };
    case 'signIn':
      return { title: 'Unsent', button: 'Unsent', more: 'goes when you sign in' };
    case 'other':
      return { title: 'Unsent', button: 'Unsent', more: `waits for ${entry?.account ?? ''}` };
    case 'refused':
      return { title: 'Not sent', button: 'Not sent', more: entry?.reason ?? '' };
    default:
      if (isOnline && uploading.isWithoutRoom) {
        return { title: 'Unsent', button: 'Unsent', more: 'waits for room in your account' };
      }
      return {
        title: 'Unsent',
        button: 'Unsent',
        more: isOnline
          ? `${waitReason || 'the server does not answer'}, trying again`
          : 'goes when the network is back',
      };
  }
}

/** A jam that a rifff goes to, or is in. */
export interface CommitPlace {
  /** Its page. */
  readonly to: string;
  /** Begins with a capital where it is no name. */
  readonly title: string;
  /** Inside a sentence. */
  readonly words: string;
}

const OWN_PLACE: CommitPlace = { to: '/jams/me', title: 'Your jam', words: 'your jam' };

/** A room, or with null one's own jam, as the place of a rifff. */
export function placeOf(room: Pick<JamTarget, 'jamId' | 'name'> | null): CommitPlace {
  if (room === null) return OWN_PLACE;
  const isNamed = room.name !== '';
  return {
    to: `/jams/${encodeURIComponent(room.jamId)}`,
    title: isNamed ? room.name : 'The room',
    words: isNamed ? room.name : 'the room',
  };
}

/** The room that a rifff of the editor is in or goes to; null for one's own jam. */
function useCommitRoom(entry: CommitEntry | undefined): JamTarget | null {
  const { rifff, inDraftState, currentRifffId, target: chosen } = useSnapshot(draft);
  const { user } = useSnapshot(session);
  const target = goesTo(chosen, user?.guestOf);
  if (entry) return goesTo(entry.target, user?.guestOf);
  const parentJam = rifff.parent?.jamId;
  if (inDraftState || currentRifffId === null || !parentJam) return target;
  if (parentJam === target?.jamId) return target;
  const isOwn = parentJam === user?.user_id || parentJam === OWN_JAM;
  return isOwn ? null : { jamId: parentJam, name: '' };
}

/** Phase and words of the editor's rifff, its commit while the outbox has it, and the jam that it goes to or is in. */
export function useCommitPhase() {
  const { rifff, inDraftState, currentRifffId } = useSnapshot(draft);
  const { entries, isRetrying, waitReason } = useSnapshot(commit);
  const { isOnline } = useSnapshot(ui);
  const queues = useSnapshot(uploads);
  const { status, user } = useSnapshot(session);
  const entry = entries.find(({ id }) => id === currentRifffId);
  const account = status === 'unknown' ? undefined : (user?.user_id ?? null);
  const isEmpty = usedSlots(rifff as Parameters<typeof usedSlots>[0]) === 0;
  const phase = commitPhase({ isEmpty, inDraftState, entry, isRetrying, isOnline, account });
  const uploading = uploadFacts(uploadRows(entry?.rifff.loops ?? [], queues));
  const place = placeOf(useCommitRoom(entry as CommitEntry | undefined));
  const words = commitWords(phase, isOnline, entry, uploading, waitReason, place.words);
  return { phase, entry, words, place };
}
