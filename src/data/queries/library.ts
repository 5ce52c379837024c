import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { LIBRARY_CALLS } from '../contract/calls.ts';
import type { LibraryCategory } from '../contract/categories.ts';
import { LIBRARY_LOOPS_MAX, LIBRARY_LOOPS_PAGE } from '../contract/constants.ts';
import type { Loop } from '../contract/loop.ts';

/** What the loop pool shows. Empty fields do not filter. */
interface LoopFilter {
  categories: readonly LibraryCategory[];
  creatorId: string;
  pack: string;
  search: string;
  /** Newest or oldest first; newest when left out. */
  order?: 'desc' | 'asc';
}

/** Loops of the pool, page by page. */
export function libraryLoopsQuery(filter: LoopFilter) {
  return infiniteQueryOptions({
    queryKey: ['library', 'loops', filter],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        LIBRARY_CALLS.libraryLoops,
        {
          query: {
            limit: LIBRARY_LOOPS_PAGE,
            skip: pageParam,
            category: filter.categories,
            creatorId: filter.creatorId || undefined,
            pack: filter.pack || undefined,
            search: filter.search || undefined,
            order: filter.order,
          },
        },
        signal,
      ),
    getNextPageParam: (last, pages) => {
      const seen = pages.reduce((sum, page) => sum + page.loops.length, 0);
      return last.loops.length > 0 && seen < last.total ? seen : undefined;
    },
    staleTime: 60_000,
  });
}

/** As many loops as one call answers. */
async function manyLoops(
  filter: { readonly pack?: string | undefined; readonly category?: LibraryCategory[] },
  signal: AbortSignal,
): Promise<Loop[]> {
  const query = { limit: LIBRARY_LOOPS_MAX, ...filter };
  return (await call(LIBRARY_CALLS.libraryLoops, { query }, signal)).loops;
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

/** One loop at random from the library. */
export async function fetchRandomLoop(category?: LibraryCategory, pack?: string): Promise<Loop> {
  const answer = await call(LIBRARY_CALLS.libraryRandomLoop, { query: { category, pack } });
  return answer.loop;
}

/** Loops of one category, newest first: what a slot can be swapped for. The first hundred. */
export function categoryLoopsQuery(category: LibraryCategory) {
  return queryOptions({
    queryKey: ['library', 'category', category],
    queryFn: ({ signal }) => manyLoops({ category: [category] }, signal),
    staleTime: 300_000,
  });
}
