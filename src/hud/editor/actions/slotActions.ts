/** Loops into slots, out of them and past each other. */
import { mixer } from '../../../audio/state/mixer.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import {
  addLoop,
  deleteLoop,
  loopInSlot,
  moveSlot,
  playingSlot,
  swapLoop,
  usedSlots,
} from '../../../data/rules/draft/draft.ts';
import { editDraft } from '../../../data/stores/draft.ts';
import { notify, selectSlot, ui } from '../../../data/stores/ui.ts';
import { currentRifff, type Desk, ensurePlaying, refuseNinth, titleOf } from './desk.ts';

/** Where index `index` stands after slot `from` has moved to `to`. */
export function followMove(index: number, from: number, to: number): number {
  if (index === from) return to;
  if (from < index && index <= to) return index - 1;
  if (to <= index && index < from) return index + 1;
  return index;
}

/** Where an index stands after slot `gone` has closed; −1 when it was that one. */
export function followDelete(index: number, gone: number): number {
  if (index === gone) return -1;
  return index > gone ? index - 1 : index;
}

/** Puts a loop into the first free slot and plays. @returns whether there was room */
export function addToDraft(desk: Desk, loop: Loop): boolean {
  desk.engine.stopAudition();
  const count = usedSlots(currentRifff());
  if (count >= MAX_LOOPS_PER_RIFFF) {
    refuseNinth();
    return false;
  }
  void desk.engine.unlock();
  if (!editDraft((rifff) => addLoop(rifff, loop))) return false;
  selectSlot(count);
  desk.link.push();
  ensurePlaying(desk);
  notify(`${titleOf(loop)} added, ${count + 1} of ${MAX_LOOPS_PER_RIFFF}`);
  return true;
}

/** Puts a loop in the place of another; in a free slot it is added. */
export function replaceInDraft(desk: Desk, slot: number, loop: Loop): boolean {
  desk.engine.stopAudition();
  if (!playingSlot(currentRifff(), slot)) return addToDraft(desk, loop);
  if (!editDraft((rifff) => swapLoop(rifff, slot, loop))) return false;
  selectSlot(slot);
  desk.link.push();
  notify(`${titleOf(loop)} in slot ${slot + 1}`, 'undo');
  return true;
}

/** Takes a loop out; its slot closes, and solo and selection stay with their loops. */
export function removeFromDraft(desk: Desk, slot: number): void {
  const gone = loopInSlot(currentRifff(), slot);
  if (!editDraft((rifff) => deleteLoop(rifff, slot))) return;
  if (mixer.solo >= 0) desk.engine.setSolo(followDelete(mixer.solo, slot));
  const selected = ui.selectedSlot > slot ? ui.selectedSlot - 1 : ui.selectedSlot;
  selectSlot(Math.min(selected, usedSlots(currentRifff()) - 1));
  desk.link.push();
  notify(`${titleOf(gone)} taken out`, 'undo');
}

/** Moves a loop to another slot; solo and selection stay with their loops. */
export function moveInDraft(desk: Desk, from: number, to: number): void {
  const target = Math.min(usedSlots(currentRifff()) - 1, Math.max(0, to));
  if (!editDraft((rifff) => moveSlot(rifff, from, target))) return;
  if (mixer.solo >= 0) desk.engine.setSolo(followMove(mixer.solo, from, target));
  selectSlot(followMove(ui.selectedSlot, from, target));
  desk.link.push();
  notify(`${titleOf(loopInSlot(currentRifff(), target))} moved to slot ${target + 1}`);
}
