/** What the loop pool shows: kept while the page changes, so that coming back finds the same list. */
import { proxy } from 'valtio/vanilla';
import type { LibraryCategory } from '../contract/categories.ts';

export type PoolOrder = 'desc' | 'asc';
/** Where its loops come from: the library, or the synthesiser of this device. */
export type PoolPlace = 'library' | 'made';

interface PoolState {
  place: PoolPlace;
  categories: LibraryCategory[];
  creatorId: string;
  pack: string;
  search: string;
  order: PoolOrder;
  /** The loop that all others are compared with: those that sound most like it come first. */
  like: { readonly id: string; readonly name: string } | null;
}

const NO_FILTER: Omit<PoolState, 'place'> = {
  categories: [],
  creatorId: '',
  pack: '',
  search: '',
  order: 'desc',
  like: null,
};

export const pool = proxy<PoolState>({ place: 'library', ...NO_FILTER, categories: [] });

/** Adds a category to the choice or takes it out; none chosen means all. */
export function toggleCategory(category: LibraryCategory): void {
  const at = pool.categories.indexOf(category);
  if (at < 0) pool.categories.push(category);
  else pool.categories.splice(at, 1);
}

/** Shows every category again. */
export function showAllCategories(): void {
  pool.categories = [];
}

/** Shows the library, or what was made here. */
export function showPoolPlace(place: PoolPlace): void {
  pool.place = place;
}

/** Merges a change of filter or order. */
export function patchPool(change: Partial<Omit<PoolState, 'categories' | 'place'>>): void {
  Object.assign(pool, change);
}

/** Shows what of the library sounds like a loop, all other filters away. */
export function showLoopsLike(loop: { readonly _id: string; readonly name?: string }): void {
  clearPoolFilter();
  pool.like = { id: loop._id, name: loop.name ?? 'Untitled' };
  showPoolPlace('library');
}

/** Takes every filter away. */
export function clearPoolFilter(): void {
  Object.assign(pool, NO_FILTER, { categories: [] });
}
