/** What moderators see and do. */

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../client.ts';
import { MODERATION_CALLS } from '../contract/calls.ts';

const MODERATION = 'moderation';

/** Open reports, oldest first. */
export const reportsQuery = queryOptions({
  queryKey: [MODERATION, 'reports'],
  queryFn: async ({ signal }) => (await call(MODERATION_CALLS.reports, {}, signal)).reports,
});

/** What moderators did, newest first. */
export const auditQuery = queryOptions({
  queryKey: [MODERATION, 'audit'],
  queryFn: async ({ signal }) => (await call(MODERATION_CALLS.audit, {}, signal)).entries,
});

export type ModerationAction = 'remove' | 'restore' | 'dismiss';

/** What a moderator decides about a share, with the reason that the audit trail keeps. */
export interface Decision {
  action: ModerationAction;
  reason: string;
}

/** Acts on a share. Fails with the ApiError of the call; without a network at once. */
export function useModerate(shareId: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ action, reason }: Decision) => {
      const input = { params: { id: shareId }, body: { reason } };
      if (action === 'remove') return call(MODERATION_CALLS.removeShare, input);
      if (action === 'restore') return call(MODERATION_CALLS.restoreShare, input);
      return call(MODERATION_CALLS.dismissReports, input);
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [MODERATION] });
      void queries.invalidateQueries({ queryKey: ['shares'] });
    },
  });
}
