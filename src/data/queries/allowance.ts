/** What an account occupies, and invitations. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../client.ts';
import type { Invitation, InvitationBody } from '../contract/allowance.ts';
import { ALLOWANCE_CALLS } from '../contract/calls.ts';

/** What the account occupies and may occupy. */
export const storageQuery = queryOptions({
  queryKey: ['account', 'storage'],
  queryFn: ({ signal }) => call(ALLOWANCE_CALLS.storage, {}, signal),
});

/** Invitations, newest first, for moderators. */
export const invitationsQuery = queryOptions({
  queryKey: ['moderation', 'invitations'],
  queryFn: async ({ signal }) => (await call(ALLOWANCE_CALLS.invitations, {}, signal)).invitations,
});

/**
 * Makes an invitation, and ends one by its code. Both fail with the ApiError of the call; without a network at once.
 */
export function useInvitationChanges() {
  const queries = useQueryClient();
  const renew = () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey });
  const make = useMutation({
    networkMode: 'always',
    mutationFn: (body: InvitationBody): Promise<Invitation> =>
      call(ALLOWANCE_CALLS.makeInvitation, { body }),
    onSuccess: renew,
  });
  const end = useMutation({
    networkMode: 'always',
    mutationFn: (code: string) => call(ALLOWANCE_CALLS.endInvitation, { params: { code } }),
    onSuccess: renew,
  });
  return { make, end };
}
