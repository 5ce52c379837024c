import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Scope } from '../../src/data/contract/auth.ts';
import type { Access } from '../../src/data/contract/endpoints.ts';
import { ApiError } from '../../src/data/contract/errors.ts';
import type { Queries } from '../ports/database/database.ts';
import type { Settings } from '../settings.ts';
import { isNoRoom } from './errors.ts';

/** A session ends this long after it was last used. */
export const SESSION_MS = 180 * 24 * 3_600_000;
/** Use of a session is written down this often at most. */
const TOUCH_MS = 10 * 60_000;

/** Who calls, as their session says. Roles come from the settings of the server alone. */
export interface Identity {
  readonly userId: string;
  readonly displayName: string;
  readonly roles: readonly Scope[];
  readonly sessionId: string;
  /** Milliseconds since the epoch. */
  readonly issued: number;
  readonly expires: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
  }
}

/** A credential as a request carries it. */
export interface Credential {
  readonly token: string;
  readonly password: string;
}

/** SHA-256 in hex: how tokens are stored. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const PAIR = /^([A-Za-z0-9_-]{16,128}):([A-Za-z0-9_-]{16,128})$/;

/** Reads `Bearer token:password`, plain or in base64. Anything else is null. */
export function readCredential(authorization: string | undefined): Credential | null {
  const [, value = ''] = /^Bearer +(\S{1,512})$/i.exec(authorization ?? '') ?? [];
  const found = PAIR.exec(value) ?? PAIR.exec(Buffer.from(value, 'base64').toString('latin1'));
  const [, token, password] = found ?? [];
  return token && password ? { token, password } : null;
}

/** Roles of an account: `user`, and what the operator's settings add. */
export function rolesOf(
  userId: string,
  settings: Pick<Settings, 'admins' | 'moderators'>,
): readonly Scope[] {
  const folded = userId.toLowerCase();
  const roles: Scope[] = ['user'];
  if (settings.admins.has(folded)) roles.push('admin');
  if (settings.moderators.has(folded)) roles.push('moderator');
  return roles;
}

/**
 * The session of a credential, or null when there is none, it has ended, or its account is gone. Using a
 * session gives it its full time again.
 */
export async function findIdentity(
  queries: Queries,
  settings: Pick<Settings, 'admins' | 'moderators'>,
  { token, password }: Credential,
  nowMs: number,
): Promise<Identity | null> {
  const row = await queries
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.userId')
    .where('sessions.tokenHash', '=', sha256(token))
    .where('sessions.expires', '>', nowMs)
    .where('accounts.isDeleted', '=', false)
    .select([
      'sessions.id',
      'sessions.userId',
      'sessions.passwordHash',
      'sessions.created',
      'sessions.expires',
      'sessions.lastUsed',
      'accounts.displayName',
    ])
    .executeTakeFirst();
  if (!row) return null;
  const given = Buffer.from(sha256(password), 'hex');
  if (!timingSafeEqual(given, Buffer.from(row.passwordHash, 'hex'))) return null;
  const isTouched = nowMs - row.lastUsed >= TOUCH_MS;
  const expires = isTouched ? nowMs + SESSION_MS : row.expires;
  if (isTouched) {
    await queries
      .updateTable('sessions')
      .set({ lastUsed: nowMs, expires })
      .where('id', '=', row.id)
      .execute()
      .catch((error: unknown) => {
        // Whoever only reads need not know that nothing can be written.
        if (!isNoRoom(error)) throw error;
      });
  }
  return {
    userId: row.userId,
    displayName: row.displayName,
    roles: rolesOf(row.userId, settings),
    sessionId: row.id,
    issued: row.created,
    expires,
  };
}

/**
 * Puts the identity of the caller on every request to `/api` and `/media`. A credential that is not valid counts as
 * none: calls for anyone go on, the others answer 401.
 */
export function installIdentity(app: FastifyInstance, queries: Queries, settings: Settings): void {
  app.decorateRequest('identity', null);
  app.addHook('onRequest', async (request) => {
    if (!/^\/(api|media)\//.test(request.url)) return;
    const credential = readCredential(request.headers.authorization);
    if (credential) {
      request.identity = await findIdentity(queries, settings, credential, Date.now());
    }
  });
}

/** Throws 401 without a session and 403 without the scope that `access` asks for. */
export function requireAccess(request: FastifyRequest, access: Access): void {
  if (access === 'anyone') return;
  const { identity } = request;
  if (!identity) throw new ApiError('unauthorised', 'Sign in to do this');
  const isModerator = identity.roles.includes('moderator') || identity.roles.includes('admin');
  if (access === 'moderator' && !isModerator) {
    throw new ApiError('forbidden', 'Only moderators may do this');
  }
}
