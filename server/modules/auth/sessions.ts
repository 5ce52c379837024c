import { randomBytes } from 'node:crypto';
import type { DeviceSession, Login, Session } from '../../../src/data/contract/auth.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { type Identity, SESSION_MS, sha256 } from '../../plugins/identity.ts';
import { findRoles } from '../../plugins/offices.ts';
import type { PupilOf } from '../../plugins/pupils.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { Settings } from '../../settings.ts';

const SECRET_BYTES = 24;

/** A random secret of 32 letters that fits into an address and a header. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export interface SessionOwner {
  readonly userId: string;
  readonly displayName: string;
  /** Only of a guest: the jam that they came to. */
  readonly guestOf?: string;
  /** Only of a pupil: their class. */
  readonly pupilOf?: PupilOf;
}

type RoleSettings = Pick<Settings, 'admins' | 'moderators'>;

function describeSession(
  { userId, displayName, guestOf, pupilOf }: SessionOwner,
  roles: Identity['roles'],
  times: { issued: number; expires: number },
): Session {
  return {
    user_id: userId,
    roles: [...roles],
    ...times,
    provider: 'local',
    profile: { displayName },
    ...(guestOf !== undefined && { guestOf }),
    ...(pupilOf && { pupilOf }),
  };
}

/** The session of a call, as clients see it. */
export function presentSession(identity: Identity): Session {
  const { issued, expires, roles, suspension } = identity;
  const session = describeSession(identity, roles, { issued, expires });
  return suspension ? { ...session, suspension } : session;
}

export interface NewSession {
  readonly owner: SessionOwner;
  readonly device: string;
  readonly region: string | null;
  readonly nowMs: number;
  /** When the person showed who they are, ms since the epoch; 0 for not yet. */
  readonly proven: number;
  /** The account elsewhere that it came by, and the session there. */
  readonly link?: { readonly id: string; readonly sid: string | null };
}

/** Starts a session and returns it with its credential, which is stored as SHA-256 only. `enter` is how people come in. */
export async function startSession(
  queries: Queries,
  settings: RoleSettings,
  { owner, device, region, nowMs, proven, link }: NewSession,
): Promise<Login> {
  const [token, password] = [newSecret(), newSecret()];
  const expires = nowMs + SESSION_MS;
  await insertRows(queries, 'sessions', {
    tokenHash: sha256(token),
    passwordHash: sha256(password),
    id: newId(nowMs),
    userId: owner.userId,
    created: nowMs,
    expires,
    lastUsed: nowMs,
    device,
    region,
    proven,
    linkId: link?.id ?? null,
    providerSid: link?.sid ?? null,
  });
  const roles = await findRoles(queries, settings, owner.userId);
  const session = describeSession(owner, roles, { issued: nowMs, expires });
  return { ...session, token, password };
}

/**
 * Gives a session a new credential in place of `token`; it ends when it would have ended. Null when the credential
 * was replaced already.
 */
export async function rotateSession(
  queries: Queries,
  identity: Identity,
  token: string,
  nowMs: number,
): Promise<Login | null> {
  const [newToken, newPassword] = [newSecret(), newSecret()];
  const held = { id: identity.sessionId, tokenHash: sha256(token) };
  const renewed = { tokenHash: sha256(newToken), passwordHash: sha256(newPassword) };
  const count = await updateRows(queries, 'sessions', held, { ...renewed, lastUsed: nowMs });
  if (count === 0) return null;
  return { ...presentSession(identity), token: newToken, password: newPassword };
}

/**
 * Ends every session of an account, every sign-in that a device has not collected yet and every link that was mailed but
 * those about new devices: a person who is in by a stolen password must not be able to take them from the owner.
 */
export async function endAllSessions(queries: Queries, userId: string): Promise<void> {
  await removeRows(queries, 'sessions', { userId });
  await queries
    .deleteFrom('tickets')
    .where('userId', '=', userId)
    .where('kind', '!=', 'not-me')
    .execute();
  await removeRows(queries, 'remoteLogins', { userId });
}

/** Ends one session of an account, by the id of lists. False when it has none of that id. */
export async function endSession(queries: Queries, userId: string, id: string): Promise<boolean> {
  return (await removeRows(queries, 'sessions', { userId, id })) > 0;
}

/** Ends every session of an account but this one; returns how many. */
export async function endOtherSessions(queries: Queries, identity: Identity): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('sessions')
    .where('userId', '=', identity.userId)
    .where('id', '!=', identity.sessionId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Where an account is signed in: this device first, then by last use. */
export async function listSessions(
  queries: Queries,
  identity: Identity,
  nowMs: number,
): Promise<DeviceSession[]> {
  const rows = await queries
    .selectFrom('sessions')
    .select(['id', 'created', 'lastUsed', 'device', 'region'])
    .where('userId', '=', identity.userId)
    .where('expires', '>', nowMs)
    .orderBy('lastUsed', 'desc')
    .orderBy('id')
    .execute();
  const sessions = rows.map((row) => ({
    ...row,
    region: row.region ?? null,
    isCurrent: row.id === identity.sessionId,
  }));
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
