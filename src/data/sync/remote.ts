/**
 * The database of an account on its server, in the protocol of CouchDB (https://docs.couchdb.org/en/stable/api/), and
 * what can be asked of it about people. The person's device signs in with its own pair of token and password, never with
 * what somebody typed.
 */
import { HTTP_TIMEOUT_MS } from '../contract/constants.ts';
import { ApiError, ERROR_STATUS, type ErrorCode } from '../contract/errors.ts';
import { readStoredCredential } from '../credential.ts';
import { type Kept, PouchDB } from './database.ts';
import type { KeptDocument } from './documents.ts';

/** Where the server answers in CouchDB's protocol. */
const ROOT = '/db';

/** Name of the database of an account on the server. */
export const remoteName = (account: string): string => `user_appdata$${account}`;

/** Basic authorisation with the pair of this device, as it is when the request goes. */
function authorisation(): Record<string, string> {
  const credential = readStoredCredential();
  return credential === null ? {} : { authorization: `Basic ${btoa(credential)}` };
}

/** The database of an account on its server; nothing is asked before it is used. */
export function remoteOf(account: string, origin = location.origin): Kept {
  const url = `${origin}${ROOT}/${encodeURIComponent(remoteName(account))}`;
  return new PouchDB<KeptDocument>(url, {
    fetch: (address, options = {}) => {
      const headers = new Headers(options.headers);
      for (const [name, value] of Object.entries(authorisation())) headers.set(name, value);
      return PouchDB.fetch(address, { ...options, headers, credentials: 'include' });
    },
  });
}

const codeOf = (status: number): ErrorCode =>
  (Object.entries(ERROR_STATUS).find(([, one]) => one === status)?.[0] ?? 'internal') as ErrorCode;

/**
 * Asks the server something in CouchDB's way: JSON there and back, `{ error, reason }` where it refuses.
 * @param who asks: this device with its pair, or nobody yet
 * @throws ApiError with the HTTP status and the reason; status 0 when the server could not be reached
 */
export async function askCouch<T>(
  method: string,
  path: string,
  body?: unknown,
  who: 'device' | 'nobody' = 'device',
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`${ROOT}/${path}`, {
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
