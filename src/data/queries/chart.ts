/** The charts of weeks, their winners, and what a moderator decides about those. */

import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../client.ts';
import { CHART_CALLS } from '../contract/calls.ts';
import { CHART_PAGE, WINNERS_PAGE } from '../contract/constants.ts';
import { AT_ONCE, FRESH_MS, SHARES } from './feed.ts';

const countOf = (pages: readonly { rifffs: readonly unknown[] }[]) =>
  pages.reduce((sum, page) => sum + page.rifffs.length, 0);

/**
 * The chart of a week, page by page; each rifff has its `chart`. A like or comment changes the shares of it at once,
 * their points with the next time that it is asked for.
 *
 * @param previousWeeks 0 for the week that runs
 */
export function chartQuery(previousWeeks: number, limit = CHART_PAGE) {
  return infiniteQueryOptions({
    queryKey: [SHARES, 'chart', previousWeeks, limit],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = { previousWeeks, limit, skip: pageParam };
      const chart = await call(CHART_CALLS.chart, { query }, signal);
      return { ...chart, isLastPage: chart.meta.isLastPage };
    },
    getNextPageParam: (last, pages) => (last.isLastPage ? undefined : countOf(pages)),
    staleTime: FRESH_MS,
  });
}

/** Rifffs of the week, the latest week first; each has its `wonWeek`. The first is the present one. */
export function winnersQuery(size = WINNERS_PAGE) {
  return infiniteQueryOptions({
    queryKey: [SHARES, 'winners', size],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = { size, from: pageParam };
      const rifffs = await call(CHART_CALLS.rifffsOfTheWeek, { query }, signal);
      return { rifffs, isLastPage: rifffs.length < size };
    },
    getNextPageParam: (last, pages) => (last.isLastPage ? undefined : countOf(pages)),
    staleTime: FRESH_MS,
  });
}

/**
 * Chooses the rifff of a week that is over, or none (`shareId` null), with a reason that everyone reads beside it. For
 * moderators. Fails with the ApiError of the call.
 *
 * @param start when the week began, in milliseconds since the epoch
 */
export function useChooseWinner(start: number) {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: (body: { shareId: string | null; reason: string }) =>
      call(CHART_CALLS.chooseWinner, { params: { start: String(start) }, body }),
    onSuccess: () => {
      for (const shown of [SHARES, 'moderation']) {
        void queries.invalidateQueries({ queryKey: [shown] });
      }
    },
  });
}
