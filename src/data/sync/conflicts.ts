/**
 * When a draft was changed on two devices, both are kept: the revision that every device takes for the newest stays
 * under its id, and each other one becomes a draft of its own. Pure, and the same on every device, so that two which do
 * it at once make the same copies.
 */
import { inOneOrder } from '../rules/oneOrder.ts';
import { draftDocumentId, type StoredDraft } from './documents.ts';

/** A draft at one of its leaves, as `open_revs` gives it. */
export type Leaf = StoredDraft & { _rev: string; _deleted?: boolean };

/** Rifff id of the copy of a losing revision: the 32 hex digits of the revision itself. */
export function copyIdOf(rev: string): string {
  return rev.slice(rev.indexOf('-') + 1);
}

/** Do two drafts hold and sound the same? */
export function isSameDraft(a: StoredDraft, b: StoredDraft): boolean {
  const heard = ({ rifff: { root, scale, state, loops } }: StoredDraft) =>
    JSON.stringify(inOneOrder({ root, scale, state, loops: loops.map(({ _id }) => _id) }));
  return heard(a) === heard(b);
}

/** The draft that a losing revision becomes, without a revision of its own. */
export function copyOf({ _rev, ...draft }: Leaf): StoredDraft {
  const rifffId = copyIdOf(_rev);
  return inOneOrder({
    ...draft,
    _id: draftDocumentId(rifffId),
    rifff: { ...draft.rifff, _id: rifffId },
    copyOf: draft.rifff._id,
  });
}

export interface Verdict {
  /** Drafts to be written, where they are not there and never were. */
  readonly copies: readonly StoredDraft[];
  /** Revisions that go. */
  readonly losing: readonly string[];
}

/**
 * What becomes of a draft with more than one leaf.
 * @param winningRev as the database chose it, the same everywhere
 */
export function judge(leaves: readonly Leaf[], winningRev: string): Verdict {
  const live = leaves.filter(({ _deleted }) => !_deleted);
  const winner = live.find(({ _rev }) => _rev === winningRev);
  const losers = live.filter((leaf) => leaf !== winner);
  if (!winner || losers.length === 0) return { copies: [], losing: [] };
  const others = losers.filter((leaf) => !isSameDraft(leaf, winner));
  return { copies: others.map(copyOf), losing: losers.map(({ _rev }) => _rev) };
}
