import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { LIBRARY_CALLS } from '../contract/calls.ts';
import type { LibraryCategory } from '../contract/categories.ts';
import { LIBRARY_LOOPS_MAX, LIBRARY_LOOPS_PAGE } from '../contract/constants.ts';
import { ApiError } from '../contract/errors.ts';
import type { Loop } from '../contract/loop.ts';
import { type KeptFilter, keptLoops } from '../rules/offline/keptLoops.ts';
import { nextSkip } from '../rules/pages.ts';
import { keptLibrary } from '../worker.ts';

/** What the loop pool shows. Empty fields do not filter. */
export interface LoopFilter {
  categories: readonly LibraryCategory[];
  creatorId: string;
  pack: string;
  search: string;
  /** Newest or oldest first; newest when left out. */
  order?: 'desc' | 'asc';
}

/** Where a server that was not reached is asked again while what is kept stands in for it. */
const KEPT_AGAIN_MS = 15_000;

/**
 * What the library answers; where no server is reached, what of it this device can let be heard.
 * @throws ApiError as the server answered, or with status 0 where nothing is kept
 */
async function orKept<T>(
  asked: Promise<T>,
  kept: (loops: Loop[]) => T,
  filter: KeptFilter,
): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 0)) throw error;
    const loops = (await keptLibrary())?.loops ?? [];
    if (loops.length === 0) throw error;
    return kept(keptLoops(loops, filter));
  }
}

/** A page of the pool. */
export interface LoopPage {
  readonly loops: readonly Loop[];
  readonly total: number;
  /** They are what this device keeps: the library was not reached. */
  readonly isKept?: true;
}

/** Loops of the pool, page by page. */
export function libraryLoopsQuery(filter: LoopFilter) {
  return infiniteQueryOptions({
    queryKey: ['library', 'loops', filter],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }): Promise<LoopPage> => {
      const query = {
        limit: LIBRARY_LOOPS_PAGE,
        skip: pageParam,
        category: filter.categories,
        creatorId: filter.creatorId || undefined,
        pack: filter.pack || undefined,
        search: filter.search || undefined,
        order: filter.order,
      };
      const asked: Promise<LoopPage> = call(LIBRARY_CALLS.libraryLoops, { query }, signal);
      const all = (loops: Loop[]): LoopPage => ({ loops, total: loops.length, isKept: true });
      // One page is kept; a longer list that is here already stays.
      return pageParam === 0 ? orKept(asked, all, filter) : asked;
    },
    refetchInterval: ({ state }) => (state.data?.pages[0]?.isKept ? KEPT_AGAIN_MS : false),
    getNextPageParam: (_, pages) => nextSkip(pages, ({ loops }) => loops),
    staleTime: 60_000,
  });
}

/** As many loops as one call answers. */
async function manyLoops(
  filter: { readonly pack?: string | undefined; readonly category?: LibraryCategory[] },
  signal: AbortSignal,
): Promise<Loop[]> {
  const query = { limit: LIBRARY_LOOPS_MAX, ...filter };
  const asked = call(LIBRARY_CALLS.libraryLoops, { query }, signal).then(({ loops }) => loops);
  return orKept(asked, (loops) => loops, { pack: filter.pack, categories: filter.category });
}

/** Every loop of a pack, for choices that must fit together. */
export function packLoopsQuery(pack: string) {
  return queryOptions({
    queryKey: ['library', 'pack', pack],
    queryFn: ({ signal }) => manyLoops({ pack: pack || undefined }, signal),
    staleTime: 300_000,
  });
}

export const libraryPacksQuery = queryOptions({
  queryKey: ['library', 'packs'],
  queryFn: async ({ signal }) => (await call(LIBRARY_CALLS.libraryPacks, {}, signal)).packs,
  staleTime: 300_000,
});

export const libraryCreatorsQuery = queryOptions({
  queryKey: ['library', 'creators'],
  queryFn: async ({ signal }) => (await call(LIBRARY_CALLS.libraryCreators, {}, signal)).creators,
  staleTime: 300_000,
});

/** The rifffs that come with the house, hero first. */
export const libraryRifffsQuery = queryOptions({
  queryKey: ['library', 'rifffs'],
  queryFn: async ({ signal }) => (await call(LIBRARY_CALLS.libraryRifffs, {}, signal)).rifffs,
  staleTime: 300_000,
});

/** One loop at random from the library. @throws ApiError also where no loop of that kind is kept */
export async function fetchRandomLoop(category?: LibraryCategory, pack?: string): Promise<Loop> {
  const query = { category, pack };
  const asked = call(LIBRARY_CALLS.libraryRandomLoop, { query }).then(({ loop }) => [loop]);
  const filter = { pack, categories: category && [category] };
  const loops = await orKept(asked, (kept) => kept, filter);
  const loop = loops[Math.floor(Math.random() * loops.length)];
  if (!loop) throw new ApiError('not_found', 'No such loop is on this device');
  return loop;
}

/** Loops of one category, newest first: what a slot can be swapped for. The first hundred. */
export function categoryLoopsQuery(category: LibraryCategory) {
  return queryOptions({
    queryKey: ['library', 'category', category],
    queryFn: ({ signal }) => manyLoops({ category: [category] }, signal),
    staleTime: 300_000,
  });
}
