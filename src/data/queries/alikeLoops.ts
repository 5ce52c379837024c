/** Loops that sound like one; apart from the library's other queries, which pages without a pool begin with. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { LIBRARY_CALLS } from '../contract/calls.ts';
import { LIBRARY_LOOPS_PAGE } from '../contract/constants.ts';
import { nextSkip } from '../rules/pages.ts';
import type { LoopFilter, LoopPage } from './library.ts';

/**
 * Loops of the pool, page by page, those first that sound most like one of the library. Asked of the server alone: what
 * this device keeps cannot be compared.
 */
export function alikeLoopsQuery(like: string, { categories, creatorId, pack, search }: LoopFilter) {
  return infiniteQueryOptions({
    queryKey: ['library', 'like', like, { categories, creatorId, pack, search }],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }): Promise<LoopPage> => {
      const query = {
        limit: LIBRARY_LOOPS_PAGE,
        skip: pageParam,
        category: categories,
        creatorId: creatorId || undefined,
        pack: pack || undefined,
        search: search || undefined,
        like,
      };
      return call(LIBRARY_CALLS.libraryLoops, { query }, signal);
    },
    getNextPageParam: (_, pages) => nextSkip(pages, ({ loops }) => loops),
    staleTime: 60_000,
  });
}
