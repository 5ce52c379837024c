/** Several rings become one loop. */

import { mixer } from '../../../audio/state/mixer.ts';
import type { MergeWatch } from '../../../audio/studio/Studio.ts';
import { MESSAGES } from '../../../data/contract/messages.ts';
import { playingSlot, usedSlots } from '../../../data/rules/draft.ts';
import { mergeSlots } from '../../../data/rules/merge.ts';
import { editDraft } from '../../../data/stores/draft.ts';
import { notify, selectSlot } from '../../../data/stores/ui.ts';
import { currentRifff, type Desk } from './desk.ts';

/**
 * Bounces slots of the draft into one, as one step that can be undone. The sound goes on meanwhile.
 * @returns whether it was done; what kept it from being done has been said
 */
export async function mergeInDraft(
  desk: Desk,
  slots: readonly number[],
  watch: MergeWatch = {},
): Promise<boolean> {
  const rifff = currentRifff();
  const wanted = slots.map((slot) => playingSlot(rifff, slot));
  try {
    const studio = await desk.engine.studio();
    const { loop, gain } = await studio.mergeSlots(rifff, slots, watch);
    const now = currentRifff();
    if (slots.some((slot, at) => playingSlot(now, slot) !== wanted[at])) {
      notify('The rings were changed meanwhile. Merge them again');
      return false;
    }
    if (!editDraft((before) => mergeSlots(before, slots, loop, gain))) return false;
  } catch (cause) {
    if (watch.signal?.aborted) return false;
    console.error('Merging rings failed', cause);
    const isMissing = cause instanceof Error && cause.message === MESSAGES.noMediaForLoop;
    notify(
      isMissing
        ? 'A loop of these rings could not be loaded. Nothing was changed'
        : 'The rings could not be merged. Nothing was changed',
    );
    return false;
  }
  if (mixer.solo >= 0) desk.engine.setSolo(-1);
  selectSlot(Math.min(...slots));
  desk.link.push();
  notify(`${slots.length} rings are one now, ${usedSlots(currentRifff())} of 8`, 'undo');
  return true;
}
