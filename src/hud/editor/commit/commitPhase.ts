import { useSnapshot } from 'valtio';
import { usedSlots } from '../../../data/rules/draft/draft.ts';
import { type CommitEntry, commit } from '../../../data/stores/commit.ts';
import { draft } from '../../../data/stores/draft.ts';
import { session } from '../../../data/stores/session.ts';
import { ui } from '../../../data/stores/ui.ts';
import { uploads } from '../../../data/stores/uploads.ts';
import { uploadFacts, uploadRows } from './uploadRows.ts';

/**
 * Where the rifff in the editor stands: nothing in it, a draft, on its way, in the jam, or kept here because
 * it waits (for the network, for somebody to sign in, for the account that made it) or was refused.
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

export interface CommitWords {
  /** Name of what is in the editor. */
  title: string;
  /** What the button says. */
  button: string;
  /** What it means, or why the button does nothing. */
  more: string;
}

/** Loops on their way before the rifff: how many are not there, and the share of all of them that is. */
export interface UploadFacts {
  loops: number;
  /** 0 to 1. */
  share: number;
}

function sendingWords({ loops, share }: UploadFacts): CommitWords {
  const title = 'Committed';
  if (loops === 0) return { title, button: 'Committing', more: 'on its way to your jam' };
  const percent = `${Math.round(share * 100)} %`;
  const what = loops === 1 ? 'a loop' : `${loops} loops`;
  return { title, button: `Sending ${percent}`, more: `uploading ${what}, ${percent}` };
}

const NO_UPLOADS: UploadFacts = { loops: 0, share: 1 };

/** The words for a phase; `reason` is why it was refused, `account` whom it belongs to. */
export function commitWords(
  phase: CommitPhase,
  isOnline: boolean,
  entry?: { reason: string; account: string | null },
  uploading: UploadFacts = NO_UPLOADS,
): CommitWords {
  switch (phase) {
    case 'empty':
      return { title: 'Draft', button: 'Commit', more: 'Put a loop in first' };
    case 'draft':
      return { title: 'Draft', button: 'Commit', more: '' };
    case 'sending':
      return sendingWords(uploading);
    case 'committed':
      return { title: 'Committed', button: 'Committed', more: 'in your jam' };
    case 'signIn':
      return { title: 'Unsent', button: 'Unsent', more: 'goes when you sign in' };
    case 'other':
      return { title: 'Unsent', button: 'Unsent', more: `waits for ${entry?.account ?? ''}` };
    case 'refused':
      return { title: 'Not sent', button: 'Not sent', more: entry?.reason ?? '' };
    default:
      return {
        title: 'Unsent',
        button: 'Unsent',
        more: isOnline
          ? 'the server does not answer, trying again'
          : 'goes when the network is back',
      };
  }
}

/** Phase and words of the editor's rifff, and its commit while the outbox has it. */
export function useCommitPhase() {
  const { rifff, inDraftState, currentRifffId } = useSnapshot(draft);
  const { entries, isRetrying } = useSnapshot(commit);
  const { isOnline } = useSnapshot(ui);
  const queues = useSnapshot(uploads);
  const { status, user } = useSnapshot(session);
  const entry = entries.find(({ id }) => id === currentRifffId);
  const account = status === 'unknown' ? undefined : (user?.user_id ?? null);
  const isEmpty = usedSlots(rifff as Parameters<typeof usedSlots>[0]) === 0;
  const phase = commitPhase({ isEmpty, inDraftState, entry, isRetrying, isOnline, account });
  const uploading = uploadFacts(uploadRows(entry?.rifff.loops ?? [], queues));
  return { phase, entry, words: commitWords(phase, isOnline, entry, uploading) };
}
