/** What moderators see and do. */

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { SHARING_CALLS } from '../contract/calls.ts';

const MODERATION = 'moderation';

/** Open reports, oldest first. */
export const reportsQuery = queryOptions({
  queryKey: [MODERATION, 'reports'],
  queryFn: async ({ signal }) => (await call(SHARING_CALLS.reports, {}, signal)).reports,
});

/** What moderators did, newest first. */
export const auditQuery = queryOptions({
  queryKey: [MODERATION, 'audit'],
  queryFn: async ({ signal }) => (await call(SHARING_CALLS.audit, {}, signal)).entries,
});

export type ModerationAction = 'remove' | 'restore' | 'dismiss';

/** Acts on a share, with the reason that the audit trail keeps. @throws ApiError of the call */
export async function moderate(
  queries: QueryClient,
  action: ModerationAction,
  shareId: string,
  reason: string,
): Promise<void> {
  const input = { params: { id: shareId }, body: { reason } };
  if (action === 'remove') {
    const path = '/moderation/shares/:id/remove';
    await call({ name: 'removeShare', method: 'POST', path }, input);
  } else if (action === 'restore') {
    const path = '/moderation/shares/:id/restore';
    await call({ name: 'restoreShare', method: 'POST', path }, input);
  } else {
    const path = '/moderation/shares/:id/dismiss';
    await call({ name: 'dismissReports', method: 'POST', path }, input);
  }
  void queries.invalidateQueries({ queryKey: [MODERATION] });
  void queries.invalidateQueries({ queryKey: ['shares'] });
}
