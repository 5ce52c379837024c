/** What loops in slots can do: come in, go, change places, become one; and what every action works with. */
import type { QueryClient } from '@tanstack/react-query';
import type { Engine } from '../../../audio/engine/Engine.ts';
import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import type { MergeWatch } from '../../../audio/studio/Studio.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import { MESSAGES } from '../../../data/contract/messages.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import {
  addLoop,
  deleteLoop,
  loopInSlot,
  moveSlot,
  playingSlot,
  swapLoop,
  usedSlots,
} from '../../../data/rules/draft/draft.ts';
import type { Chance } from '../../../data/rules/draft/loopChoice.ts';
import { mergeSlots } from '../../../data/rules/draft/merge.ts';
import type { Boundary } from '../../../data/rules/time/timing.ts';
import { draft, editDraft } from '../../../data/stores/draft.ts';
import { notify, selectSlot, ui } from '../../../data/stores/ui.ts';

/** The link from the draft to the engine. */
export interface DraftLink {
  /** Declares the draft now, for what must follow in the same gesture. */
  push(boundary?: Boundary): void;
  /** Declares it again although it has not changed: a loop that failed is tried once more. */
  retry(): void;
  /** Ends the link and the sound. */
  stop(): void;
}

export interface Desk {
  engine: Engine;
  link: DraftLink;
  queries: QueryClient;
  /** Where chance comes from: 0 up to 1. */
  chance: Chance;
  /** In a jam a commit stays where it was made; elsewhere it plays as soon as its jam is opened. */
  isInJam?: boolean;
}

/** The draft's document as it stands. */
export function currentRifff(): Rifff {
  return draft.rifff as Rifff;
}

/** How a loop is called in a sentence. */
export function titleOf(loop: Loop | undefined): string {
  return loop?.name ?? 'The loop';
}

/** Plays if nothing plays. Call it inside a gesture. */
export function ensurePlaying({ engine }: Desk): void {
  if (transport.status === 'playing') return;
  engine.play().catch((cause: unknown) => console.error('Playing failed', cause));
}

/** A ninth loop: logged, and said. */
export function refuseNinth(): void {
  console.info(`Max loops reached: ${MAX_LOOPS_PER_RIFFF} of ${MAX_LOOPS_PER_RIFFF}`);
  notify(
    `${MAX_LOOPS_PER_RIFFF} of ${MAX_LOOPS_PER_RIFFF}: take a loop out, or merge two rings, to put another in`,
  );
}

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

/** Puts a loop into the first free slot and plays. @returns whether a slot was free */
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
