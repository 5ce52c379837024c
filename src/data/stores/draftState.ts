/** What is shown of the draft, how it begins, and what is kept of it. */
import type { Rifff } from '../contract/rifff.ts';
import type { DraftDocument, JamTarget } from '../device.ts';
import { type DraftSteps, storedBase } from '../draftSteps.ts';
import { draftDocumentId } from '../drafts.ts';

export interface DraftState {
  /** The draft document; immutable, replaced as a whole. */
  rifff: Rifff;
  canUndo: boolean;
  canRedo: boolean;
  /** Changes since it was begun, those that were undone not among them. */
  changes: number;
  /** What it was begun from, for people; empty for a fresh one. */
  from: string;
  /** Room that its commits go to, as it was chosen; null for the jam of the account. See `draftTarget`. */
  target: JamTarget | null;
  /** Id of the committed rifff that it goes on from, or null before the first commit. */
  currentRifffId: string | null;
  /** Does it differ from the rifff that was committed last? Always before the first commit. */
  inDraftState: boolean;
  /** Does another draft wait while a committed rifff is on show? */
  isSetAside: boolean;
  /** Has the device been asked for an earlier draft? */
  isRestored: boolean;
  /** saving, saved, or failed with the work still in memory and tried again. */
  saved: 'empty' | 'saving' | 'saved' | 'failed';
}

/** The state before anything was looked for. @param rifff an empty one */
export const emptyState = (rifff: Rifff): DraftState => ({
  rifff,
  canUndo: false,
  canRedo: false,
  changes: 0,
  from: '',
  target: null,
  currentRifffId: null,
  inDraftState: true,
  isSetAside: false,
  isRestored: false,
  saved: 'empty',
});

/** What is kept of a draft. */
export function toDocument(
  steps: DraftSteps,
  { changes, from, target }: Pick<DraftState, 'changes' | 'from' | 'target'>,
): DraftDocument {
  const { present } = steps.history;
  const base = storedBase(steps);
  return {
    _id: draftDocumentId(present._id),
    type: 'Draft',
    rifff: present,
    changes,
    from,
    ...(base && { base }),
    ...(target && { target: { ...target } }),
    updated: Date.now(),
  };
}
