import type * as z from 'zod';
import type {
  Comment,
  CommentBodySchema,
  Comments,
  CommentsQuerySchema,
} from '../../../src/data/contract/comments.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { peopleHtml } from '../../peopleHtml.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { requireConfirmed } from '../../plugins/accounts.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import { limit, limitPace } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import { newestOf } from '../../ports/database/newest.ts';
import type { ShareRow } from '../../ports/database/schema.ts';
import type { CommentRow } from '../../ports/database/schemaChart.ts';
import { noteDeleted } from '../audit/audit.ts';
import * as repo from './commentsRepo.ts';
import type { FeedContext } from './context.ts';
import { addToCommentCount, findShare, isLeaving, lockShare } from './repo.ts';
import { lockVisibleShare, noShare, seesRemoved } from './share.ts';
import { countVoice } from './voices.ts';

const HOUR_MS = 3_600_000;
/** Comments of one account: some in a minute, and all of an hour. */
const COMMENTS = { atOnce: 10, burstMs: 60_000, perHour: 120 };
const REPORTS = { max: 60, windowMs: HOUR_MS };

type Reader = Identity | null;

const noComment = () => new ApiError('not_found', 'There is no such comment');

function mayRemove(reader: Reader, share: ShareRow, comment: Pick<CommentRow, 'userId'>): boolean {
  if (!reader) return false;
  const isOwn = reader.userId === comment.userId || reader.userId === share.userId;
  return isOwn || hasOffice(reader.roles);
}

function present(reader: Reader, share: ShareRow, comment: repo.ShownComment): Comment {
  const { id, shareId, created, userId, displayName, isDemo, text } = comment;
  return {
    id,
    shareId,
    created,
    user: userId,
    displayName,
    isDemo,
    message: peopleHtml(text),
    mayRemove: mayRemove(reader, share, comment),
  };
}

/**
 * Takes a comment away, inside a transaction that holds the lock of its share.
 * @param nowMs milliseconds since the epoch
 */
export async function takeComment(
  queries: Queries,
  share: ShareRow,
  { id, userId }: Pick<CommentRow, 'id' | 'userId'>,
  nowMs: number,
): Promise<void> {
  await repo.deleteComment(queries, id);
  await addToCommentCount(queries, share.id, -1);
  await countVoice(queries, share, userId, nowMs);
}

/** What people say about shares. */
export function commentCalls({ database, rules, events }: FeedContext) {
  const { queries } = database;

  /** A share whose comments the reader may see. Throws `not_found`. */
  async function requireShare(reader: Reader, id: string): Promise<ShareRow> {
    const share = await findShare(queries, id);
    if (!share || (share.isRemoved && !seesRemoved(reader, share))) throw noShare();
    if (await isLeaving(queries, share.userId)) throw noShare();
    return share;
  }

  /** Stores a comment unless it is there already. Throws `forbidden`, `conflict`. */
  async function store(
    transaction: Queries,
    share: ShareRow,
    { id, userId, text }: Pick<CommentRow, 'id' | 'userId' | 'text'>,
  ) {
    if (await repo.isBlocked(transaction, share.userId, userId)) {
      throw new ApiError('forbidden', 'You cannot comment on this rifff');
    }
    const nowMs = Date.now();
    const newest = await newestOf(transaction, 'comments', { shareId: share.id });
    const created = Math.max(nowMs, newest + 1);
    const row: CommentRow = { id, shareId: share.id, userId, created, text };
    if (!(await repo.insertComment(transaction, row))) {
      const known = await repo.findComment(transaction, id);
      const isAgain = known?.userId === userId && known.shareId === share.id && known.text === text;
      if (!isAgain) throw new ApiError('conflict', 'Another comment has this id');
      return [];
    }
    await addToCommentCount(transaction, share.id, 1);
    await countVoice(transaction, share, userId, nowMs);
    return events.within(transaction, 'commented', { ...row, share });
  }

  return {
    /** A page of the comments on a share, newest first. Throws `not_found`. */
    async comments(
      reader: Reader,
      shareId: string,
      { limit: size, fromCreatedTime }: z.output<typeof CommentsQuerySchema>,
    ): Promise<Comments> {
      const share = await requireShare(reader, shareId);
      const page = { before: fromCreatedTime, limit: size + 1 };
      const rows = await repo.findComments(queries, shareId, reader?.userId, page);
      return {
        comments: rows.slice(0, size).map((row) => present(reader, share, row)),
        isLast: rows.length <= size,
        commentCount: share.commentCount ?? 0,
      };
    },

    /** Comments on a share; the same again changes nothing. Throws `not_found`, `forbidden` or `conflict`. */
    async comment(
      identity: Identity,
      shareId: string,
      { id = newId(), message }: z.output<typeof CommentBodySchema>,
    ): Promise<{ comment: Comment; commentCount: number }> {
      const { userId } = identity;
      await requireShare(identity, shareId);
      await requireConfirmed(queries, rules, userId);
      await limitPace(queries, 'comment', userId, COMMENTS);
      const notices = await writeFor(database, userId, async (transaction) => {
        const share = await lockVisibleShare(transaction, shareId);
        return store(transaction, share, { id, userId, text: message });
      });
      events.tellAll(notices);
      const share = await requireShare(identity, shareId);
      const stored = await repo.findComment(queries, id);
      if (!stored) throw noComment();
      return {
        comment: present(identity, share, stored),
        commentCount: share.commentCount ?? 0,
      };
    },

    /** Deletes a comment. Throws `not_found` or `forbidden`. */
    async removeComment(
      identity: Identity,
      shareId: string,
      commentId: string,
    ): Promise<{ commentCount: number }> {
      return writeFor(database, identity.userId, async (transaction) => {
        const share = await lockShare(transaction, shareId);
        if (!share || (share.isRemoved && !seesRemoved(identity, share))) throw noShare();
        const comment = await repo.findComment(transaction, commentId);
        if (comment?.shareId !== shareId) throw noComment();
        if (!mayRemove(identity, share, comment)) {
          throw new ApiError(
            'forbidden',
            'Only its author and the person who shared the rifff may do this',
          );
        }
        await takeComment(transaction, share, comment, Date.now());
        await events.within(transaction, 'commentRemoved', { commentId });
        const isDeed = identity.userId !== comment.userId && identity.userId !== share.userId;
        const about = { userId: comment.userId, what: 'comment' } as const;
        if (isDeed) await noteDeleted(transaction, identity, about);
        return { commentCount: (share.commentCount ?? 0) - 1 };
      });
    },

    /** Reports a comment, once for each account. Throws `not_found`. */
    async reportComment(
      { userId }: Identity,
      shareId: string,
      commentId: string,
      reason: string,
    ): Promise<Record<string, never>> {
      await limit(queries, `report:${userId}`, { ...REPORTS, nowMs: Date.now() });
      await writeFor(database, userId, async (transaction) => {
        const share = await lockVisibleShare(transaction, shareId);
        const comment = await repo.findComment(transaction, commentId);
        if (comment?.shareId !== shareId) throw noComment();
        const report = { ref: commentId, userId, reason, created: Date.now() };
        await repo.insertCommentReport(transaction, share, report);
      });
      return {};
    },
  };
}
