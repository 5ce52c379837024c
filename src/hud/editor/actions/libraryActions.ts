/** Loops that the library chooses: next, random, a whole rifff. */
import { categoryOf } from '../../../data/contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import {
  categoryLoopsQuery,
  fetchRandomLoop,
  libraryPacksQuery,
  packLoopsQuery,
} from '../../../data/queries/library.ts';
import { loopInSlot, playingSlot, swapLoop, usedSlots } from '../../../data/rules/draft/draft.ts';
import {
  chooseLoops,
  fillRifff,
  isLibraryCategory,
  nextLoop,
  randomLoop,
} from '../../../data/rules/draft/loopChoice.ts';
import { editDraft } from '../../../data/stores/draft.ts';
import { pool } from '../../../data/stores/pool.ts';
import { notify, selectSlot, ui } from '../../../data/stores/ui.ts';
import {
  addToDraft,
  currentRifff,
  type Desk,
  ensurePlaying,
  refuseNinth,
  titleOf,
} from './draftActions.ts';

/** Random draws that may come up with a loop that is there already before it is taken anyway. */
const MAX_DRAWS = 5;

/** Loads something from the library; a failure is said, never thrown. */
async function fromLibrary<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await load();
  } catch (cause) {
    console.error('Loading loops failed', cause);
    notify(
      ui.isOnline
        ? 'The library does not answer. Try again in a moment.'
        : 'You are offline, and no loop of this kind is on this device.',
    );
    return null;
  }
}

/** Swaps the loop of a slot for another of its category; it sounds on the beat. */
export async function swapInDraft(desk: Desk, slot: number, how: 'next' | 'random'): Promise<void> {
  const playing = playingSlot(currentRifff(), slot);
  const loop = loopInSlot(currentRifff(), slot);
  const category = playing?.category ?? loop?.category ?? '?';
  if (!playing || !loop) return;
  if (!isLibraryCategory(category)) {
    notify('The library has no loops of this kind');
    return;
  }
  const list = await fromLibrary(() => desk.queries.fetchQuery(categoryLoopsQuery(category)));
  // While the list was fetched the slot may have changed; then this swap is no longer wanted.
  const rifff = currentRifff();
  if (!list || playingSlot(rifff, slot)?.currentLoop !== loop._id) return;
  const found =
    how === 'next'
      ? nextLoop(rifff, list, loop._id)
      : randomLoop(rifff, list, loop._id, desk.chance);
  if (!found) {
    notify(`There are no other ${categoryOf(category).title.toLowerCase()} loops`);
    return;
  }
  editDraft((before) => swapLoop(before, slot, found));
  desk.link.push('beat');
  notify(`${titleOf(found)} in slot ${slot + 1}`);
}

/** Fills all eight slots with loops of one pack, another one than before: one undo step. */
export async function surpriseDraft(desk: Desk): Promise<void> {
  desk.engine.stopAudition();
  void desk.engine.unlock();
  const loops = await fromLibrary(async () => {
    const all = await desk.queries.fetchQuery(libraryPacksQuery);
    // A collection that one does not have has no loops to choose from.
    const packs = all.filter(({ collection }) => collection?.isOwned !== false);
    const others = packs.filter((pack) => pack.id !== currentRifff().loops[0]?.family);
    const from = others.length > 0 ? others : packs;
    const pack = from[Math.floor(desk.chance() * from.length)];
    return desk.queries.fetchQuery(packLoopsQuery(pack?.id ?? ''));
  });
  if (!loops) return;
  const chosen = chooseLoops(loops, desk.chance);
  if (chosen.length === 0) {
    notify('The library has no loops yet');
    return;
  }
  desk.engine.setSolo(-1);
  editDraft((rifff) => fillRifff(rifff, chosen));
  if (ui.selectedSlot >= chosen.length) selectSlot(-1);
  desk.link.push('bar');
  ensurePlaying(desk);
  notify(`${chosen.length} loops that fit together`, 'undo');
}

/** A loop that the rifff does not hold yet, drawn from the pool's categories and pack. */
async function drawLoop(desk: Desk): Promise<Loop> {
  const { categories, pack } = pool;
  const used = new Set(currentRifff().loops.map((loop) => loop._id));
  const category = categories[Math.floor(desk.chance() * categories.length)];
  let found = await fetchRandomLoop(category, pack || undefined);
  for (let draws = 1; used.has(found._id) && draws < MAX_DRAWS; draws += 1) {
    found = await fetchRandomLoop(category, pack || undefined);
  }
  return found;
}

/** Adds a loop at random, of the categories and the pack that the pool shows. */
export async function addRandomToDraft(desk: Desk): Promise<void> {
  if (usedSlots(currentRifff()) >= MAX_LOOPS_PER_RIFFF) {
    refuseNinth();
    return;
  }
  void desk.engine.unlock();
  const loop = await fromLibrary(() => drawLoop(desk));
  if (loop) addToDraft(desk, loop);
}
