/**
 * What others did becomes something that an account is told. Each of these stores a notice inside the caller's
 * transaction and answers it, to be told after the commit (the event `notice`); null where no one has to be told.
 */

import { sha256 } from '../../plugins/identity.ts';
import { isTold, noticeOf } from '../../plugins/notices.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, insertOnce, removeRows } from '../../ports/database/rows.ts';
import type { ShareRow } from '../../ports/database/schema.ts';
import type { NoticeRow } from '../../ports/database/schemaJams.ts';
import { findChannelMembers } from '../jams/clubs.ts';

type Share = Pick<ShareRow, 'id' | 'userId' | 'jamId' | 'rifffId'>;

/** Characters of a comment that its notice repeats. */
const TEXT_MAX = 140;
/** Knocks of one person at one jam are told of this often at most. */
const KNOCK_MS = 3_600_000;

/** An id that stands for one thing to be told of, however often it happens. */
const idOf = (...parts: readonly string[]): string => sha256(parts.join(' ')).slice(0, 32);

const aboutShare = ({ id, userId, jamId, rifffId }: Share) => ({
  userId,
  jamId,
  rifffId,
  shareId: id,
});

/** Stores what was not told before, or tells it again with these changes where a column of it is below a value. */
async function storeAgain(
  queries: Queries,
  notice: NoticeRow,
  changes: Partial<NoticeRow>,
  [column, value]: readonly ['count' | 'created', number],
): Promise<NoticeRow | null> {
  const stored = await queries
    .insertInto('notices')
    .values(notice)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(changes).where(`notices.${column}`, '<', value),
    )
    .returning('id')
    .execute();
  return stored.length > 0 ? notice : null;
}

/** Stores what was not told before. */
async function storeOnce(queries: Queries, notice: NoticeRow): Promise<NoticeRow | null> {
  const isStored = (await insertOnce(queries, 'notices', notice)) > 0;
  return isStored ? notice : null;
}

/**
 * An account likes a share. All likes of a share are one notice, which comes up again with every like more than there ever
 * were, so that liking and unliking tells nothing.
 * @param like `count`: likes of the share with this one
 */
export async function noteLike(
  queries: Queries,
  {
    share,
    userId,
    created,
    count,
  }: { share: Share; userId: string; created: number; count: number },
): Promise<NoticeRow | null> {
  if (!(await isTold(queries, share.userId, userId))) return null;
  const id = idOf('like', share.id);
  const about = aboutShare(share);
  const notice = noticeOf({ ...about, id, kind: 'like', created, fromId: userId, count });
  const changes = { created, fromId: userId, count, isRead: false };
  return storeAgain(queries, notice, changes, ['count', count]);
}

/**
 * An account commented on a share.
 * @param comment its id, who wrote it, when (ms), and what it says as plain text
 */
export async function noteComment(
  queries: Queries,
  comment: {
    readonly share: Share;
    readonly id: string;
    readonly userId: string;
    readonly created: number;
    readonly text: string;
  },
): Promise<NoticeRow | null> {
  const { share, id: commentId, userId: fromId, created } = comment;
  if (!(await isTold(queries, share.userId, fromId))) return null;
  const text = [...comment.text.replace(/\s+/g, ' ').trim()].slice(0, TEXT_MAX).join('');
  const id = idOf('comment', commentId);
  const about = { ...aboutShare(share), commentId, text };
  return storeOnce(queries, noticeOf({ ...about, id, kind: 'comment', created, fromId }));
}

/** A comment is gone: it is not told any more. */
export async function forgetComment(queries: Queries, commentId: string): Promise<void> {
  await removeRows(queries, 'notices', { id: idOf('comment', commentId) });
}

/** An account follows another; told once, however often they begin again. */
export async function noteFollow(
  queries: Queries,
  { userId, followerId, created }: { userId: string; followerId: string; created: number },
): Promise<NoticeRow | null> {
  if (!(await isTold(queries, userId, followerId))) return null;
  const id = idOf('follow', followerId, userId);
  return storeOnce(queries, noticeOf({ id, userId, kind: 'follow', created, fromId: followerId }));
}

/**
 * A share is a rifff of the week; told once for each week, whichever node finds it out.
 * @param winner `week`: the day on which the week began, such as 2026-11-16
 */
export async function noteWinner(
  queries: Queries,
  { share, week, created }: { share: Share; week: string; created: number },
): Promise<NoticeRow | null> {
  if (!(await isTold(queries, share.userId, ''))) return null;
  const id = idOf('winner', week, share.id);
  const about = aboutShare(share);
  return storeOnce(queries, noticeOf({ ...about, id, kind: 'winner', created, text: week }));
}

/** People who keep order in a channel and are told of a knock. */
const MOST_KNOCKED_AT = 10;

/** Whom a knock is for: the owner of a jam, or those who keep order in a channel, its owner first. */
async function findKnockedAt(queries: Queries, jamId: string): Promise<string[]> {
  const jam = await findRow(queries, 'jams', { id: jamId }, ['ownerId', 'clubId']);
  if (!jam?.clubId) return jam ? [jam.ownerId] : [];
  const channel = { clubId: jam.clubId, channelAccess: 'moderators' } as const;
  const keepers = await findChannelMembers(queries, channel);
  return keepers.slice(0, MOST_KNOCKED_AT).map(({ userId }) => userId);
}

/**
 * A person would like an answer in a jam, and those whom it is for are not there: its owner, or those who keep order in a
 * channel. One notice for each person and jam, which comes up again after an hour.
 * @param knock `jamId`: the short id
 * @param isHere says whether one of them hears it anyway
 */
export async function noteKnock(
  queries: Queries,
  knock: { jamId: string; userId: string; created: number },
  isHere: (userId: string) => boolean,
): Promise<NoticeRow[]> {
  const people = await findKnockedAt(queries, knock.jamId);
  if (people.some(isHere)) return [];
  const notices: NoticeRow[] = [];
  for (const userId of people) {
    const notice = await noteKnockAt(queries, userId, knock);
    if (notice) notices.push(notice);
  }
  return notices;
}

async function noteKnockAt(
  queries: Queries,
  userId: string,
  { jamId, userId: fromId, created }: { jamId: string; userId: string; created: number },
): Promise<NoticeRow | null> {
  if (!(await isTold(queries, userId, fromId))) return null;
  const id = idOf('knock', jamId, userId, fromId);
  const notice = noticeOf({ id, userId, kind: 'knock', created, fromId, jamId });
  const before = ['created', created - KNOCK_MS] as const;
  return storeAgain(queries, notice, { created, isRead: false }, before);
}

/** Shares are gone: they are not told any more. */
export async function forgetShares(queries: Queries, shareIds: readonly string[]): Promise<void> {
  if (shareIds.length === 0) return;
  await removeRows(queries, 'notices', { shareId: shareIds });
}
