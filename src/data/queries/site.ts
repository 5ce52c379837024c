import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { SITE_CALLS } from '../contract/calls.ts';

/** What the operator of this server decided. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(SITE_CALLS.site, {}, signal),
  staleTime: 300_000,
});

/** Desktop apps that this server offers. */
export const latestDesktopQuery = queryOptions({
  queryKey: ['builds', 'latest'],
  queryFn: async ({ signal }) => (await call(SITE_CALLS.latestDesktop, {}, signal)).builds,
  staleTime: 300_000,
});
