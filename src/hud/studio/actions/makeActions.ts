/** Loops that the synthesiser of the house makes on this device: for the endless page of the pool, and in place of others. */
import { categoryOf } from '../../../data/contract/categories.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { LoopOrder } from '../../../data/contract/making.ts';
import { loopInSlot, playingSlot, swapLoop } from '../../../data/rules/draft/draft.ts';
import { isLibraryCategory } from '../../../data/rules/draft/loopChoice.ts';
import { orderFor, orderLike } from '../../../data/rules/draft/loopOrder.ts';
import { editDraft } from '../../../data/stores/draft.ts';
import {
  cancelMaking,
  MAKING_MAX,
  makeForPage,
  makingCount,
} from '../../../data/stores/madeLoops.ts';
import { patchPool, pool, showAllCategories, showPoolPlace } from '../../../data/stores/pool.ts';
import { LOOPS_TAB, notify, openMaker, ui } from '../../../data/stores/ui.ts';
import { letGoUnused, rememberUnused } from '../../../data/stores/unusedLoops.ts';
import { currentRifff, type Desk, titleOf } from './draftActions.ts';

/** Who makes loops of this desk. Its studio may still be on its way. */
const makerOf = (desk: Desk) => async (order: LoopOrder, signal: AbortSignal) =>
  (await desk.engine.studio()).make(order, { userName: currentRifff().userName, signal });

/** The order of a fresh loop of the categories and the family that the pool shows. */
export function poolOrder(desk: Pick<Desk, 'chance'>): LoopOrder {
  const { categories, pack } = pool;
  return orderFor(currentRifff(), { categories: [...categories], family: pack }, desk.chance);
}

/** A loop is not in the draft yet: what is made for it waits on the endless page, which is opened. */
async function makeOnPage(desk: Desk, order: LoopOrder): Promise<Loop | null> {
  if (makingCount() >= MAKING_MAX) {
    notify(`${MAKING_MAX} are being made. The next one can be asked for when one is there.`);
    return null;
  }
  void desk.engine.unlock();
  showPoolPlace('made');
  return makeForPage(order, makerOf(desk));
}

/** Makes one more for the endless page of the pool. @returns the loop, or null when none came */
export const makeAnother = (desk: Desk): Promise<Loop | null> => makeOnPage(desk, poolOrder(desk));

/** Makes another like a loop for the endless page, which then shows it. */
export async function makeLike(desk: Desk, loop: Loop): Promise<Loop | null> {
  const order = orderLike(currentRifff(), loop, desk.chance);
  if (!order) return null;
  if (ui.maker !== LOOPS_TAB) openMaker(LOOPS_TAB);
  if (pool.categories.length > 0 && !pool.categories.includes(order.category)) showAllCategories();
  if (pool.pack !== '' && pool.pack !== order.family) patchPool({ pack: '' });
  return makeOnPage(desk, order);
}

/** Tries once more what could not be made, with another seed. */
export function makeAgain(desk: Desk, id: number, { category, family }: LoopOrder): void {
  cancelMaking(id);
  const wish = { categories: [category], family };
  void makeOnPage(desk, orderFor(currentRifff(), wish, desk.chance));
}

/** Makes a loop that is wanted at once; a failure is said, never thrown. @returns null when it failed */
export async function makeNow(desk: Desk, order: LoopOrder): Promise<Loop | null> {
  const kind = categoryOf(order.category).title.toLowerCase();
  notify(`Making a ${kind} loop`);
  try {
    const loop = await makerOf(desk)(order, new AbortController().signal);
    rememberUnused(loop._id);
    return loop;
  } catch (cause) {
    console.error('A loop could not be made', cause);
    notify(`A ${kind} loop could not be made. Nothing was changed.`);
    return null;
  }
}

/** Puts a loop that was made into a slot if that still holds what it held; else it is let go. It sounds on the beat. */
export function swapForMade(desk: Desk, slot: number, before: string, made: Loop): boolean {
  const isWanted = playingSlot(currentRifff(), slot)?.currentLoop === before;
  if (!isWanted || !editDraft((rifff) => swapLoop(rifff, slot, made))) {
    void letGoUnused([made._id]);
    return false;
  }
  desk.link.push('beat');
  notify(`${titleOf(made)} in slot ${slot + 1}`, 'undo');
  return true;
}

/** Swaps the loop of a slot for another one like it, made here. */
export async function anotherInDraft(desk: Desk, slot: number): Promise<void> {
  const loop = loopInSlot(currentRifff(), slot);
  const order = loop && orderLike(currentRifff(), loop, desk.chance);
  if (!loop || !order) {
    notify('Others like it cannot be made here: it is of no family that the synthesiser plays');
    return;
  }
  const made = await makeNow(desk, order);
  if (made) swapForMade(desk, slot, loop._id, made);
}

/** A fresh loop of a kind for what plays, or null where that kind is not made or it failed. */
export function makeOfKind(desk: Desk, category: string): Promise<Loop | null> {
  if (!isLibraryCategory(category)) return Promise.resolve(null);
  return makeNow(desk, orderFor(currentRifff(), { categories: [category] }, desk.chance));
}
