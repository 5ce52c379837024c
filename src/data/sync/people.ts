/**
 * What can be asked of a CouchDB about people (https://docs.couchdb.org/en/stable/api/server/authn.html). The person's
 * device signs in with its own pair of token and password, never with what a person typed.
 */

import { HTTP_TIMEOUT_MS } from '../contract/constants.ts';
import { ApiError, ERROR_STATUS, type ErrorCode } from '../contract/errors.ts';
import { readStoredCredential, storeCredential } from '../credential.ts';
import { homeUrl } from '../rules/site/base.ts';

/** Where the server answers in CouchDB's protocol. */
export const ROOT = '/db';

/** Basic authorisation with the pair of this device, as it is when the request goes. */
export function authorisation(): Record<string, string> {
  const credential = readStoredCredential();
  return credential === null ? {} : { authorization: `Basic ${btoa(credential)}` };
}

const codeOf = (status: number): ErrorCode =>
  (Object.entries(ERROR_STATUS).find(([, one]) => one === status)?.[0] ?? 'internal') as ErrorCode;

/**
 * Asks the server something in CouchDB's way: JSON there and back, `{ error, reason }` where it refuses.
 * @param who asks: this device with its pair, or no account yet
 * @throws ApiError with the HTTP status and the reason; status 0 when the server could not be reached
 */
async function askCouch<T>(
  method: string,
  path: string,
  body?: unknown,
  who: 'device' | 'nobody' = 'device',
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`${homeUrl()}${ROOT}/${path}`, {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(who === 'device' && authorisation()),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(HTTP_TIMEOUT_MS),
    });
  } catch (cause) {
    throw new ApiError('unavailable', 'The server could not be reached', String(cause), 0);
  }
  const answer = (await response.json().catch(() => null)) as { reason?: string } | null;
  if (response.ok) return answer as T;
  const message = answer?.reason ?? `The server answered ${response.status}`;
  throw new ApiError(codeOf(response.status), message, answer, response.status);
}

/** Who is signed in now, with the pair that is the credential from then on. */
interface CouchLogin {
  ok: boolean;
  name: string;
  roles: string[];
  token: string;
  password: string;
}

interface NewUser {
  readonly name: string;
  readonly password: string;
  /** What else the server wants to know: ours an address, and an invitation where it asks for one. */
  readonly metadata: Readonly<{ email: string } & Record<string, unknown>>;
}

/** Calls about people, as PouchDB's plug-in for authentication makes them (pouchdb-authentication 1.1.3). */
export interface UserCalls {
  /** @throws ApiError 401 for a name or password that is not right */
  logIn(name: string, password: string): Promise<CouchLogin>;
  /** Makes an account. @throws ApiError as the server refused it */
  signUp(user: NewUser): Promise<CouchLogin>;
  /** Makes an account that may administer the server. Ours takes its administrators from its settings and refuses. */
  signUpAdmin(user: Omit<NewUser, 'metadata'>): Promise<void>;
  /** Every session ends; this device goes on with a new pair. */
  changePassword(name: string, password: string, currentPassword: string): Promise<CouchLogin>;
  /** Changes the name to be shown: a user name never changes. */
  changeUsername(name: string, newName: string): Promise<void>;
}

/** Id of the document of a person. */
const userId = (name: string) => `org.couchdb.user:${name}`;
const userPath = (name: string) => `_users/${encodeURIComponent(userId(name))}`;

/** Asked of the server of this page. */
export const REMOTE_CALLS: UserCalls = {
  logIn: (name, password) => askCouch('POST', '_session', { name, password }, 'nobody'),
  signUp({ name, password, metadata }) {
    const document = { ...metadata, _id: userId(name), type: 'user', roles: [], name, password };
    return askCouch('PUT', userPath(name), document, 'nobody');
  },
  async signUpAdmin({ name, password }) {
    await askCouch('PUT', `_node/_local/_config/admins/${encodeURIComponent(name)}`, password);
  },
  async changePassword(name, password, currentPassword) {
    const user = await askCouch<object>('GET', userPath(name));
    const changed = { ...user, password, currentPassword };
    const login = await askCouch<CouchLogin>('PUT', userPath(name), changed);
    storeCredential(`${login.token}:${login.password}`);
    return login;
  },
  async changeUsername(name, newName) {
    const user = await askCouch<object>('GET', userPath(name));
    await askCouch('PUT', userPath(newName), { ...user, _id: userId(newName), name: newName });
  },
};
