import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { DraftDocument } from '../../data/device.ts';
import { listDrafts } from '../../data/drafts.ts';
import { inDraftState, usedSlots } from '../../data/rules/draft/draft.ts';
import { draft } from '../../data/stores/draft.ts';

/** The draft that waits in the editor. */
export interface OpenDraft {
  /** The rifff of a jam that it goes on from, or null. */
  parent: { jamId: string; rifffId: string } | null;
  loops: number;
}

/**
 * The draft that the editor would open with, while it holds something that was not committed; else null. Until
 * the editor has taken it up it is only read, so that another window may.
 */
export function useOpenDraft(isWanted: boolean): OpenDraft | null {
  const now = useSnapshot(draft);
  const [stored, setStored] = useState<DraftDocument | null>(null);
  const { isRestored } = now;
  useEffect(() => {
    if (!isWanted || isRestored) return;
    let isHere = true;
    listDrafts().then(
      ([newest]) => isHere && setStored(newest ?? null),
      (cause) => console.warn('The drafts of this device could not be read', cause),
    );
    return () => {
      isHere = false;
    };
  }, [isWanted, isRestored]);
  const rifff = isRestored ? (now.rifff as Rifff) : stored?.rifff;
  const isOpen = isRestored
    ? now.inDraftState
    : stored !== null && inDraftState(stored.rifff, stored.base ?? null);
  return useMemo(() => {
    if (!isWanted || !isOpen || !rifff || usedSlots(rifff) === 0) return null;
    return { parent: rifff.parent ?? null, loops: usedSlots(rifff) };
  }, [isWanted, isOpen, rifff]);
}
