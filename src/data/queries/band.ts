/** The house band of a room: what it does there, and what its owner has it do. Keys begin as those of `jams.ts`. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../client.ts';
import type { Band, InviteBandBody } from '../contract/band.ts';
import { BAND_CALLS } from '../contract/calls.ts';
import { refreshJams } from './jams.ts';

const bandKey = (jamId: string) => ['jams', jamId, 'band'] as const;

/** What the band does in a room. Renewed with everything else of the room, when something happens there. */
export function bandQuery(jamId: string) {
  return queryOptions({
    queryKey: bandKey(jamId),
    queryFn: async ({ signal }) =>
      (await call(BAND_CALLS.band, { params: { id: jamId } }, signal)).band,
    staleTime: 30_000,
  });
}

/** What the owner of a room says to the band. Each fails with the ApiError of its call. */
export function useBandChanges(jamId: string) {
  const queries = useQueryClient();
  const params = { id: jamId };
  const shared = {
    // Without a network it fails at once and says so.
    networkMode: 'always',
    onSuccess: async ({ band }: { band: Band }) => {
      // It may have answered by now: what is asked next is newer.
      queries.setQueryData(bandKey(jamId), band);
      await refreshJams(queries);
    },
  } as const;
  /** Invites it, wakes it or lets it rest, or changes how often it answers. */
  const invite = useMutation({
    ...shared,
    mutationFn: (body: InviteBandBody) => call(BAND_CALLS.inviteBand, { params, body }),
  });
  const dismiss = useMutation({
    ...shared,
    mutationFn: () => call(BAND_CALLS.dismissBand, { params }),
  });
  return { invite, dismiss };
}
