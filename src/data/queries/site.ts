import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

/** What the operator of this server decided. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call({ name: 'site', method: 'GET', path: '/site' }, {}, signal),
  staleTime: 300_000,
});

/** Desktop apps that this server offers. */
export const latestDesktopQuery = queryOptions({
  queryKey: ['builds', 'latest'],
  queryFn: async ({ signal }) => {
    const target = {
      name: 'latestDesktop',
      method: 'GET',
      path: '/api/v1/builds/latest/desktop',
    } as const;
    return (await call(target, {}, signal)).builds;
  },
  staleTime: 300_000,
});
