/**
 * Method and path of every call, written once and apart from the schemas, so that a page can call the server without
 * carrying zod. `endpoints/` adds what a call takes and answers. Paths are relative to `/api`; one that itself begins
 * with `/api/` stands as it is.
 */

import type * as z from 'zod';
import { type CallTarget, named } from './callLines.ts';
import type { ErrorCode } from './errors.ts';
import type { Mode } from './operations.ts';

export type { CallTarget } from './callLines.ts';

/** Who may make a call: anyone, a signed-in account, a moderator (or administrator), or an administrator. Finer rules live in the services. */
export type Access = 'anyone' | 'member' | 'moderator' | 'admin';

/** One call: types the client, validates on the server and yields OpenAPI. Answers are `{ ok: true, data }`. */
export interface Endpoint extends CallTarget {
  readonly summary: string;
  /** Left out: anyone. A session that is sent is read all the same. */
  readonly access?: Access;
  /** A suspended account may make it, although it writes. */
  readonly isForSuspended?: true;
  /** A guest of a jam may make it too; every other call for members is refused to guests. */
  readonly isForGuests?: true;
  /**
   * A pupil of a class may make it; every other call, also one for anyone, is refused to their session, but for reading
   * (GET) where the teacher opened the public side.
   */
  readonly isForPupils?: true;
  /** The code of a stage in the header `STAGE_HEADER` opens it for the one jam of that code. */
  readonly isForStages?: true;
  /**
   * The strictest mode of the server in which it is answered. Left out: `read-only` for a GET, else `open`; a call of
   * administrators in each.
   */
  readonly until?: Mode;
  /**
   * It needs a proof of the last ten minutes that the person is there: `always`, or only of an account with a second
   * factor (`second`), where the call itself carries the password.
   */
  readonly asksProof?: 'always' | 'second';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Most bytes of it; left out: as `server/plugins/route.ts` says. */
  readonly bodyBytes?: number;
  /** Fields of a `multipart/form-data` body, in place of `body`; the route reads them by itself. */
  readonly form?: z.ZodType;
  /** Answers with status 302 and nothing but `location`. */
  readonly isRedirect?: true;
  readonly data: z.ZodType;
  /** The answer repeats the fields of `data` beside `ok`, as older clients read them. */
  readonly isFlat?: true;
  readonly errors: readonly ErrorCode[];
}

/**
 * True for a call that a suspended account is refused: it writes for the account, and is not needed to leave or to
 * appeal.
 */
export function isClosedToSuspended(
  endpoint: Pick<Endpoint, 'method' | 'access' | 'isForSuspended'>,
): boolean {
  const { method, access = 'anyone', isForSuspended } = endpoint;
  return method !== 'GET' && access !== 'anyone' && isForSuspended !== true;
}

/** Address of an endpoint on its host; parameters still stand as `:name`. */
export function endpointUrl({ path }: Pick<CallTarget, 'path'>): string {
  return path.startsWith('/api/') ? path : `/api${path}`;
}

/** Signing up, in and out. */
export const AUTH_CALLS = /* @__PURE__ */ named({
  signup: ['POST', '/signup'],
  login: ['POST', '/auth/login'],
  logout: ['POST', '/auth/logout'],
  session: ['GET', '/auth/session'],
  authUser: ['GET', '/auth/user'],
  refresh: ['POST', '/auth/refresh'],
  availability: ['POST', '/accounts/auth/availability'],
  forgotPassword: ['POST', '/auth/forgot-password'],
  passwordReset: ['POST', '/auth/password-reset'],
  passwordChange: ['POST', '/auth/password-change'],
  sessions: ['GET', '/accounts/sessions'],
  endSession: ['DELETE', '/accounts/sessions/:id'],
  endOtherSessions: ['DELETE', '/accounts/sessions'],
  remoteStart: ['POST', '/accounts/auth/remote-login/start'],
  remoteShow: ['GET', '/accounts/auth/remote-login/:remoteToken'],
  remoteLogin: ['POST', '/accounts/auth/remote-login'],
  remoteClaim: ['POST', '/accounts/auth/remote-login/claim'],
  emailLogin: ['POST', '/accounts/auth/email-login'],
  emailLoginShow: ['POST', '/accounts/auth/email-login/show'],
  emailLoginVerify: ['POST', '/accounts/auth/email-login/verify'],
});

/** What an account decided and shows. */
export const ACCOUNT_CALLS = /* @__PURE__ */ named({
  settings: ['GET', '/accounts/settings'],
  changeSettings: ['POST', '/accounts/settings'],
  profile: ['GET', '/accounts/profile/:id'],
  changeProfile: ['POST', '/accounts/profile'],
  profiles: ['POST', '/accounts/profiles/query'],
  accessRights: ['GET', '/accounts/my-access-rights'],
  changeAccessRights: ['POST', '/accounts/my-access-rights'],
  uploadImage: ['POST', '/api/v3/image/upload'],
  avatar: ['GET', '/accounts/:id/avatar'],
  removeAvatar: ['DELETE', '/accounts/avatar'],
  pinTrack: ['POST', '/accounts/profile/track'],
  unpinTrack: ['DELETE', '/accounts/profile/track'],
  exportAccount: ['GET', '/accounts/export'],
  deleteAccount: ['POST', '/accounts/delete'],
});

/** Who follows whom, and where a person played. */
export const PEOPLE_CALLS = /* @__PURE__ */ named({
  following: ['GET', '/accounts/:id/following'],
  followers: ['GET', '/accounts/:id/followers'],
  follow: ['POST', '/accounts/following'],
  unfollow: ['DELETE', '/accounts/following/:id'],
  performances: ['GET', '/accounts/performances/:id'],
  reportProfile: ['POST', '/accounts/:id/report'],
});

/** What an account is told, and where. */
export const NOTIFICATION_CALLS = /* @__PURE__ */ named({
  notifications: ['GET', '/notifications'],
  readNotifications: ['POST', '/notifications/read'],
  unsubscribe: ['POST', '/notifications/unsubscribe/:token'],
  pushState: ['GET', '/notifications/push'],
  subscribePush: ['POST', '/notifications/push'],
  unsubscribePush: ['DELETE', '/notifications/push/:id'],
});

/** Jams, their rifffs, loops and tracks. */
export const JAM_CALLS = /* @__PURE__ */ named({
  myJams: ['GET', '/jam/my-jams'],
  jam: ['GET', '/jam/:id'],
  jamRifffs: ['GET', '/jam/:id/rifffs'],
  rifff: ['GET', '/jam/:id/rifffs/:rifffId'],
  rifffLineage: ['GET', '/jam/:id/rifffs/:rifffId/lineage'],
  rifffsQuery: ['POST', '/jam/rifffs/query'],
  postRifff: ['POST', '/jam/:id/rifffs'],
  remixRifff: ['POST', '/jam/:id/rifffs/:originalId/remix'],
  libraryImport: ['POST', '/jam/:id/loops/library-import'],
  uploadLoop: ['POST', '/jam/:id/loops'],
  uploadTrack: ['POST', '/jam/:id/tracks'],
  jamTracks: ['GET', '/jam/:id/tracks'],
  removeTrack: ['DELETE', '/jam/:id/tracks/:trackId'],
  jamTree: ['GET', '/jam/:id/tree'],
  jamEvents: ['GET', '/jam/:id/events'],
  reportRifff: ['POST', '/jam/:id/rifffs/:rifffId/report'],
  hideRifff: ['POST', '/jam/:id/rifffs/:rifffId/hide'],
  unhideRifff: ['DELETE', '/jam/:id/rifffs/:rifffId/hide'],
  hiddenRifffs: ['GET', '/accounts/hidden-rifffs'],
  removeRifff: ['DELETE', '/jam/:id/rifffs/:rifffId'],
});

/** Rooms, and who is in them. */
export const MEMBER_CALLS = /* @__PURE__ */ named({
  lobby: ['GET', '/jam/lobby'],
  createJam: ['POST', '/jam'],
  changeJam: ['POST', '/jam/:id'],
  jamCover: ['POST', '/jam/:id/cover'],
  removeJamCover: ['DELETE', '/jam/:id/cover'],
  joinJam: ['POST', '/jam/:id/join'],
  leaveJam: ['DELETE', '/jam/:id/join'],
  jamByCode: ['GET', '/jam/code/:code'],
  joinByCode: ['POST', '/jam/code/:code/join'],
  members: ['GET', '/jam/:id/members'],
  removeMember: ['DELETE', '/jam/:id/members/:userId'],
  invites: ['GET', '/jam/:id/codes'],
  makeInvite: ['POST', '/jam/:id/codes'],
  endInvite: ['DELETE', '/jam/:id/codes/:code'],
});

/** What people say in a jam, and who hears whom. */
export const CHAT_CALLS = /* @__PURE__ */ named({
  chat: ['GET', '/jam/:id/feed'],
  postMessage: ['POST', '/jam/:id/messages'],
  postImages: ['POST', '/jam/:id/images'],
  postVoice: ['POST', '/jam/:id/audio'],
  removeMessage: ['DELETE', '/jam/:id/feed/:messageId'],
  reply: ['POST', '/jam/:id/feed/:messageId/reply'],
  react: ['POST', '/jam/:id/feed/:messageId/reactions'],
  unreact: ['DELETE', '/jam/:id/feed/:messageId/reactions/:reaction'],
  reportMessage: ['POST', '/jam/:id/feed/:messageId/report'],
  blocks: ['GET', '/accounts/blocked'],
  block: ['POST', '/accounts/blocked/:userId'],
  unblock: ['DELETE', '/accounts/blocked/:userId'],
});

/** Notices of answers, and figures about answers. */
export const NOTICE_CALLS = /* @__PURE__ */ named({
  notices: ['GET', '/accounts/notices'],
  readNotices: ['POST', '/accounts/notices/read'],
  answerFigures: ['GET', '/moderation/answers'],
});

/** The house band in a jam. */
export const BAND_CALLS = /* @__PURE__ */ named({
  band: ['GET', '/jam/:id/band'],
  inviteBand: ['POST', '/jam/:id/band'],
  dismissBand: ['DELETE', '/jam/:id/band'],
});

/** Bringing jams in from elsewhere, and taking one away whole. */
export const IMPORT_CALLS = /* @__PURE__ */ named({
  bundleKey: ['GET', '/bundle-key'],
  exportJam: ['GET', '/jam/:id/bundle'],
  imports: ['GET', '/imports'],
  beginImport: ['POST', '/imports'],
  importPeople: ['POST', '/imports/:id/people'],
  missingLoops: ['POST', '/imports/:id/loops/missing'],
  importLoop: ['POST', '/imports/:id/loops'],
  importRifffs: ['POST', '/imports/:id/rifffs'],
  importMessages: ['POST', '/imports/:id/messages'],
  finishImport: ['POST', '/imports/:id/finish'],
});

/** Loops of the house. */
export const LIBRARY_CALLS = /* @__PURE__ */ named({
  libraryLoops: ['GET', '/library/loops'],
  libraryRandomLoop: ['GET', '/library/loops/random'],
  libraryPacks: ['GET', '/library/packs'],
  libraryCategories: ['GET', '/library/categories'],
  libraryCreators: ['GET', '/library/creators'],
  libraryRifffs: ['GET', '/library/rifffs'],
  myPacks: ['GET', '/library/my-packs'],
});

/** The public feed. */
export const SHARING_CALLS = /* @__PURE__ */ named({
  share: ['POST', '/rifff-feed/share'],
  unshare: ['DELETE', '/rifff-feed/:id'],
  feed: ['GET', '/rifff-feed/query'],
  sharedBy: ['GET', '/api/v3/feed/shared_by/:userId'],
  sharedRifff: ['GET', '/api/v3/feed/shared_rifff/:id'],
  like: ['POST', '/rifff-feed/:id/like'],
  unlike: ['DELETE', '/rifff-feed/:id/like'],
  report: ['POST', '/rifff-feed/:id/report'],
  hide: ['POST', '/rifff-feed/:id/hide'],
  unhide: ['DELETE', '/rifff-feed/:id/hide'],
  oembed: ['GET', '/oembed'],
});

/** The charts of weeks and their winners. */
export const CHART_CALLS = /* @__PURE__ */ named({
  chart: ['GET', '/rifff-feed/chart'],
  rifffsOfTheWeek: ['GET', '/api/v3/feed/rifff-of-the-week'],
  chooseWinner: ['POST', '/moderation/weeks/:start/winner'],
});

/** What people say about shared rifffs. */
export const COMMENT_CALLS = /* @__PURE__ */ named({
  comments: ['GET', '/rifff-feed/:id/comments'],
  comment: ['POST', '/rifff-feed/:id/comments'],
  removeComment: ['DELETE', '/rifff-feed/:id/comments/:commentId'],
  reportComment: ['POST', '/rifff-feed/:id/comments/:commentId/report'],
});

/** Finding people, rifffs, jams and loops. */
export const SEARCH_CALLS = /* @__PURE__ */ named({
  search: ['GET', '/search'],
});

/** What an account may occupy, the confirming of its address, and invitations. */
export const ALLOWANCE_CALLS = /* @__PURE__ */ named({
  storage: ['GET', '/accounts/storage'],
  confirmEmail: ['POST', '/accounts/email/confirm'],
  resendConfirmation: ['POST', '/accounts/email/confirmation'],
  changeEmail: ['POST', '/accounts/email'],
  invitations: ['GET', '/moderation/invitations'],
  makeInvitation: ['POST', '/moderation/invitations'],
  endInvitation: ['DELETE', '/moderation/invitations/:code'],
});

/** What the operator decided. */
export const SITE_CALLS = /* @__PURE__ */ named({
  site: ['GET', '/site'],
  downloadMacOs: ['GET', '/api/v1/builds/download/macOS'],
  latestDesktop: ['GET', '/api/v1/builds/latest/desktop'],
});
