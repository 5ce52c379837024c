/** Finding people, rifffs, jams and loops. */

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { SEARCH_CALLS } from '../contract/calls.ts';
import type { SearchFound, SearchKind } from '../contract/search.ts';
import { nextSkip } from '../rules/pages.ts';
import { isAsked, type SearchAsked, searchParams } from '../rules/search/address.ts';

const PAGE = 20;
const FRESH_MS = 30_000;

/** As the call takes it; which kind is on show is another matter. */
function queryOf(asked: SearchAsked): Record<string, string> {
  const { kind: _, ...query } = searchParams(asked);
  return query;
}

/** How much there is of each kind. Nothing is asked where nothing is looked for. */
export function searchCountsQuery(asked: SearchAsked) {
  const query = queryOf(asked);
  return queryOptions({
    queryKey: ['search', 'counts', query],
    queryFn: ({ signal }) => call(SEARCH_CALLS.search, { query: { ...query, limit: 1 } }, signal),
    enabled: isAsked(asked),
    staleTime: FRESH_MS,
  });
}

/** One page of a kind; there may be none of it. */
async function page<K extends SearchKind>(
  kind: K,
  query: Record<string, string>,
  skip: number,
  signal: AbortSignal,
): Promise<NonNullable<SearchFound[K]>> {
  const asked = { ...query, kind, skip, limit: PAGE };
  const found = await call(SEARCH_CALLS.search, { query: asked }, signal);
  return found[kind] ?? { results: [], total: 0, isMore: false };
}

/** People, jams or loops that were found, page by page. */
export function foundQuery<K extends Exclude<SearchKind, 'rifffs'>>(kind: K, asked: SearchAsked) {
  const query = queryOf(asked);
  return infiniteQueryOptions({
    queryKey: ['search', kind, query],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => page(kind, query, pageParam, signal),
    getNextPageParam: (_, pages) =>
      nextSkip<NonNullable<SearchFound[K]>>(pages, ({ results }) => results),
    staleTime: FRESH_MS,
  });
}

/**
 * Loops that sound most like one, the nearest first, page by page, each page with that one. Fails with `not_found` where the
 * reader finds no such loop, or how it sounds was not measured.
 */
export function alikeFoundQuery(asked: SearchAsked) {
  const query = queryOf(asked);
  return infiniteQueryOptions({
    queryKey: ['search', 'alike', query],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...query, kind: 'loops', skip: pageParam, limit: PAGE };
      const { loops, like } = await call(SEARCH_CALLS.search, { query: page }, signal);
      return { results: loops?.results ?? [], total: loops?.total ?? 0, like };
    },
    getNextPageParam: (_, pages) => nextSkip(pages, ({ results }) => results),
    staleTime: FRESH_MS,
  });
}

/** Rifffs that were found, as lists of shares have them: a like finds them here too. */
export function foundRifffsQuery(asked: SearchAsked) {
  const query = queryOf(asked);
  return infiniteQueryOptions({
    queryKey: ['shares', 'search', query],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const { results, total } = await page('rifffs', query, pageParam, signal);
      return { rifffs: results, total, isLastPage: results.length < PAGE };
    },
    getNextPageParam: (_, pages) => nextSkip(pages, ({ rifffs }) => rifffs),
    staleTime: FRESH_MS,
  });
}
