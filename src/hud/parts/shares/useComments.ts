/** Comments on a share as a page shows them: what the server has, what waits, and what can be done. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Comment } from '../../../data/contract/comments.ts';
import { useBlock } from '../../../data/queries/chat.ts';
import {
  commentsQuery,
  type NewComment,
  useComment,
  useRemoveComment,
  useReportComment,
} from '../../../data/queries/comments.ts';
import { newId } from '../../../data/rules/ids.ts';
import { announcement } from '../../../data/rules/jam/chatView.ts';
import { allComments } from '../../../data/rules/sharing/comments.ts';
import {
  beginSending,
  type CommentDraft,
  commentDrafts,
  draftKey,
  keepTyped,
  letGoUnsent,
  markUnsent,
  NO_DRAFT,
} from '../../../data/stores/commentDrafts.ts';
import { session } from '../../../data/stores/session.ts';
import { notify } from '../../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { useReader } from './useReader.ts';

/** Others may have said something: asked again so often while the page is seen. */
const ASK_AGAIN_MS = 30_000;

const say = (error: unknown) => notify(troubleOf(readFailure(error)));

/** What is new, in words, for screen readers. @param comments newest first; null before they are there */
function useNews(comments: readonly Comment[] | null): [string, (own: string) => void] {
  const reader = useReader();
  const before = useRef<Parameters<typeof announcement>[0]>(null);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (comments === null) return;
    const after = comments.map((one) => ({ ...one, type: 'text' as const, isRemoved: false }));
    after.reverse();
    const next = announcement(before.current, after, reader, 'words');
    before.current = after;
    if (next !== '') setNews(next);
  }, [comments, reader]);
  return [news, setNews];
}

/** The comments on a share, and their deeds. Each deed says by itself what went wrong. */
export function useComments(shareId: string) {
  const reader = useReader();
  const place = { shareId, reader };
  const query = useInfiniteQuery({ ...commentsQuery(shareId), refetchInterval: ASK_AGAIN_MS });
  const pages = query.data?.pages;
  const comments = useMemo(() => (pages ? allComments(pages) : null), [pages]);
  const [news, setNews] = useNews(comments);

  const displayName = useSnapshot(session).user?.profile.displayName || reader;
  const commenting = useComment(shareId, { userId: reader, displayName }, (error, typed) =>
    markUnsent(place, typed.id, troubleOf(readFailure(error))),
  );
  const removing = useRemoveComment(shareId, say);
  const reporting = useReportComment(shareId);
  const blocking = useBlock();

  // In step with every key: a field that lags behind loses the place of its cursor.
  const { byPlace } = useSnapshot(commentDrafts, { sync: true });
  const draft = (byPlace[draftKey(place)] ?? NO_DRAFT) as CommentDraft;

  const send = (comment: NewComment) => {
    beginSending(place, comment);
    commenting.mutateAsync(comment).then(
      () => {
        letGoUnsent(place, comment.id);
        setNews('Your comment was sent.');
      },
      () => {}, // the draft says why
    );
  };

  return {
    comments,
    query,
    news,
    draft,
    type: (text: string) => keepTyped(place, text),
    /** Sends what is typed. */
    sendTyped: () => {
      const message = draft.typed.trim();
      if (message !== '') send({ id: newId(), message });
    },
    sendAgain: send,
    discard: (id: string) => letGoUnsent(place, id),
    remove: (comment: Comment) => removing.mutate(comment, { onSuccess: () => notify('Deleted.') }),
    /** Rejects with the ApiError of the call. */
    report: (commentId: string, reason: string) => reporting.mutateAsync({ commentId, reason }),
    block: ({ user, displayName: name }: Comment) =>
      blocking.mutate(
        { userId: user, isBlocked: true },
        {
          onSuccess: () => notify(`You blocked ${name}: you see nothing that they say.`),
          onError: say,
        },
      ),
  };
}

/** The comments on a share, and their deeds. */
export type CommentsOfShare = ReturnType<typeof useComments>;
