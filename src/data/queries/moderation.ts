/** What moderators see and do, and what a suspended person writes to them. */

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../client.ts';
import { NOTICE_CALLS } from '../contract/calls.ts';
import type { ProfilePart, Reported } from '../contract/moderation.ts';
import { MODERATION_CALLS } from '../contract/moderationCalls.ts';

const MODERATION = 'moderation';

/** Open reports, oldest first. */
export const reportsQuery = queryOptions({
  queryKey: [MODERATION, 'reports'],
  queryFn: async ({ signal }) => (await call(MODERATION_CALLS.reports, {}, signal)).reports,
});

/** Open reports of messages and rifffs in jams, oldest first. */
export const jamReportsQuery = queryOptions({
  queryKey: [MODERATION, 'jam-reports'],
  queryFn: async ({ signal }) => (await call(MODERATION_CALLS.jamReports, {}, signal)).reports,
});

/** Open reports of profiles, oldest first. */
export const profileReportsQuery = queryOptions({
  queryKey: [MODERATION, 'profile-reports'],
  queryFn: async ({ signal }) => (await call(MODERATION_CALLS.profileReports, {}, signal)).reports,
});

/** What moderators did, newest first. */
export const auditQuery = queryOptions({
  queryKey: [MODERATION, 'audit'],
  queryFn: async ({ signal }) => (await call(MODERATION_CALLS.audit, {}, signal)).entries,
});

/** Open appeals, oldest first. */
export const appealsQuery = queryOptions({
  queryKey: [MODERATION, 'appeals'],
  queryFn: async ({ signal }) => (await call(MODERATION_CALLS.appeals, {}, signal)).appeals,
});

/** Suspended accounts, newest first. */
export const suspensionsQuery = queryOptions({
  queryKey: [MODERATION, 'suspensions'],
  queryFn: async ({ signal }) => (await call(MODERATION_CALLS.suspensions, {}, signal)).people,
});

/** Makes a call of a moderator; what shows its outcome is asked for again. */
function useDeed<Task>(make: (task: Task) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: make,
    onSuccess: () => {
      for (const shown of [MODERATION, 'shares', 'comments', 'profile', 'looks']) {
        void queries.invalidateQueries({ queryKey: [shown] });
      }
    },
  });
}

/** Removes what was reported in a jam, or leaves it. Fails with the ApiError of the call; without a network at once. */
export function useJudge({ jamId, kind, ref }: Reported) {
  return useDeed(({ isRemoved, reason }: { isRemoved: boolean; reason: string }) => {
    const target = isRemoved ? MODERATION_CALLS.removeReported : MODERATION_CALLS.dismissReported;
    return call(target, { params: { jamId, kind, ref }, body: { reason } });
  });
}

export type ModerationAction = 'remove' | 'restore' | 'dismiss';

/** What a moderator decides about a share, with the reason that the audit trail keeps. */
export interface Decision {
  action: ModerationAction;
  reason: string;
}

/** Acts on a share. Fails with the ApiError of the call; without a network at once. */
export function useModerate(shareId: string) {
  return useDeed(({ action, reason }: Decision) => {
    const input = { params: { id: shareId }, body: { reason } };
    if (action === 'remove') return call(MODERATION_CALLS.removeShare, input);
    if (action === 'restore') return call(MODERATION_CALLS.restoreShare, input);
    return call(MODERATION_CALLS.dismissReports, input);
  });
}

/** What a moderator does to a person; `until` in milliseconds since the epoch, null until it is lifted. */
export type PersonDeed =
  | { action: 'remove'; reason: string; parts: ProfilePart[] }
  | { action: 'suspend'; reason: string; until: number | null }
  | { action: 'lift'; reason: string }
  | { action: 'dismiss'; reason: string };

/** Acts on a person. Fails as `useModerate`. */
export function useModeratePerson(userId: string) {
  return useDeed((deed: PersonDeed) => {
    const params = { userId };
    const { reason } = deed;
    if (deed.action === 'suspend') {
      return call(MODERATION_CALLS.suspend, { params, body: { reason, until: deed.until } });
    }
    if (deed.action === 'lift') {
      return call(MODERATION_CALLS.liftSuspension, { params, body: { reason } });
    }
    if (deed.action === 'dismiss') {
      return call(MODERATION_CALLS.dismissProfile, { params, body: { reason } });
    }
    const body = { reason, parts: deed.parts };
    return call(MODERATION_CALLS.removeProfileParts, { params, body });
  });
}

/** Accepts or refuses an appeal. Fails as `useModerate`. */
export function useDecideAppeal(id: string) {
  return useDeed(({ action, reason }: { action: 'accept' | 'refuse'; reason: string }) => {
    const input = { params: { id }, body: { reason } };
    if (action === 'accept') return call(MODERATION_CALLS.acceptAppeal, input);
    return call(MODERATION_CALLS.refuseAppeal, input);
  });
}

/** Why the signed-in account is suspended, if it is, and what became of its appeals. */
export const ownSuspensionQuery = queryOptions({
  queryKey: ['account', 'suspension'],
  queryFn: ({ signal }) => call(MODERATION_CALLS.ownSuspension, {}, signal),
});

/** Appeals against the suspension of the signed-in account: at most 2,000 characters. */
export async function sendAppeal(text: string): Promise<void> {
  await call(MODERATION_CALLS.appeal, { body: { text } });
}

/** How soon the first rifffs of accounts are answered, for the operator. */
export const answerFiguresQuery = queryOptions({
  queryKey: ['moderation', 'answers'],
  queryFn: ({ signal }) => call(NOTICE_CALLS.answerFigures, {}, signal),
});
