/** What people are told of and how, apart from its schemas so that a page can use it without zod. */

/**
 * `answer` and `remix`: of a rifff of theirs; `knock`: a person would like an answer; `like` and `comment`: of a share
 * of theirs; `follow`: of themselves; `winner`: a share of theirs is a rifff of the week; `share`: people whom they
 * follow shared something; `club`: a change of a club of theirs, or of their role in it; `wallet`: an account of the
 * chain that they had linked is another account's now.
 */
export const NOTIFICATION_KINDS = [
  'answer',
  'remix',
  'knock',
  'like',
  'comment',
  'follow',
  'winner',
  'share',
  'club',
  'wallet',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/**
 * Notices about a club of theirs: it closes in seven days, it was brought back, a moderator of this server took
 * it out; they own it now, or are a moderator of it.
 */
export const CLUB_NEWS = ['closes', 'restored', 'removed', 'owner', 'moderator'] as const;
export type ClubNews = (typeof CLUB_NEWS)[number];

/** The channels of notices: in the list of the page, in the digest by mail, on devices by push. */
export const NOTICE_CHANNELS = ['page', 'mail', 'push'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** How often the digest comes. */
export const DIGESTS = ['off', 'daily', 'weekly'] as const;
export type Digest = (typeof DIGESTS)[number];

export type NoticeChoices = Readonly<
  Record<NotificationKind, Readonly<Record<NoticeChannel, boolean>>>
>;

const all = { page: true, mail: true, push: true };
const quiet = { page: true, mail: true, push: false };

/** The defaults. Mail comes with a digest alone, and push to devices that asked for it. */
export const DEFAULT_NOTICE_CHOICES: NoticeChoices = {
  answer: all,
  remix: all,
  knock: { page: true, mail: false, push: true },
  like: quiet,
  comment: all,
  follow: all,
  winner: all,
  share: quiet,
  club: all,
  wallet: all,
};
