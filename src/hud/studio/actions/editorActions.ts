/** Everything that the editor does, once: buttons, keys, menus, rings and drops all call these. */

import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import type { MergeWatch } from '../../../audio/studio/Studio.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { LoopOrder } from '../../../data/contract/making.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import {
  playingSlot,
  setSlotGain,
  setSlotSemitones,
  setTempo,
  toggleMute,
  usedSlots,
} from '../../../data/rules/draft/draft.ts';
import { type StepKey, slotStep } from '../../../data/rules/draft/history.ts';
import { commitDraft } from '../../../data/stores/commit.ts';
import { clearDraft, draft, editDraft, redoDraft, undoDraft } from '../../../data/stores/draft.ts';
import { notify, selectSlot, ui } from '../../../data/stores/ui.ts';
import { type Taps, tap, tappedBps } from '../../parts/controls/TempoField.tsx';
import {
  addToDraft,
  currentRifff,
  type Desk,
  ensurePlaying,
  mergeInDraft,
  moveInDraft,
  removeFromDraft,
  replaceInDraft,
  titleOf,
} from './draftActions.ts';
import { addRandomToDraft, surpriseDraft, swapInDraft } from './libraryActions.ts';
import { anotherInDraft, makeAgain, makeAnother, makeLike } from './makeActions.ts';

export type EditorActions = ReturnType<typeof createEditorActions>;

/** Taps before the tempo follows: fewer would make every loop be rendered for a first guess. */
const MIN_TAPS = 4;
const MIN_MASTER_DB = -60;

const logFailure = (cause: unknown) => console.error('Playing failed', cause);

/** After undo or redo: selection and solo must name slots that are still used. */
function afterTravel({ engine, link }: Desk): void {
  const left = usedSlots(currentRifff());
  if (ui.selectedSlot >= left) selectSlot(left - 1);
  if (mixer.solo >= left) engine.setSolo(-1);
  link.push();
}

async function audition({ engine }: Desk, loop: Loop): Promise<void> {
  try {
    await engine.audition(loop);
  } catch (cause) {
    if (transport.auditionLoopId !== loop._id) return;
    console.warn('The loop could not be played', cause);
    notify(`${titleOf(loop)} could not be loaded`);
  }
}

/** The editor's actions, bound to one engine, link and library. */
export function createEditorActions(desk: Desk) {
  const { engine } = desk;
  let taps: Taps = [];
  return {
    add: (loop: Loop) => addToDraft(desk, loop),
    replaceAt: (slot: number, loop: Loop) => replaceInDraft(desk, slot, loop),
    remove: (slot: number) => removeFromDraft(desk, slot),
    move: (from: number, to: number) => moveInDraft(desk, from, to),
    swap: (slot: number, how: 'next' | 'random') => swapInDraft(desk, slot, how),
    surprise: () => surpriseDraft(desk),
    addRandom: () => addRandomToDraft(desk),
    /** Makes one more loop for the endless page of the pool. */
    makeAnother: () => makeAnother(desk),
    /** Makes another like a loop for the endless page, and opens that. */
    makeLike: (loop: Loop) => makeLike(desk, loop),
    makeAgain: (id: number, order: LoopOrder) => makeAgain(desk, id, order),
    /** Swaps the loop of a slot for another like it, made here. */
    swapForAnother: (slot: number) => anotherInDraft(desk, slot),
    startOver() {
      engine.stopAudition();
      engine.setSolo(-1);
      clearDraft();
      selectSlot(-1);
      desk.link.push();
      notify('An empty rifff at the same tempo', 'undo');
    },
    commit: () => commitFromEditor(desk),
    undo() {
      undoDraft();
      afterTravel(desk);
    },
    redo() {
      redoDraft();
      afterTravel(desk);
    },
    /** Another rifff stands in the editor: it sounds from the next bar, with all of its loops. */
    afterSkip() {
      engine.stopAudition();
      engine.setSolo(-1);
      const left = usedSlots(currentRifff());
      if (ui.selectedSlot >= left) selectSlot(left - 1);
      desk.link.push('bar');
    },
    play: () => ensurePlaying(desk),
    /** Has the draft sound as it is now, also where nothing has sounded yet. */
    sound() {
      desk.link.push();
      ensurePlaying(desk);
    },
    retry: desk.link.retry,
    togglePlay() {
      if (usedSlots(currentRifff()) === 0) notify('Put a loop in first');
      else engine.togglePlay().catch(logFailure);
    },
    toStart: () => engine.stop(),
    toggleLooping: () => engine.toggleLooping(),
    setMasterGainDb: (gainDb: number) => engine.setMasterGainDb(gainDb),
    stepMaster: (changeDb: number) =>
      engine.setMasterGainDb(Math.min(0, Math.max(MIN_MASTER_DB, mixer.masterGainDb + changeDb))),
    /** A beat of the hand, at `nowMs`; from the fourth on the draft takes the tempo of all of them. */
    tapTempo(nowMs: number) {
      taps = tap(taps, nowMs);
      const bps = taps.length >= MIN_TAPS ? tappedBps(taps) : null;
      if (bps !== null) editDraft((rifff) => setTempo(rifff, bps), { change: 'tempo' });
    },
    edit: (change: (rifff: Rifff) => Rifff, key: StepKey | null) => void editDraft(change, key),
    gain: (slot: number, gain: number) => engine.setSlotGain(slot, gain),
    mute: (slot: number) =>
      void editDraft((rifff) => toggleMute(rifff, slot), slotStep(slot, 'on')),
    setSolo: (slot: number) => engine.setSolo(slot),
    /** Turns the solo of a slot on or off. */
    solo: (slot: number) => engine.setSolo(mixer.solo === slot ? -1 : slot),
    stepGain(slot: number, change: number) {
      const gain = playingSlot(currentRifff(), slot)?.gain ?? 1;
      editDraft((rifff) => setSlotGain(rifff, slot, gain + change), slotStep(slot, 'gain'));
    },
    stepPitch(slot: number, change: number) {
      const shift = playingSlot(currentRifff(), slot)?.pitchShiftSettings.shiftSemitones ?? 0;
      editDraft((rifff) => setSlotSemitones(rifff, slot, shift + change), slotStep(slot, 'pitch'));
    },
    /** Bounces rings into one; @returns whether it could be done. */
    merge: (slots: readonly number[], watch?: MergeWatch) => mergeInDraft(desk, slots, watch),
    audition: (loop: Loop) => audition(desk, loop),
    toggleAudition(loop: Loop) {
      if (transport.auditionLoopId === loop._id) engine.stopAudition();
      else void audition(desk, loop);
    },
    stopAudition: () => engine.stopAudition(),
  };
}

/** Commits the draft; says why when there is nothing to commit. */
async function commitFromEditor({ isInJam }: Desk): Promise<void> {
  if (usedSlots(currentRifff()) === 0) notify('Put a loop in first');
  else if (!draft.inDraftState) notify('Nothing has changed since the commit');
  else {
    await commitDraft({ autoplay: isInJam !== true }).catch((cause: unknown) => {
      console.error('The commit could not be kept', cause);
      notify('This could not be kept on this device, and was not committed');
    });
  }
}
