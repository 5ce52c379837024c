import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Scope } from '../../src/data/contract/auth.ts';
import { type Endpoint, isClosedToSuspended } from '../../src/data/contract/endpoints.ts';
import { ApiError } from '../../src/data/contract/errors.ts';
import { PROOF_MS } from '../../src/data/contract/factors.ts';
import type { Suspension } from '../../src/data/contract/moderation.ts';
import type { Queries } from '../ports/database/database.ts';
import { type MarkOf, runPrepared } from '../ports/database/prepared.ts';
import type { Settings } from '../settings.ts';
import { isCallRoute } from './address.ts';
import { isNoRoom } from './errors.ts';
import { rolesOf } from './offices.ts';
import { findPupilsOf, type PupilOf } from './pupils.ts';
import { stageJamOf } from './stageCode.ts';

/** A session ends this long after signing in, however often it is used or renewed. */
export const SESSION_MS = 90 * 24 * 3_600_000;
/** Use of a session is written down this often at most. */
const TOUCH_MS = 10 * 60_000;

/** Who calls, as their session says. */
export interface Identity {
  readonly userId: string;
  readonly displayName: string;
  readonly roles: readonly Scope[];
  readonly sessionId: string;
  /** Milliseconds since the epoch. */
  readonly issued: number;
  readonly expires: number;
  /** When this session last showed who is there; 0 for never. */
  readonly provenAt: number;
  /** The account has a passkey or time codes, so that a password is not enough. */
  readonly hasSecondFactor: boolean;
  /** Only while the account is suspended. */
  readonly suspension?: Suspension;
  /** Only for a guest: short id of the jam that they came to. */
  readonly guestOf?: string;
  /** Only for a pupil: the class that holds the account, and what it lets them do. */
  readonly pupilOf?: PupilOf;
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
    /** Short id of the jam whose stage asks; null without the code of one. */
    stageOf: string | null;
  }
}

/**
 * Who reads: an account, which may be a pupil's, or the stage of one jam (short id), which sees what everybody in the jam
 * sees. Null is anyone.
 */
export type Reader = {
  readonly userId?: string;
  readonly pupilOf?: PupilOf;
  readonly stageOf?: string;
} | null;

/** A credential as a request carries it. */
export interface Credential {
  readonly token: string;
  readonly password: string;
}

/** SHA-256 in hex: how tokens are stored. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

const PAIR = /^([A-Za-z0-9_-]{16,128}):([A-Za-z0-9_-]{16,128})$/;

/** Reads `Basic`, in base64 as clients of CouchDB send it, with the pair as user and password. Anything else is null. */
export function readBasic(authorization: string | undefined): Credential | null {
  const [, value] = /^Basic +(\S{1,512})$/i.exec(authorization ?? '') ?? [];
  return value === undefined ? null : readCredential(`Bearer ${value}`);
}

/** Reads `Bearer token:password`, plain or in base64. Anything else is null. */
export function readCredential(authorization: string | undefined): Credential | null {
  const [, value = ''] = /^Bearer +(\S{1,512})$/i.exec(authorization ?? '') ?? [];
  const found = PAIR.exec(value) ?? PAIR.exec(Buffer.from(value, 'base64').toString('latin1'));
  const [, token, password] = found ?? [];
  return token && password ? { token, password } : null;
}

/** True for moderators and administrators. */
export function hasOffice(roles: readonly Scope[]): boolean {
  return roles.includes('moderator') || roles.includes('admin');
}

/** A suspension out of a joined row; undefined where there is none, or its time is over. */
export function presentSuspension(
  row: { reason: string | null; since: number | null; until: number | null },
  nowMs: number,
): Suspension | undefined {
  const { reason, since, until } = row;
  if (reason === null || since === null) return undefined;
  return until !== null && until <= nowMs ? undefined : { reason, since, until };
}

/** What a suspended account is told when it tries to write. */
export function suspendedMessage({ reason, until }: Suspension): string {
  const end = until === null ? '' : ` It ends on ${new Date(until).toISOString().slice(0, 10)}.`;
  const stop = /[.!?]$/.test(reason) ? '' : '.';
  return `Your account is suspended: ${reason}${stop}${end} You can appeal on your account page`;
}

/** The session of a token with its account: every call of an account that is signed in asks for it. */
const sessionQuery = (queries: Queries) => (mark: MarkOf<{ tokenHash: string; nowMs: number }>) =>
  queries
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.userId')
    .leftJoin('suspensions', 'suspensions.userId', 'sessions.userId')
    .leftJoin('offices', 'offices.userId', 'sessions.userId')
    .where('sessions.tokenHash', '=', mark('tokenHash'))
    .where('sessions.expires', '>', mark('nowMs'))
    .where('accounts.isDeleted', '=', false)
    .select([
      'sessions.id',
      'sessions.userId',
      'sessions.passwordHash',
      'sessions.created',
      'sessions.expires',
      'sessions.lastUsed',
      'sessions.proven',
      'accounts.displayName',
      'accounts.guestOf',
      'accounts.classId',
      'accounts.hasSecondFactor',
      'suspensions.reason',
      'suspensions.since',
      'suspensions.until',
      'offices.office',
    ]);

/**
 * The session of a credential, or null when there is none, it has ended, or its account is gone. Its use is written
 * down now and then.
 */
export async function findIdentity(
  queries: Queries,
  settings: Pick<Settings, 'admins' | 'moderators'>,
  { token, password }: Credential,
  nowMs: number,
): Promise<Identity | null> {
  const values = { tokenHash: sha256(token), nowMs };
  const [row] = await runPrepared(queries, 'session', sessionQuery(queries), values);
  if (!row) return null;
  const given = Buffer.from(sha256(password), 'hex');
  if (!timingSafeEqual(given, Buffer.from(row.passwordHash, 'hex'))) return null;
  if (nowMs - row.lastUsed >= TOUCH_MS) {
    await queries
      .updateTable('sessions')
      .set({ lastUsed: nowMs })
      .where('id', '=', row.id)
      .execute()
      .catch((error: unknown) => {
        // Callers who only read need not know that nothing can be written.
        if (!isNoRoom(error)) throw error;
      });
  }
  const { userId } = row;
  const pupilOf = row.classId ? (await findPupilsOf(queries, [userId])).get(userId) : undefined;
  // A session of a class that is gone ends with its account.
  if (row.classId && !pupilOf) return null;
  const roles = rolesOf(row, settings);
  const suspension = hasOffice(roles) ? undefined : presentSuspension(row, nowMs);
  return {
    userId,
    displayName: row.displayName,
    roles,
    sessionId: row.id,
    issued: row.created,
    expires: row.expires,
    provenAt: row.proven ?? 0,
    hasSecondFactor: row.hasSecondFactor === true,
    ...(suspension && { suspension }),
    ...(row.guestOf && { guestOf: row.guestOf }),
    ...(pupilOf && { pupilOf }),
  };
}

/**
 * Puts the identity of the caller, and the jam whose stage it is, on every request to `/api` and `/media`. A credential
 * or code that is not valid counts as none: calls for anyone go on, the others answer 401.
 */
export function installIdentity(app: FastifyInstance, queries: Queries, settings: Settings): void {
  app.decorateRequest('identity', null);
  app.decorateRequest('stageOf', null);
  app.addHook('onRequest', async (request) => {
    if (!isCallRoute(request.routeOptions.url)) return;
    const credential = readCredential(request.headers.authorization);
    if (credential) {
      request.identity = await findIdentity(queries, settings, credential, Date.now());
    }
    request.stageOf = await stageJamOf(queries, request);
  });
}

/**
 * Throws `proof_required` where the session showed too long ago who is there.
 * @param asked `second` asks only accounts with a second factor: the call itself carries the password
 */
export function requireProof(
  { provenAt, hasSecondFactor }: Pick<Identity, 'provenAt' | 'hasSecondFactor'>,
  asked: NonNullable<Endpoint['asksProof']>,
): void {
  if (asked === 'second' && !hasSecondFactor) return;
  if (Date.now() - provenAt <= PROOF_MS) return;
  throw new ApiError('proof_required', 'Show once more that it is you');
}

/** Throws `forbidden` for a pupil where the call is not for them: the rule stands at `isForPupils` of the endpoint. */
function refusePupil(
  identity: Identity | null,
  { method, isForPupils }: Pick<Endpoint, 'method' | 'isForPupils'>,
): void {
  if (!identity?.pupilOf || isForPupils) return;
  if (identity.pupilOf.isOpen && method === 'GET') return;
  throw new ApiError('forbidden', 'This is not open to your class: ask your teacher');
}

/**
 * Throws 401 without a session, 403 without the scope that the endpoint asks for, 403 for a guest where only people with
 * an account of their own may, 403 with the reason where a suspended account may not make the call, and 403 with
 * `proof_required` where it asks for a proof that the session lacks.
 */
export function requireAccess(
  request: FastifyRequest,
  endpoint: Pick<
    Endpoint,
    'method' | 'access' | 'isForSuspended' | 'isForGuests' | 'isForPupils' | 'asksProof'
  >,
): void {
  const { access = 'anyone' } = endpoint;
  const { identity } = request;
  refusePupil(identity, endpoint);
  if (access === 'anyone') return;
  if (!identity) throw new ApiError('unauthorised', 'Sign in to do this');
  if (access === 'moderator' && !hasOffice(identity.roles)) {
    throw new ApiError('forbidden', 'Only moderators may do this');
  }
  if (access === 'admin' && !identity.roles.includes('admin')) {
    throw new ApiError('forbidden', 'Only administrators may do this');
  }
  if (identity.guestOf !== undefined && endpoint.isForGuests !== true) {
    throw new ApiError('forbidden', 'Sign up to do this: what you made as a guest stays yours');
  }
  if (identity.suspension && isClosedToSuspended(endpoint)) {
    throw new ApiError('forbidden', suspendedMessage(identity.suspension));
  }
  if (endpoint.asksProof) requireProof(identity, endpoint.asksProof);
}
