/** Signing in and up and what belongs to it, as clients of CouchDB ask for it; by the services of our own calls. */
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { DisplayNameSchema } from '../../../src/data/contract/accounts.ts';
import {
  type Login,
  LoginBodySchema,
  PasswordChangeBodySchema,
  SignupBodySchema,
} from '../../../src/data/contract/auth.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { callerOf } from '../../plugins/caller.ts';
import { type Identity, requireProof, suspendedMessage } from '../../plugins/identity.ts';
import { ValidationFailure, validateWith } from '../../plugins/validation.ts';
import type { AuthService } from '../auth/service.ts';
import { badRequest, CouchError, forbidden, missing, unauthorized } from './couchError.ts';
import { asObject } from './requests.ts';

export interface PeopleContext {
  readonly auth: AuthService;
  /** Throws a `ValidationFailure`. */
  readonly changeDisplayName: (identity: Identity, displayName: string) => Promise<void>;
}

const PREFIX = 'org.couchdb.user:';
/** There is one state of an account, so its document has one revision. */
const REV = '1-0';

const pairOf = ({ user_id: name, roles, token, password, expires, profile }: Login) => ({
  ok: true,
  name,
  roles,
  token,
  password,
  expires,
  displayName: profile.displayName,
});

/** Who calls; undefined without a credential. */
export function presentSession(identity: Identity | null) {
  return {
    ok: true,
    userCtx: { name: identity?.userId ?? null, roles: identity?.roles ?? [] },
    info: {
      authentication_handlers: ['default'],
      ...(identity && { authenticated: 'default' }),
    },
  };
}

/**
 * Signs in with name and password, under the limits of our own call. The answer carries the pair that is the credential
 * from then on, and no cookie.
 */
export async function signIn({ auth }: PeopleContext, request: FastifyRequest, body: unknown) {
  const { name, password } = asObject(body);
  const typed = validateWith(LoginBodySchema, { username: name, password }, 'body');
  return pairOf(await auth.login(typed, callerOf(request)));
}

export async function signOut({ auth }: PeopleContext, identity: Identity | null) {
  await auth.sessions.logout(identity);
  return { ok: true };
}

/** The name of a document of `_users`. */
function nameOf(id: string): string {
  if (!id.startsWith(PREFIX)) throw badRequest(`Document id must begin with ${PREFIX}`);
  return id.slice(PREFIX.length);
}

/** The caller's own document of `_users`; those of others do not exist. */
export function presentUser(identity: Identity | null, id: string) {
  const name = nameOf(id);
  if (!identity || identity.userId !== name) throw missing();
  const { roles, displayName } = identity;
  return { _id: id, _rev: REV, type: 'user', name, roles, displayName };
}

/** A new account, or what a guest's becomes; signed in. What clients add of their own is left out. */
async function signUp(
  { auth }: PeopleContext,
  request: FastifyRequest,
  user: Record<string, unknown>,
  guest: Identity | null,
) {
  const { name, password, confirmPassword, email, invitation, productUpdates } = user;
  const given = {
    username: name,
    email,
    password,
    confirmPassword: confirmPassword ?? password,
    ...(invitation !== undefined && { invitation }),
    ...(productUpdates !== undefined && { productUpdates }),
  };
  try {
    const body = validateWith(SignupBodySchema, given, 'body');
    return pairOf(await auth.signup(body, callerOf(request), guest));
  } catch (error) {
    const isTaken = error instanceof ValidationFailure && /already/.test(error.message);
    if (isTaken) throw new CouchError(409, 'conflict', error.message);
    throw error;
  }
}

/** Another password: the present one has to come along. Every session ends, and the answer carries a new pair. */
async function changePassword(
  { auth }: PeopleContext,
  request: FastifyRequest,
  identity: Identity,
  user: Record<string, unknown>,
) {
  requireProof(identity, ENDPOINTS.passwordChange.asksProof);
  const { currentPassword, password, confirmPassword } = user;
  const given = {
    currentPassword,
    newPassword: password,
    confirmPassword: confirmPassword ?? password,
  };
  const body = validateWith(PasswordChangeBodySchema, given, 'body');
  return pairOf(await auth.change(body, identity, callerOf(request)));
}

const NameSchema = z.strictObject({ displayName: DisplayNameSchema });

/**
 * Writes a document of `_users`. With a password it is a new account, and of the caller's own a change of password; the
 * name to be shown by changes with `displayName`, or where the document is put under another name than the caller's own:
 * a user name never changes.
 */
export async function putUser(
  context: PeopleContext,
  request: FastifyRequest,
  { identity, id, body }: { identity: Identity | null; id: string; body: unknown },
) {
  const user = asObject(body);
  const name = nameOf(id);
  if (user.name !== name) throw badRequest('name must be as in the document id');
  const done = { id, rev: REV };
  const isOwn = identity?.userId === name;
  const isGuest = identity?.guestOf !== undefined;
  if (user.password !== undefined && (!isOwn || isGuest)) {
    return { ...(await signUp(context, request, user, isGuest ? identity : null)), ...done };
  }
  if (!identity) throw unauthorized();
  const changed =
    user.password === undefined
      ? { ok: true }
      : await changePassword(context, request, identity, user);
  const shown = isOwn ? user.displayName : name;
  if (shown !== undefined && shown !== identity.displayName) {
    if (identity.suspension) throw forbidden(suspendedMessage(identity.suspension));
    const { displayName } = validateWith(NameSchema, { displayName: shown }, 'body');
    await context.changeDisplayName(identity, displayName);
  }
  return { ...changed, ...done };
}
