/** Committing the draft. */
import { usedSlots } from '../../../data/rules/draft/draft.ts';
import { commitDraft } from '../../../data/stores/commit.ts';
import { draft } from '../../../data/stores/draft.ts';
import { notify } from '../../../data/stores/ui.ts';
import { currentRifff } from './desk.ts';

/** Commits the draft; says why when there is nothing to commit. */
export async function commitFromEditor(): Promise<void> {
  if (usedSlots(currentRifff()) === 0) notify('Put a loop in first');
  else if (!draft.inDraftState) notify('Nothing has changed since the commit');
  else await commitDraft({ autoplay: true });
}
