import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { LIBRARY_CALLS } from '../contract/calls.ts';
import type { LibraryCategory } from '../contract/categories.ts';
import { LIBRARY_LOOPS_MAX } from '../contract/constants.ts';

/** Loops of one category, newest first: what a slot can be swapped for. The first hundred. */
export function categoryLoopsQuery(category: LibraryCategory) {
  return queryOptions({
    queryKey: ['library', 'category', category],
    queryFn: async ({ signal }) => {
      const answer = await call(
        LIBRARY_CALLS.libraryLoops,
        { query: { limit: LIBRARY_LOOPS_MAX, category: [category] } },
        signal,
      );
      return answer.loops;
    },
    staleTime: 300_000,
  });
}
