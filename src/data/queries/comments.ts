/** Comments on a share for the reader, and what can be done with them. */

import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../client.ts';
import { COMMENT_CALLS } from '../contract/calls.ts';
import type { Comment } from '../contract/comments.ts';
import {
  type CommentPages,
  nextCommentsPage,
  typedHtml,
  withComment,
  withCommentBack,
  withCommentCount,
  withoutComment,
} from '../rules/sharing/comments.ts';
import { AT_ONCE, changeEverywhere, FRESH_MS } from './feed.ts';

const COMMENTS = 'comments';

const keyOf = (shareId: string) => [COMMENTS, shareId] as const;

/** Comments on a share, newest first, page by page; `allComments` has them in one list. */
export function commentsQuery(shareId: string) {
  return infiniteQueryOptions({
    queryKey: keyOf(shareId),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        COMMENT_CALLS.comments,
        { params: { id: shareId }, query: { fromCreatedTime: pageParam } },
        signal,
      ),
    getNextPageParam: (_, pages) => nextCommentsPage(pages),
    staleTime: FRESH_MS,
  });
}

function change(
  queries: QueryClient,
  shareId: string,
  by: (data: CommentPages) => CommentPages,
): void {
  queries.setQueryData<CommentPages>(keyOf(shareId), (data) => data && by(data));
}

/** The count of a share's comments, wherever that stands. */
function setCount(queries: QueryClient, shareId: string, commentCount: number): void {
  change(queries, shareId, (data) => withCommentCount(data, commentCount));
  changeEverywhere(queries, shareId, (share) => ({ ...share, commentCount }));
}

/** Counts one comment more or less until the server says how many there are. */
function addToCount(queries: QueryClient, shareId: string, by: 1 | -1): void {
  changeEverywhere(queries, shareId, (share) => ({
    ...share,
    commentCount: Math.max(0, share.commentCount + by),
  }));
}

/** A comment that is about to be sent. */
export interface NewComment {
  /** Made by the caller (`newId`) and kept for another attempt, so that a lost answer says nothing twice. */
  readonly id: string;
  /** As it was typed, 1 to 1,000 characters. */
  readonly message: string;
}

/**
 * Comments on a share. It stands there at once, and is taken out again when the server refuses it.
 *
 * @param author who is signed in
 * @param onRefused hears the ApiError of the call, whose message says why, and what was typed
 */
export function useComment(
  shareId: string,
  author: { readonly userId: string; readonly displayName: string },
  onRefused: (error: Error, typed: NewComment) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    scope: { id: `comment ${shareId}` },
    mutationFn: (body: NewComment) =>
      call(COMMENT_CALLS.comment, { params: { id: shareId }, body }),
    onMutate: async ({ id, message }) => {
      const isListed = queries.getQueryData(keyOf(shareId)) !== undefined;
      // The first list goes on: there is nothing to show without it.
      if (isListed) await queries.cancelQueries({ queryKey: keyOf(shareId) });
      const shown: Comment = {
        id,
        shareId,
        created: Date.now(),
        message: typedHtml(message),
        user: author.userId,
        displayName: author.displayName,
        isDemo: false,
        mayRemove: true,
      };
      change(queries, shareId, (data) => withComment(data, shown));
      addToCount(queries, shareId, 1);
      return { isListed };
    },
    onSuccess: ({ comment, commentCount }, _, { isListed }) => {
      change(queries, shareId, (data) => withComment(data, comment));
      setCount(queries, shareId, commentCount);
      // A list that was asked for before may come without it: it is asked for again, and not waited for.
      if (isListed) return;
      const of = { queryKey: keyOf(shareId) };
      void queries.cancelQueries(of).then(() => queries.invalidateQueries(of));
    },
    onError: (error, typed) => {
      change(queries, shareId, (data) => withoutComment(data, typed.id));
      addToCount(queries, shareId, -1);
      onRefused(error, typed);
    },
  });
}

/**
 * Deletes a comment. It goes at once, and comes back when the server refuses.
 *
 * @param onRefused hears the ApiError of the call
 */
export function useRemoveComment(shareId: string, onRefused: (error: Error) => void) {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: ({ id: commentId }: Comment) =>
      call(COMMENT_CALLS.removeComment, { params: { id: shareId, commentId } }),
    onMutate: async ({ id }) => {
      await queries.cancelQueries({ queryKey: keyOf(shareId) });
      change(queries, shareId, (data) => withoutComment(data, id));
      addToCount(queries, shareId, -1);
    },
    onSuccess: ({ commentCount }) => setCount(queries, shareId, commentCount),
    onError: (error, comment) => {
      change(queries, shareId, (data) => withCommentBack(data, comment));
      addToCount(queries, shareId, 1);
      onRefused(error);
    },
  });
}

/** Reports a comment to the moderators. Fails with the ApiError of the call. */
export function useReportComment(shareId: string) {
  return useMutation({
    ...AT_ONCE,
    mutationFn: ({ commentId, reason }: { commentId: string; reason: string }) =>
      call(COMMENT_CALLS.reportComment, { params: { id: shareId, commentId }, body: { reason } }),
  });
}
