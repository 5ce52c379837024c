/** Signing up, in and out: the calls, and what they change in the session of this device. */

import { call } from './client.ts';
import type { AccountSettings, SettingsChanges } from './contract/accounts.ts';
import type { Login, Session, SignupBody } from './contract/auth.ts';
import { ACCOUNT_CALLS, AUTH_CALLS } from './contract/calls.ts';
import { TERMS_VERSION } from './contract/constants.ts';
import { ApiError } from './contract/errors.ts';
import type { SecondStep } from './contract/factors.ts';
import { credentialSince, readStoredCredential, storeCredential } from './credential.ts';
import { keepUser, readKeptUser } from './keptUser.ts';
import { Retry } from './retry.ts';
import { isGuest, resetSession, session, setBusy, setSettings, setUser } from './stores/session.ts';
import { tellWorker } from './worker.ts';

/** Grows with every sign-in and sign-out: an older answer about the user is then no longer of interest. */
let era = 0;
const retry = new Retry();

/** A credential is renewed once this share of its time is over. */
const REFRESH_SHARE = 0.25;
/** Towards the end of a session, which no renewal puts off, it is not renewed oftener than this. */
const REFRESH_LEAST_MS = 7 * 24 * 3_600_000;

function newEra(): number {
  retry.stop();
  era += 1;
  return era;
}

/** Did the server say nothing about the credential? It was not reached, or could not answer now. */
function saidNothing(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
  );
}

/** Who is signed in, without the credential. */
function userOf({ token: _token, password: _password, ...user }: Login): Session {
  return user;
}

/** Who is signed in, with the settings of the account; a guest of a jam has none, and does not ask for them. */
async function readUser(): Promise<[Session, AccountSettings | null]> {
  const settings = () => call(ACCOUNT_CALLS.settings);
  const kept = readKeptUser();
  if (kept && kept.guestOf === undefined)
    return Promise.all([call(AUTH_CALLS.session), settings()]);
  const user = await call(AUTH_CALLS.session);
  return [user, user.guestOf === undefined ? await settings() : null];
}

/** Is it time for a new credential? One whose session ends by itself is renewed long before that. */
function isDue(): boolean {
  if (!session.user) return false;
  const since = credentialSince();
  const shareMs = REFRESH_SHARE * (session.user.expires - since);
  return Date.now() - since >= Math.max(REFRESH_LEAST_MS, shareMs);
}

async function refreshNow(): Promise<void> {
  const credential = readStoredCredential();
  // Another tab has done it meanwhile.
  if (credential === null || !isDue()) return;
  try {
    const login = await call(AUTH_CALLS.refresh);
    // A person signed out or in while it was under way.
    if (readStoredCredential() !== credential) return;
    const renewed = `${login.token}:${login.password}`;
    storeCredential(renewed);
    tellWorker({ type: 'renewed', was: `Bearer ${credential}`, is: `Bearer ${renewed}` });
    setUser(userOf(login), session.user?.settings ?? null);
    keepUser(userOf(login));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) forgetSession();
  }
}

/**
 * Renews the credential of this device when it is time, one tab at a time. A refusal resets the session; any other
 * failure is left until the next start, or until the page comes into view again.
 */
async function refreshSession(): Promise<void> {
  if (!isDue()) return;
  if ('locks' in navigator) await navigator.locks.request('rondo/refresh', refreshNow);
  else await refreshNow();
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    if (retry.isPlanned) void fetchUser();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshSession();
  });
}

/**
 * Asks who is signed in on this device; called once at the start and after every sign-in. A refusal resets
 * the session. While the server cannot be asked the credential is kept, the last known person is signed in, and
 * it is asked again with the back-off of sync (1 s, then three times as long, at most 60 s, at once when the network
 * returns).
 */
export async function fetchUser(): Promise<void> {
  const mine = newEra();
  if (readStoredCredential() === null) return resetSession();
  try {
    const [user, settings] = await readUser();
    if (mine !== era) return;
    retry.reset();
    setUser(user, settings);
    keepUser(user);
  } catch (error) {
    if (mine !== era) return;
    if (!saidNothing(error)) return forgetSession();
    const kept = session.status === 'unknown' ? readKeptUser() : null;
    if (kept) setUser(kept, null);
    retry.putOff();
    retry.plan(() => void fetchUser());
    return;
  }
  await refreshSession();
}

/** Signs this device out without asking the server: it does not know the credential any more. */
export function forgetSession(): void {
  newEra();
  storeCredential(null);
  keepUser(null);
  tellWorker({ type: 'signedOut' });
  resetSession();
}

/** Puts a session in place that the server has just made, and asks for the settings of its account. */
export async function takeLogin(login: Login): Promise<void> {
  storeCredential(`${login.token}:${login.password}`);
  keepUser(userOf(login));
  await fetchUser();
  if (session.status === 'in' || readStoredCredential() === null) return;
  // Signed in, although the network went before the rest was known.
  setUser(userOf(login), null);
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
 * Signs in by a call that answers with a session. Who was signed in here before is forgotten first.
 * @throws ApiError as the server answered
 */
export function signInBy(ask: () => Promise<Login>): Promise<void> {
  return busily(async () => {
    forgetSession();
    await takeLogin(await ask());
  });
}

/**
 * Signs in with a name or an address.
 * @throws ApiError as the server answered; `secondStepOf` tells whether a second step is asked for
 */
export function signIn(body: { username: string; password: string }): Promise<void> {
  return signInBy(() => call(AUTH_CALLS.login, { body }));
}

/** The second step that an answer to a right password asks for; null where it is another failure. */
export function secondStepOf(error: unknown): SecondStep | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor') return null;
  return (error.data as { secondFactor?: SecondStep } | null)?.secondFactor ?? null;
}

/**
 * Makes an account that has accepted the terms by a call, and signs it in. A guest stays who they are: the call takes their
 * credential along, and where it fails they are a guest as before.
 * @throws ApiError as the server answered; `data.validationErrors` names fields
 */
export function signUpBy(make: () => Promise<Login>): Promise<void> {
  return busily(async () => {
    if (!isGuest()) forgetSession();
    const login = await make();
    newEra();
    storeCredential(`${login.token}:${login.password}`);
    // The account exists whatever happens here: without this answer the terms are asked for again.
    await changeSettings({ termsVersionAccepted: TERMS_VERSION }).catch(() => {});
    await takeLogin(login);
  });
}

/** The same with a password. @param make another call that makes an account */
export const signUp = (
  body: SignupBody,
  make = (account: SignupBody): Promise<Login> => call(AUTH_CALLS.signup, { body: account }),
): Promise<void> => signUpBy(() => make(body));

/**
 * Ends the session here at once and on the server as soon as it hears of it; its errors are ignored.
 * @returns once the server has answered or failed to: where to go to be signed out at the provider, too, by which the
 * person had signed in; null for nowhere
 */
export async function signOut(): Promise<string | null> {
  // The call takes the credential along before it is forgotten.
  const told = call(AUTH_CALLS.logout).catch(() => null);
  forgetSession();
  return (await told)?.endSession ?? null;
}

/**
 * Changes settings of the account.
 * @throws ApiError as the server answered
 */
export async function changeSettings(settings: SettingsChanges): Promise<void> {
  setSettings(await call(ACCOUNT_CALLS.changeSettings, { body: { settings } }));
}
