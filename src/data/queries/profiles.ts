import { queryOptions } from '@tanstack/react-query';
import { call, lookUp } from '../client.ts';
import { isImportedId, USER_ID_PATTERN } from '../contract/accountOptions.ts';
import type { Profile } from '../contract/accounts.ts';
import { ACCOUNT_CALLS } from '../contract/calls.ts';
import { ApiError } from '../contract/errors.ts';

/** Key of a profile. */
export const profileKey = (userId: string) => ['profile', 'one', userId.toLowerCase()] as const;

/** A profile was asked for, and no answer came. */
export class ProfileError extends ApiError {
  constructor(cause: ApiError) {
    super('unavailable', 'The profile could not be looked up', cause, 0);
    this.name = 'ProfileError';
  }
}

/** A profile. The query fails with 404 for an unknown name, and as `ProfileError` without an answer. */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: profileKey(userId),
    queryFn: ({ signal }) =>
      lookUp(call(ACCOUNT_CALLS.profile, { params: { id: userId } }, signal), ProfileError),
    staleTime: 30_000,
  });
}

/** Profiles that one call asks for at most. */
const MAX_PROFILES = 100;

/** Profiles by account; unknown names are missing. At most 100; as `ProfileError` without an answer. */
export function profilesQuery(userIds: readonly string[]) {
  // Loops of old data name people in other ways.
  const wanted = [...new Set(userIds)]
    .filter((id) => USER_ID_PATTERN.test(id) || isImportedId(id))
    .sort()
    .slice(0, MAX_PROFILES);
  return queryOptions({
    queryKey: ['profile', 'several', wanted],
    queryFn: async ({ signal }) => {
      const asked = call(ACCOUNT_CALLS.profiles, { body: { userIds: wanted } }, signal);
      const { profiles } = await lookUp(asked, ProfileError);
      return new Map<string, Profile>(profiles.map((profile) => [profile.user_id, profile]));
    },
    enabled: wanted.length > 0,
    staleTime: 300_000,
  });
}
