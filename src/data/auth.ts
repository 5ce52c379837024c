/** Signing up, in and out: the calls, and what they change in the session of this device. */

import { call } from './client.ts';
import type { AccountSettings } from './contract/accounts.ts';
import { ApiError } from './contract/apiError.ts';
import type { Login, Session, SignupBody } from './contract/auth.ts';
import { ACCOUNT_CALLS, AUTH_CALLS } from './contract/calls.ts';
import {
  SYNC_RETRY_BASE_MS,
  SYNC_RETRY_FACTOR,
  SYNC_RETRY_MAX_MS,
  TERMS_VERSION,
} from './contract/constants.ts';
import { readStoredCredential, storeCredential } from './credential.ts';
import { resetSession, session, setBusy, setSettings, setUser } from './stores/session.ts';

/** Grows with every sign-in and sign-out: an older answer about the user is then no longer of interest. */
let era = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let retryMs = SYNC_RETRY_BASE_MS;

function newEra(): number {
  clearTimeout(retry);
  retry = undefined;
  era += 1;
  return era;
}

/** Did the server say nothing about the credential? It was not reached, or could not answer now. */
function saidNothing(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
  );
}

async function readUser(): Promise<[Session, AccountSettings]> {
  return Promise.all([call(AUTH_CALLS.session), call(ACCOUNT_CALLS.settings)]);
}

function askAgainLater(): void {
  retry = setTimeout(() => void fetchUser(), retryMs);
  retryMs = Math.min(SYNC_RETRY_MAX_MS, retryMs * SYNC_RETRY_FACTOR);
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    if (retry !== undefined) void fetchUser();
  });
}

/**
 * Asks who is signed in on this device; called once at the start and after every sign-in. A refusal resets
 * the session. While the server cannot be asked the credential is kept, and it is asked again with the
 * back-off of sync (1 s, then three times as long, at most 60 s, at once when the network returns).
 */
export async function fetchUser(): Promise<void> {
  const mine = newEra();
  if (readStoredCredential() === null) return resetSession();
  try {
    const [user, settings] = await readUser();
    if (mine !== era) return;
    retryMs = SYNC_RETRY_BASE_MS;
    setUser(user, settings);
  } catch (error) {
    if (mine !== era) return;
    if (saidNothing(error)) askAgainLater();
    else forgetSession();
  }
}

/** Signs this device out without asking the server: it does not know the credential any more. */
export function forgetSession(): void {
  newEra();
  storeCredential(null);
  resetSession();
}

/** Puts a session in place that the server has just made, and asks for the settings of its account. */
export async function takeLogin(login: Login): Promise<void> {
  storeCredential(`${login.token}:${login.password}`);
  await fetchUser();
  if (session.status === 'in' || readStoredCredential() === null) return;
  // Signed in, although the network went before the rest was known.
  const { user_id, roles, issued, expires, provider, profile } = login;
  setUser({ user_id, roles, issued, expires, provider, profile }, null);
}

async function busily<T>(task: () => Promise<T>): Promise<T> {
  setBusy(true);
  try {
    return await task();
  } finally {
    setBusy(false);
  }
}

/**
 * Signs in with a name or an address.
 * @throws ApiError as the server answered
 */
export function signIn(body: { username: string; password: string }): Promise<void> {
  return busily(async () => {
    forgetSession();
    const login = await call(AUTH_CALLS.login, { body });
    await takeLogin(login);
  });
}

/**
 * Makes an account that has accepted the terms, and signs it in.
 * @throws ApiError as the server answered; `data.validationErrors` names fields
 */
export function signUp(body: SignupBody): Promise<void> {
  return busily(async () => {
    forgetSession();
    const login = await call(AUTH_CALLS.signup, { body });
    storeCredential(`${login.token}:${login.password}`);
    // The account exists whatever happens here: without this answer the terms are asked for again.
    await changeSettings({ termsVersionAccepted: TERMS_VERSION }).catch(() => {});
    await takeLogin(login);
  });
}

/**
 * Ends the session here at once and on the server as soon as it hears of it; its errors are ignored.
 * @returns when the server has answered or failed to
 */
export async function signOut(): Promise<void> {
  // The call takes the credential along before it is forgotten.
  const told = call(AUTH_CALLS.logout).catch(() => {});
  forgetSession();
  await told;
}

/**
 * Changes settings of the account.
 * @throws ApiError as the server answered
 */
export async function changeSettings(
  settings: Partial<Pick<AccountSettings, 'termsVersionAccepted' | 'productUpdates'>>,
): Promise<void> {
  setSettings(await call(ACCOUNT_CALLS.changeSettings, { body: { settings } }));
}
