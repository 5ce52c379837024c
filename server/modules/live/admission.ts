import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { SocketAuthSchema } from '../../../src/data/contract/live.ts';
import { foldCode } from '../../kernel/codes.ts';
import {
  findIdentity,
  hasOffice,
  type Identity,
  presentSuspension,
  readCredential,
} from '../../plugins/identity.ts';
import { rolesOf } from '../../plugins/offices.ts';
import { findPupilsOf } from '../../plugins/pupils.ts';
import { findStageJam } from '../../plugins/stageCode.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import type { Settings } from '../../settings.ts';
import { findReadableJam, mayAnswer, mayChat } from '../jams/access.ts';
import { keepsOrder } from '../jams/clubs.ts';
import { findJam } from '../jams/repo.ts';

/** Who is at the other end of a socket. */
export interface Caller {
  readonly identity: Identity | null;
  readonly isGuest: boolean;
  /** A code of a stage, folded, and its jam: such a socket hears that one room and orders its stages. */
  readonly stage: { readonly code: string; readonly jamId: string } | null;
}

/** A jam as a socket may hear it. */
export interface HeardJam extends Pick<JamRow, 'id' | 'access' | 'lastEvent' | 'channelAccess'> {
  /** When the club of a channel is gone, ms; null while it is not closing. */
  readonly closes: number | null;
  /** May the caller add rifffs? Only then are they shown as making something. */
  readonly mayAnswer: boolean;
  /** May the caller write in its chat? Only then do they knock. */
  readonly mayChat: boolean;
  /** May the caller lead the room? Those who may answer, but for a pupil who is muted. */
  readonly mayLead: boolean;
  /** May the caller order its stages? Those who may lead, and the code of a stage. */
  readonly mayOrder: boolean;
  /** Is the caller shown to the others? Pupils are to their class alone. */
  readonly isShown: boolean;
  /** Has their teacher muted the caller? */
  readonly isMuted?: boolean;
  /** Takes the lead from the host: its owner, and the moderators of a channel. */
  readonly isOwner: boolean;
}

/**
 * Who calls, by what a socket brought. Throws `unauthorised` for a credential or code that is not (or no longer) valid,
 * `forbidden` for a suspended account, `bad_request` for anything else.
 */
export async function admit(
  queries: Queries,
  settings: Pick<Settings, 'admins' | 'moderators'>,
  auth: unknown,
): Promise<Caller> {
  const given = SocketAuthSchema.safeParse(auth ?? {});
  if (!given.success) throw new ApiError('bad_request', 'auth: is not valid');
  const { credential, code } = given.data;
  if (credential !== undefined) {
    const pair = readCredential(`Bearer ${credential}`);
    const identity = pair && (await findIdentity(queries, settings, pair, Date.now()));
    if (!identity) throw new ApiError('unauthorised', 'Sign in to do this');
    if (identity.suspension) throw new ApiError('forbidden', 'Your account is suspended');
    return { identity, isGuest: identity.guestOf !== undefined, stage: null };
  }
  if (code !== undefined) {
    const folded = foldCode(code);
    const jamId = await findStageJam(queries, folded, Date.now());
    if (!jamId) throw new ApiError('unauthorised', 'This code is not valid (any more)');
    return { identity: null, isGuest: false, stage: { code: folded, jamId } };
  }
  return { identity: null, isGuest: false, stage: null };
}

/** A jam by either of its ids, for a caller who may hear it now. Throws `not_found` as the calls do. */
export async function findHeardJam(
  queries: Queries,
  { identity, stage }: Caller,
  jamId: string,
): Promise<HeardJam> {
  if (stage) {
    const jam = await findJam(queries, jamId);
    const opened = await findStageJam(queries, stage.code, Date.now());
    if (!jam || jam.id !== opened) throw new ApiError('not_found', 'There is no such jam');
    const silent = { mayAnswer: false, mayChat: false, mayLead: false, isOwner: false };
    return { ...jam, ...silent, closes: null, mayOrder: true, isShown: true };
  }
  const jam = await findReadableJam(queries, identity, jamId);
  const mayLead = mayAnswer(jam) && !jam.isMuted;
  return {
    ...jam,
    mayAnswer: mayAnswer(jam),
    mayChat: mayChat(jam),
    mayLead,
    mayOrder: mayLead,
    isShown: !identity?.pupilOf || jam.role !== null,
    closes: jam.club?.closes ?? null,
    isOwner: keepsOrder(jam.role),
  };
}

/** What of the caller of a socket may change while it is open. */
export type Standing = Pick<Identity, 'displayName' | 'pupilOf'>;

/**
 * Sessions of these that go on, with what their accounts are called now, and what their class lets pupils do; those that
 * are over, or whose account is suspended or gone, are not there. At most a few hundred at a time.
 */
export async function findStanding(
  queries: Queries,
  settings: Pick<Settings, 'admins' | 'moderators'>,
  sessionIds: readonly string[],
): Promise<Map<string, Standing>> {
  const nowMs = Date.now();
  const rows = await queries
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.userId')
    .leftJoin('suspensions', 'suspensions.userId', 'sessions.userId')
    .leftJoin('offices', 'offices.userId', 'sessions.userId')
    .where('sessions.id', 'in', sessionIds)
    .where('sessions.expires', '>', nowMs)
    .where('accounts.isDeleted', '=', false)
    .select(['sessions.id', 'sessions.userId', 'accounts.displayName', 'accounts.classId'])
    .select(['suspensions.reason', 'suspensions.since', 'suspensions.until', 'offices.office'])
    .execute();
  const isFree = (row: (typeof rows)[number]) =>
    hasOffice(rolesOf(row, settings)) || !presentSuspension(row, nowMs);
  const pupilIds = rows.flatMap(({ userId, classId }) => (classId ? userId : []));
  const pupils = await findPupilsOf(queries, [...new Set(pupilIds)]);
  return new Map(
    rows.filter(isFree).flatMap(({ id, userId, displayName, classId }) => {
      const pupilOf = pupils.get(userId);
      // The class of a pupil is gone, and with it the account.
      if (classId && !pupilOf) return [];
      return [[id, { displayName, ...(pupilOf && { pupilOf }) }]];
    }),
  );
}

/** The address of the client, as calls know it: past so many proxies as the operator believes. */
export function addressOf({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const way = [socket.remoteAddress ?? '', ...forwarded.reverse()];
  return way[Math.min(trustProxy, way.length - 1)]!;
}

/** False for a page of another site: only our own, and programs that are no browser, may open a socket. */
export function isOwnOrigin({ headers }: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  if (!url) return false;
  return url.host === host || (publicUrl !== undefined && url.origin === new URL(publicUrl).origin);
}
