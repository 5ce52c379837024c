/** Loops that the library chooses: next, random, a whole rifff. */
import { categoryOf, type LibraryCategory } from '../../../data/contract/categories.ts';
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
import { isMadeHere } from '../../../data/rules/draft/loopOrder.ts';
import { editDraft } from '../../../data/stores/draft.ts';
import { pool } from '../../../data/stores/pool.ts';
import { notify, selectSlot, ui } from '../../../data/stores/ui.ts';
import { letGoUnused } from '../../../data/stores/unusedLoops.ts';
import {
  addToDraft,
  currentRifff,
  type Desk,
  ensurePlaying,
  refuseNinth,
  titleOf,
} from './draftActions.ts';
import { makeNow, makeOfKind, poolOrder, swapForMade } from './makeActions.ts';

/** Random draws that may come up with a loop that is there already before the library counts as having no other. */
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

/** The loops of a category as far as the library answers; null where it does not. */
async function kindIfThere(desk: Desk, category: LibraryCategory): Promise<Loop[] | null> {
  if (!ui.isOnline) return null;
  return desk.queries.fetchQuery(categoryLoopsQuery(category)).catch((cause: unknown) => {
    console.warn('The library did not answer, a loop is made instead', cause);
    return null;
  });
}

/** Swaps the loop of a slot for one of its category at random: of the library, or a fresh one made here. */
async function swapRandom(desk: Desk, slot: number, loop: Loop, category: LibraryCategory) {
  const list = await kindIfThere(desk, category);
  const rifff = currentRifff();
  if (playingSlot(rifff, slot)?.currentLoop !== loop._id) return;
  const found = list && randomLoop(rifff, list, loop._id, desk.chance);
  const made = isMadeHere(Boolean(found), desk.chance) ? await makeOfKind(desk, category) : null;
  if (made) swapForMade(desk, slot, loop._id, made);
  else if (found) putInSlot(desk, slot, loop, found);
}

/** Puts a loop of the library into a slot that still holds what it held; it sounds on the beat. */
function putInSlot(desk: Desk, slot: number, before: Loop, found: Loop): void {
  if (playingSlot(currentRifff(), slot)?.currentLoop !== before._id) return;
  editDraft((rifff) => swapLoop(rifff, slot, found));
  desk.link.push('beat');
  notify(`${titleOf(found)} in slot ${slot + 1}`);
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
  if (how === 'random') return swapRandom(desk, slot, loop, category);
  const list = await fromLibrary(() => desk.queries.fetchQuery(categoryLoopsQuery(category)));
  // The slot may have changed while the list was loading: then the swap is dropped.
  const rifff = currentRifff();
  if (!list || playingSlot(rifff, slot)?.currentLoop !== loop._id) return;
  const found = nextLoop(rifff, list, loop._id);
  if (found) putInSlot(desk, slot, loop, found);
  else notify(`There are no other ${categoryOf(category).title.toLowerCase()} loops`);
}

/** Fills all eight slots with loops of one pack, another one than before: one undo step. */
export async function surpriseDraft(desk: Desk): Promise<void> {
  desk.engine.stopAudition();
  void desk.engine.unlock();
  const loops = await fromLibrary(async () => {
    const all = await desk.queries.fetchQuery(libraryPacksQuery);
    // A collection that the account does not hold offers no loops.
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

/** A loop of the pool's categories and pack that the rifff does not hold; null where the library has none to give. */
async function drawLoop(desk: Desk): Promise<Loop | null> {
  if (!ui.isOnline) return null;
  const { categories, pack } = pool;
  const used = new Set(currentRifff().loops.map((loop) => loop._id));
  const category = categories[Math.floor(desk.chance() * categories.length)];
  try {
    for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
      const found = await fetchRandomLoop(category, pack || undefined);
      if (!used.has(found._id)) return found;
    }
  } catch (cause) {
    console.warn('The library did not answer, a loop is made instead', cause);
  }
  return null;
}

/** Adds a loop at random, of the categories and the pack that the pool shows: of the library, or a fresh one made here. */
export async function addRandomToDraft(desk: Desk): Promise<void> {
  if (usedSlots(currentRifff()) >= MAX_LOOPS_PER_RIFFF) {
    refuseNinth();
    return;
  }
  void desk.engine.unlock();
  const found = await drawLoop(desk);
  const made = isMadeHere(found !== null, desk.chance)
    ? await makeNow(desk, poolOrder(desk))
    : null;
  const loop = made ?? found;
  if (loop && !addToDraft(desk, loop)) void letGoUnused([loop._id]);
}
