import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { SITE_CALLS } from '../contract/calls.ts';
import { ApiError } from '../contract/errors.ts';
import { inBase } from '../rules/site/base.ts';
import { parseNotices } from '../rules/site/notices.ts';
import { FOR_ALL } from './accountCache.ts';

/** What the operator of this server decided. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  meta: FOR_ALL,
  queryFn: ({ signal }) => call(SITE_CALLS.site, {}, signal),
  staleTime: 300_000,
});

/** Desktop apps that this server offers. */
export const latestDesktopQuery = queryOptions({
  queryKey: ['builds', 'latest'],
  meta: FOR_ALL,
  queryFn: async ({ signal }) => (await call(SITE_CALLS.latestDesktop, {}, signal)).builds,
  staleTime: 300_000,
});

/** Everything that the product is made with; a long text, so only asked for by the page that shows it. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  meta: FOR_ALL,
  queryFn: async ({ signal }) => {
    const answer = await fetch(inBase('/THIRD_PARTY_NOTICES.txt'), { signal });
    if (!answer.ok) {
      throw new ApiError('unavailable', 'The notices could not be fetched', null, answer.status);
    }
    return parseNotices(await answer.text());
  },
  staleTime: Number.POSITIVE_INFINITY,
});
