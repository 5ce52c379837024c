/** Who follows whom, and what a person played in. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../client.ts';
import type { Profile } from '../contract/accounts.ts';
import { PEOPLE_CALLS } from '../contract/calls.ts';
import type { FollowState, Person } from '../contract/people.ts';
import { profileKey } from './profiles.ts';

const PEOPLE = 'people';

interface PeoplePage {
  readonly people: readonly Person[];
  /** How many there are in all. */
  readonly total: number;
  readonly next: string | null;
}

const listKey = (side: 'following' | 'followers', userId: string) =>
  [PEOPLE, side, userId.toLowerCase()] as const;

/** Whom an account follows, the latest first. */
export function followingQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: listKey('following', userId),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<PeoplePage> => {
      const input = { params: { id: userId }, query: { after: pageParam } };
      const { following, ...page } = await call(PEOPLE_CALLS.following, input, signal);
      return { people: following, ...page };
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 30_000,
  });
}

/** Who follows an account, the latest first. */
export function followersQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: listKey('followers', userId),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<PeoplePage> => {
      const input = { params: { id: userId }, query: { after: pageParam } };
      const { followers, ...page } = await call(PEOPLE_CALLS.followers, input, signal);
      return { people: followers, ...page };
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 30_000,
  });
}

/** Jams in which a person made rifffs, as far as the reader may read them, the latest first. */
export function performancesQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [PEOPLE, 'performances', userId.toLowerCase()],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        PEOPLE_CALLS.performances,
        { params: { id: userId }, query: { after: pageParam } },
        signal,
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 30_000,
  });
}

/** Shows everywhere on this page whether the reader follows a person; `followers` makes their new number. */
function showState(
  queries: QueryClient,
  userId: string,
  isFollowed: boolean,
  followers: (before: number) => number,
): void {
  queries.setQueriesData<Profile>(
    { queryKey: profileKey(userId) },
    (profile) =>
      profile && { ...profile, isFollowed, followers: Math.max(0, followers(profile.followers)) },
  );
  const isThem = ({ user_id }: Person) => user_id.toLowerCase() === userId.toLowerCase();
  for (const side of ['following', 'followers'] as const) {
    queries.setQueriesData<InfiniteData<PeoplePage>>(
      { queryKey: [PEOPLE, side] },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            people: page.people.map((one) => (isThem(one) ? { ...one, isFollowed } : one)),
          })),
        },
    );
  }
}

/**
 * Follows a person (true), or follows them no more: shown at once, and taken back when the server refuses it. The last
 * of quick presses counts.
 * @param onRefused told of the ApiError of the call
 */
export function followMutation(
  queries: QueryClient,
  userId: string,
  onRefused: (error: Error) => void,
) {
  const mutationKey = ['follow', userId.toLowerCase()];
  const isNewest = () => queries.isMutating({ mutationKey }) === 1;
  return mutationOptions({
    networkMode: 'always',
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (isFollowed: boolean): Promise<FollowState> =>
      isFollowed
        ? call(PEOPLE_CALLS.follow, { body: { userId } })
        : call(PEOPLE_CALLS.unfollow, { params: { id: userId } }),
    onMutate: async (isFollowed) => {
      // A profile that is on its way would show what was before; one that is not there yet goes on loading.
      await queries.cancelQueries({
        queryKey: profileKey(userId),
        predicate: ({ state }) => state.data !== undefined,
      });
      showState(queries, userId, isFollowed, (before) => before + (isFollowed ? 1 : -1));
    },
    onSuccess: (answer) => {
      if (!isNewest()) return;
      showState(queries, userId, answer.isFollowed, () => answer.followers);
      // Whom one follows decides what other lists hold.
      void queries.invalidateQueries({ queryKey: [PEOPLE] });
      void queries.invalidateQueries({ queryKey: ['profile', 'several'] });
    },
    onError: (error, isFollowed) => {
      if (isNewest()) {
        showState(queries, userId, !isFollowed, (before) => before + (isFollowed ? -1 : 1));
      }
      onRefused(error);
    },
  });
}

/** Follows a person or not, as `followMutation` says: `mutate(isFollowed)`. */
export function useFollow(userId: string, onRefused: (error: Error) => void) {
  return useMutation(followMutation(useQueryClient(), userId, onRefused));
}

/** Tells the moderators about a profile. Rejects with the ApiError of the call. */
export async function reportProfile(userId: string, reason: string): Promise<void> {
  await call(PEOPLE_CALLS.reportProfile, { params: { id: userId }, body: { reason } });
}
