import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { JAM_CALLS } from '../contract/calls.ts';
import type { Rifff } from '../contract/rifff.ts';

/** What a rifff came from and what came from it. */
export function lineageQuery(jamId: string, rifffId: string) {
  return queryOptions({
    queryKey: ['rifff', 'lineage', jamId, rifffId],
    queryFn: ({ signal }) =>
      call(JAM_CALLS.rifffLineage, { params: { id: jamId, rifffId } }, signal),
    staleTime: 30_000,
  });
}

/** Several rifffs with their loops, by id; those that cannot be read are missing. At most 100. */
export function rifffsQuery(keys: readonly { jamId: string; rifffId: string }[]) {
  return queryOptions({
    queryKey: ['rifff', 'several', keys.map(({ jamId, rifffId }) => `${jamId}/${rifffId}`)],
    queryFn: async ({ signal }) => {
      const { rifffs } = await call(
        JAM_CALLS.rifffsQuery,
        { body: { rifffs: keys.map(({ jamId, rifffId }) => ({ jamId, rifffId })) } },
        signal,
      );
      return new Map<string, Rifff>(rifffs.map((rifff) => [rifff._id, rifff]));
    },
    enabled: keys.length > 0,
    // Rifffs never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
