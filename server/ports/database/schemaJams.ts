import type { ColumnType, Generated } from 'kysely';
import type { NotificationKind } from '../../../src/data/contract/noticeOptions.ts';

/** JSON goes in as text (`JSON.stringify`) and comes out parsed, on every engine. */
export type JsonColumn = ColumnType<unknown, string, string>;

/** One jams row. */
export interface JamRow {
  id: string;
  /** 64 random hex digits. */
  longId: string;
  kind: 'personal' | 'room';
  ownerId: string;
  name: string;
  /** Who may read: see `JamAccessSchema`. */
  access: 'public' | 'link' | 'private';
  created: number;
  rifffCount: number;
  isDemo: boolean;
  description: string;
  /** Sixteenths in a bar of new rifffs. */
  barLength: number;
  /** Key in `jamFiles`. */
  coverKey: string | null;
  guestsMayAnswer: boolean;
  guestsMayChat: boolean;
  /** Number of its newest event. */
  lastEvent: number;
  /** When its newest rifff came. */
  latest: number | null;
  /** The club whose channel it is; null, or left out when it is made, for every other jam. */
  clubId?: string | null;
  /** Of a channel who hears it: see `ChannelAccessSchema`. `access` is `public` or `private` then. */
  channelAccess?: 'public' | 'members' | 'moderators' | null;
  /** Its rifffs can be collected on their first day; left out when it is made. */
  isCollectible?: boolean;
  /** The house band was invited; left out when it is made. */
  hasBand?: boolean;
}

/**
 * One rifffs row; its key is jam and id. `doc` is the Rifff with what the server stamped and derived, without its
 * loops. A tombstone has an empty digest and a `doc` without slots.
 */
export interface RifffRow {
  jamId: string;
  id: string;
  userId: string;
  /** Stamped by the server; never the same twice in one jam. */
  created: number;
  parentJamId: string | null;
  parentId: string | null;
  originalId: string | null;
  /** SHA-256 of what was posted, so that posting it again can be told from a conflict. */
  digest: string;
  access: string;
  license: string;
  doc: JsonColumn;
  /** It came with an import, and `created` is what its source said. */
  isImported: Generated<boolean>;
}

/** One rifffLoops row: a rifff that holds a loop. */
export interface RifffLoopRow {
  jamId: string;
  rifffId: string;
  loopId: string;
}

/** One jamLoops row: a loop that was brought into a jam. */
export interface JamLoopRow {
  jamId: string;
  loopId: string;
  userId: string;
  created: number;
}

/** One members row; the owner of a jam has none. A removed one stays, so that no code lets them in again. */
export interface MemberRow {
  jamId: string;
  userId: string;
  role: 'member' | 'guest';
  since: number;
  isRemoved: boolean;
}

/** One jamEvents row: see `contract/live.ts`. Numbers of a jam have no gaps. */
export interface JamEventRow {
  jamId: string;
  number: number;
  kind: string;
  ref: string;
  userId: string;
  created: number;
  parentId: string | null;
}

/** One messages row. A removed one keeps its place, without what it said. */
export interface MessageRow {
  id: string;
  jamId: string;
  /** The number of the event that told of it. */
  number: number;
  type: 'text' | 'images' | 'audio' | 'rifff' | 'note';
  userId: string;
  created: number;
  /** Links alone, as `peopleHtml` makes it. */
  html: string;
  /** What was typed. */
  text: string;
  rifffJamId: string | null;
  rifffId: string | null;
  replyTo: string | null;
  /** What `images` and `audio` show, by key in `jamFiles`. */
  attachments: JsonColumn;
  isRemoved: boolean;
  /** SHA-256 of what was posted, so that the same again can be told from a conflict. */
  digest: string;
}

/** One reactions row. */
export interface ReactionRow {
  messageId: string;
  userId: string;
  reaction: string;
  created: number;
}

/** One jamFiles row: a picture or voice in the chat of a jam, or its cover; as `media` has it for sound. */
export interface JamFileRow {
  key: string;
  hash: string;
  mime: string;
  size: number;
  jamId: string;
  messageId: string | null;
  userId: string;
  width: number | null;
  height: number | null;
}

/** One notices row: what `userId` is told of. All likes of a share are one row. */
export interface NoticeRow {
  id: string;
  userId: string;
  kind: Exclude<NotificationKind, 'share'>;
  created: number;
  isRead: boolean;
  /** Whose doing, of likes the latest; empty for `winner`. */
  fromId: string;
  /** Empty where it is about no jam. */
  jamId: string;
  rifffId: string | null;
  parentJamId: string | null;
  parentId: string | null;
  shareId?: string | null;
  commentId?: string | null;
  /** Of a comment how it begins, of `winner` the day on which its week began, of `wallet` which account; else empty. */
  text?: string;
  /** What `club` is about. */
  clubId?: string | null;
  /** Of likes the most that the account was ever told of, so that liking again tells nothing new. */
  count?: number;
}

/** One blocks row: `userId` does not hear `blockedId`. */
export interface BlockRow {
  userId: string;
  blockedId: string;
  created: number;
}

/** One rifffHides row. */
export interface RifffHideRow {
  userId: string;
  jamId: string;
  rifffId: string;
  created: number;
}

/** One jamReports row; of a comment the jam is that of the rifff that is shared, of a club and of a look both are its id. */
export interface JamReportRow {
  kind: 'rifff' | 'message' | 'comment' | 'club' | 'look';
  jamId: string;
  ref: string;
  userId: string;
  reason: string;
  created: number;
  isOpen: boolean;
}
