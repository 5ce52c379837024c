import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import type { Profile } from '../contract/accounts.ts';
import { ACCOUNT_CALLS } from '../contract/calls.ts';

/** A profile. The query fails with 404 for a name that nobody has. */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profile', 'one', userId.toLowerCase()],
    queryFn: ({ signal }) => call(ACCOUNT_CALLS.profile, { params: { id: userId } }, signal),
    staleTime: 30_000,
  });
}

/** What an account may be called; loops of old data name people in other ways. */
const USER_ID = /^[A-Za-z0-9_-]{3,16}$/;

/** Profiles by account; names that nobody has are missing. At most 100. */
export function profilesQuery(userIds: readonly string[]) {
  const wanted = [...new Set(userIds)]
    .filter((id) => USER_ID.test(id))
    .sort()
    .slice(0, 100);
  return queryOptions({
    queryKey: ['profile', 'several', wanted],
    queryFn: async ({ signal }) => {
      const { profiles } = await call(
        ACCOUNT_CALLS.profiles,
        { body: { userIds: wanted } },
        signal,
      );
      return new Map<string, Profile>(profiles.map((profile) => [profile.user_id, profile]));
    },
    enabled: wanted.length > 0,
    staleTime: 300_000,
  });
}

/** Who may use what the account makes from now on. @param reader id of the signed-in account */
export function accessRightsQuery(reader: string) {
  return queryOptions({
    queryKey: ['accessRights', reader],
    queryFn: ({ signal }) => call(ACCOUNT_CALLS.accessRights, {}, signal),
    enabled: reader !== '',
    staleTime: 30_000,
  });
}
