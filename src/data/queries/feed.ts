/** Shared rifffs: the feed, one share, likes, hiding, reports and sharing itself. */

import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../client.ts';
import { SHARING_CALLS } from '../contract/calls.ts';
import { FEED_MAX, FEED_PAGE, SHARED_BY_PAGE } from '../contract/constants.ts';
import { ApiError } from '../contract/errors.ts';
import type { SharedRifff, ShareSource } from '../contract/sharing.ts';
import {
  changeShare,
  FIRST_PAGE,
  nextFeedPage,
  type ShareData,
  withLike,
} from '../rules/sharing/shares.ts';

type FeedSort = 'latest' | 'likes';

/** What a list of shares holds. */
interface FeedFilter {
  sort: FeedSort;
  /** Only what the reader liked. */
  isLiked?: boolean;
  /** Only what people shared whom the reader follows. */
  isFollowing?: boolean;
  source?: ShareSource;
}

/** Every key below begins with it, so that a like finds its share wherever it stands. */
export const SHARES = 'shares';
export const FRESH_MS = 30_000;

/**
 * The public feed, page by page: the latest by the time of the last share so far, which neither costs more nor
 * shows anything twice the further down; the most liked by their number.
 */
export function feedQuery(filter: FeedFilter, limit = FEED_PAGE) {
  const { sort, isLiked, isFollowing, source } = filter;
  const shown = { sort, source, liked: isLiked || undefined, following: isFollowing || undefined };
  return infiniteQueryOptions({
    queryKey: [SHARES, 'feed', shown, limit],
    initialPageParam: FIRST_PAGE,
    queryFn: ({ pageParam, signal }) =>
      call(SHARING_CALLS.feed, { query: { ...shown, ...pageParam, limit } }, signal),
    getNextPageParam: (_, pages) => nextFeedPage(sort, pages),
    staleTime: FRESH_MS,
  });
}

/** What one account shared, newest first, page by page. */
export function sharedByQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [SHARES, 'by', userId],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const rifffs = await call(
        SHARING_CALLS.sharedBy,
        { params: { userId }, query: { size: SHARED_BY_PAGE, from: pageParam } },
        signal,
      );
      return { rifffs, isLastPage: rifffs.length < SHARED_BY_PAGE };
    },
    getNextPageParam: (last, pages) =>
      last.isLastPage ? undefined : pages.reduce((sum, page) => sum + page.rifffs.length, 0),
    staleTime: FRESH_MS,
  });
}

/** One share. @throws ApiError not_found when there is none that the reader may see */
export function shareQuery(shareId: string) {
  return queryOptions({
    queryKey: [SHARES, 'one', shareId],
    queryFn: async ({ signal }) => {
      const [share] = await call(SHARING_CALLS.sharedRifff, { params: { id: shareId } }, signal);
      if (!share) throw new ApiError('not_found', 'There is no such shared rifff');
      return share;
    },
    staleTime: FRESH_MS,
  });
}

/** What an account shared of a rifff among its latest hundred, or null. */
export function ownShareQuery(userId: string, jamId: string, rifffId: string) {
  return queryOptions({
    queryKey: [SHARES, 'own', userId, jamId, rifffId],
    queryFn: async ({ signal }) => {
      const rows = await call(
        SHARING_CALLS.sharedBy,
        { params: { userId }, query: { size: FEED_MAX } },
        signal,
      );
      return rows.find((share) => share.jamId === jamId && share.doc_id === rifffId) ?? null;
    },
  });
}

/** Changes one share wherever it is shown; null takes it out of lists. */
export function changeEverywhere(
  queries: QueryClient,
  shareId: string,
  change: (share: SharedRifff) => SharedRifff | null,
): void {
  queries.setQueriesData<ShareData>({ queryKey: [SHARES] }, (data) =>
    data && ('pages' in data || 'rifffs' in data || '_id' in data)
      ? changeShare(data, shareId, change)
      : data,
  );
}

/** Without a network a change fails at once and says so; it does not wait for one. */
export const AT_ONCE = { networkMode: 'always' } as const;

/**
 * Likes a share (true) or takes the like back (false). Shown at once everywhere; taken back when the server refuses.
 * The wishes for one share are sent one after the other, and only the newest is shown.
 *
 * @param onRefused hears the ApiError of a call
 */
export function useLike(shareId: string, onRefused: (error: Error) => void) {
  const queries = useQueryClient();
  const mutationKey = ['like', shareId];
  const isNewest = () => queries.isMutating({ mutationKey }) === 1;
  return useMutation({
    ...AT_ONCE,
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (isLiked: boolean) => {
      const input = { params: { id: shareId } };
      return isLiked ? call(SHARING_CALLS.like, input) : call(SHARING_CALLS.unlike, input);
    },
    onMutate: async (isLiked) => {
      // A list that is on its way would show the like of before; one that is not there yet goes on loading.
      await queries.cancelQueries({
        queryKey: [SHARES],
        predicate: ({ state }) => state.data !== undefined,
      });
      changeEverywhere(queries, shareId, (share) => withLike(share, isLiked));
    },
    onSuccess: (answer) => {
      if (!isNewest()) return;
      changeEverywhere(queries, shareId, (share) => ({
        ...share,
        liked_by_current_user: answer.liked_by_current_user,
        react_counts: { ...share.react_counts, like: answer.like },
      }));
    },
    onError: (error, isLiked) => {
      if (isNewest()) changeEverywhere(queries, shareId, (share) => withLike(share, !isLiked));
      onRefused(error);
    },
  });
}

/** What a share is made of. */
export interface NewShare {
  jamId: string;
  rifffId: string;
  /** Made by the caller and kept for another attempt, so that a lost answer shares nothing twice. */
  shareId: string;
  title: string;
  isPrivate: boolean;
  /** Key of its look; empty for none. */
  look: string;
}

/** Shares a rifff. Fails with the ApiError of the call. */
export function useShareRifff() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: ({ isPrivate, look, ...share }: NewShare) =>
      call(SHARING_CALLS.share, { body: { ...share, private: isPrivate, look: look || null } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: [SHARES] }),
  });
}

/** Takes a share back, named by its id; the rifff stays. Fails with the ApiError of the call. */
export function useUnshare() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: (shareId: string) => call(SHARING_CALLS.unshare, { params: { id: shareId } }),
    onSuccess: (_, shareId) => {
      changeEverywhere(queries, shareId, () => null);
      queries.removeQueries({ queryKey: [SHARES, 'one'] });
      void queries.invalidateQueries({ queryKey: [SHARES] });
    },
  });
}

/** Leaves a share out of what this account sees (true), or shows it again. Fails with the ApiError of the call. */
export function useHide(shareId: string) {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: (isHidden: boolean) => {
      const input = { params: { id: shareId } };
      return isHidden ? call(SHARING_CALLS.hide, input) : call(SHARING_CALLS.unhide, input);
    },
    onSuccess: (_, isHidden) => {
      if (isHidden) changeEverywhere(queries, shareId, () => null);
      else void queries.invalidateQueries({ queryKey: [SHARES] });
    },
  });
}

export type ReportReason = 'stolen' | 'hateful' | 'harmful' | 'spam' | 'other';

/** Reports a share to the moderators. Fails with the ApiError of the call. */
export function useReport(shareId: string) {
  return useMutation({
    ...AT_ONCE,
    mutationFn: (body: { reason: ReportReason; message: string }) =>
      call(SHARING_CALLS.report, { params: { id: shareId }, body }),
  });
}
