import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { CLUB_NEWS, type NotificationKind } from '../../../src/data/contract/noticeOptions.ts';
import type {
  Notification,
  NotificationsQuerySchema,
  NotificationsSchema,
} from '../../../src/data/contract/notifications.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { presentReadable } from '../jams/present.ts';
import { findJams, keyText, type RifffKey } from '../jams/repo.ts';
import { endMails, kindsIn, markSharesSeen, readNoticeSettings } from './choices.ts';
import {
  countUnread,
  type FollowedShares,
  type FoundNotice,
  findFollowedShares,
  findLikers,
  findNotices,
  markRead,
  type NoticePage,
  SHARES_NEWS_MS,
} from './noticeRepo.ts';

/** What a notification shows of rifffs, jams and people, before the documents are read. */
type Draft = Omit<Notification, 'rifff' | 'parent' | 'jamName' | 'path'> & {
  readonly rifffKey: RifffKey | null;
  readonly parentKey: RifffKey | null;
};

const keyOf = (jamId: string | null, rifffId: string | null): RifffKey | null =>
  jamId && rifffId ? { jamId, rifffId } : null;

/** The club of a notice and what became of it: the news, a space, and what the club was called then. */
function clubOf({ clubId, text = '' }: FoundNotice): Notification['club'] {
  const [word, ...name] = text.split(' ');
  const news = CLUB_NEWS.find((one) => one === word);
  return clubId && news ? { id: clubId, name: name.join(' '), news } : null;
}

/** Is it the deed of a person? */
const IS_DEED: Readonly<Record<NotificationKind, boolean>> = {
  answer: true,
  remix: true,
  knock: true,
  like: true,
  follow: true,
  comment: true,
  share: true,
  winner: false,
  club: false,
  wallet: false,
};

/** What all likes of a share or one other deed is, without documents. */
async function draftOf(queries: Queries, row: FoundNotice): Promise<Draft> {
  const { id, created, isRead, shareId, commentId = null, text = '' } = row;
  const kind: NotificationKind = row.kind;
  const one = row.from ? [{ user: row.from, displayName: row.displayName ?? '' }] : [];
  const { people, count } =
    kind === 'like' && shareId
      ? await findLikers(queries, { userId: row.userId, shareId })
      : { people: one, count: IS_DEED[kind] ? 1 : 0 };
  const club = clubOf(row);
  return {
    id,
    kind,
    created,
    isRead,
    people,
    count,
    commentId,
    club,
    text: club ? '' : text,
    jamId: row.jamId || null,
    share: shareId ? { id: shareId, title: row.shareTitle ?? '' } : null,
    rifffKey: keyOf(row.jamId, row.rifffId),
    parentKey: keyOf(row.parentJamId, row.parentId),
  };
}

function draftOfShares(shares: FollowedShares, isRead: boolean): Draft {
  const { created, shareId, title, jamId, rifffId, people, count } = shares;
  return {
    id: `shares-${shareId}`.slice(0, 64),
    kind: 'share',
    created,
    isRead,
    people,
    count,
    jamId,
    commentId: null,
    text: '',
    club: null,
    parentKey: null,
    share: { id: shareId, title },
    rifffKey: { jamId, rifffId },
  };
}

/** Where a notification leads. */
function pathOf(
  { kind, jamId, share, people, rifffKey, club }: Draft,
  isReadable: boolean,
): string {
  if (kind === 'wallet') return '/account?tab=wallet';
  if (club) return club.news === 'removed' ? '/account' : `/club/${club.id}`;
  if (share) return `/rifff/${share.id}`;
  const [first] = people;
  if (kind !== 'follow' && jamId && isReadable) {
    const room = `/jams/${encodeURIComponent(jamId)}`;
    return rifffKey ? `${room}?answer=${rifffKey.rifffId}` : room;
  }
  return first ? `/profile/${encodeURIComponent(first.user)}` : '/account';
}

/** Puts the documents in that the reader may still read. */
async function present(
  queries: Queries,
  reader: Pick<Identity, 'userId'>,
  drafts: readonly Draft[],
  publicUrl: string | undefined,
): Promise<Notification[]> {
  const keys = drafts.flatMap(({ rifffKey, parentKey }) =>
    [rifffKey, parentKey].filter((key) => key !== null),
  );
  const byKey = await presentReadable(queries, reader, keys, publicUrl);
  const shown = (key: RifffKey | null) => (key && byKey.get(keyText(key))) ?? null;
  const jams = await findJams(queries, [...new Set(drafts.flatMap(({ jamId }) => jamId ?? []))]);
  return drafts.map((draft) => {
    const { rifffKey, parentKey, ...notification } = draft;
    const rifff = shown(rifffKey);
    const isTold = rifff !== null || draft.kind === 'knock';
    return {
      ...notification,
      // Which jam it is, is told to those who still see what came from it.
      jamId: isTold ? draft.jamId : null,
      jamName: isTold ? (jams.get(draft.jamId ?? '')?.name ?? '') : '',
      rifff,
      parent: shown(parentKey),
      path: pathOf(draft, isTold),
    };
  });
}

/** How much of what an account wants on the page is new to it. */
async function unreadOf(
  queries: Queries,
  userId: string,
  kinds: readonly NotificationKind[],
  sharesSeen: number,
): Promise<number> {
  const stored = kinds.filter((kind) => kind !== 'share');
  const since = Math.max(sharesSeen, Date.now() - SHARES_NEWS_MS);
  const [count, shares] = await Promise.all([
    stored.length > 0 ? countUnread(queries, userId, stored) : 0,
    kinds.includes('share') ? findFollowedShares(queries, userId, since) : null,
  ]);
  return count + (shares ? 1 : 0);
}

export interface NewsQuery extends NoticePage {
  readonly sharesSeen: number;
}

/** Notifications of an account, the newest first, with what those whom it follows shared as one among them. */
export async function readNews(
  queries: Queries,
  reader: Pick<Identity, 'userId'>,
  { sharesSeen, ...page }: NewsQuery,
  publicUrl: string | undefined,
): Promise<Notification[]> {
  const { kinds, before, after, size } = page;
  const stored = kinds.filter((kind) => kind !== 'share');
  const since = Math.max(after ?? 0, Date.now() - SHARES_NEWS_MS);
  const [rows, shares] = await Promise.all([
    stored.length > 0 ? findNotices(queries, reader.userId, { ...page, kinds: stored }) : [],
    kinds.includes('share') ? findFollowedShares(queries, reader.userId, since) : null,
  ]);
  const drafts = await Promise.all(rows.map((row) => draftOf(queries, row)));
  const isSeen = shares !== null && shares.created <= sharesSeen;
  const isAsked = shares && (before === undefined || shares.created < before);
  if (isAsked && !(page.isUnread && isSeen)) {
    drafts.push(draftOfShares(shares, isSeen));
    drafts.sort((a, b) => b.created - a.created);
  }
  return present(queries, reader, drafts.slice(0, size), publicUrl);
}

export type NotificationsService = ReturnType<typeof notificationsService>;

/** What an account is told on the page. */
export function notificationsService({
  database,
  publicUrl,
}: Pick<Server, 'database' | 'publicUrl'>) {
  const { queries } = database;
  return {
    /** A page of what the caller wants to be told, newest first. */
    async list(
      identity: Identity,
      { fromCreatedTime, limit }: z.output<typeof NotificationsQuerySchema>,
    ): Promise<z.output<typeof NotificationsSchema>> {
      const { choices, sharesSeen } = await readNoticeSettings(queries, identity.userId);
      const kinds = kindsIn(choices, 'page');
      const page = { kinds, sharesSeen, before: fromCreatedTime, size: limit + 1 };
      const [found, unread] = await Promise.all([
        readNews(queries, identity, page, publicUrl),
        unreadOf(queries, identity.userId, kinds, sharesSeen),
      ]);
      return {
        notifications: found.slice(0, limit),
        unread,
        isLast: found.length <= limit,
      };
    },

    /** Everything up to and with `until` (milliseconds since the epoch) counts as read. */
    async read({ userId }: Identity, until: number): Promise<{ unread: number }> {
      const { choices } = await readNoticeSettings(queries, userId);
      const kinds = kindsIn(choices, 'page');
      const stored = kinds.filter((kind) => kind !== 'share');
      await writeFor(database, userId, async (transaction) => {
        if (stored.length > 0) await markRead(transaction, userId, stored, until);
        // Nothing that comes later may count as read, whatever the clock of the page says.
        if (kinds.includes('share')) {
          await markSharesSeen(transaction, userId, Math.min(until, Date.now()));
        }
      });
      const { sharesSeen } = await readNoticeSettings(queries, userId);
      return { unread: await unreadOf(queries, userId, kinds, sharesSeen) };
    },

    /** Ends the mails of the account that got one with this token. Throws `not_found`. */
    async unsubscribe(token: string): Promise<Record<string, never>> {
      const isKnown = await database.transaction((transaction) => endMails(transaction, token));
      if (!isKnown) throw new ApiError('not_found', 'This link is not known any more');
      return {};
    },
  };
}
