/** Who is signed in on this device. Changed only by the functions here; the credential is in `credential.ts`. */
import { proxy } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import type { AccountSettings } from '../contract/accounts.ts';
import type { ClassMay, Scope, Session } from '../contract/auth.ts';
import { rememberAccount } from '../sync/account.ts';
import { learnPerson } from './people.ts';

export interface SessionState {
  /** `unknown` until the stored credential was asked about; it may be so for long without a network. */
  status: 'unknown' | 'out' | 'in';
  user: (Session & { settings: AccountSettings | null }) | null;
  /** A sign-in or sign-out is under way. */
  isBusy: boolean;
}

export const session = proxy<SessionState>({ status: 'unknown', user: null, isBusy: false });

/** Puts a signed-in user in place. */
export function setUser(user: Session, settings: AccountSettings | null): void {
  rememberAccount(user.user_id);
  learnPerson(user.user_id, user.profile.displayName);
  session.user = { ...user, settings };
  session.status = 'in';
}

/** Puts settings in place after they changed. */
export function setSettings(settings: AccountSettings): void {
  if (session.user) session.user.settings = settings;
}

/** Puts an address in place that still has to be confirmed, or says that it was. */
export function setAddress(
  change: Partial<Pick<AccountSettings, 'email' | 'awaitsConfirmation'>>,
): void {
  if (session.user?.settings) Object.assign(session.user.settings, change);
}

/** Puts the name in place after it changed. */
export function setDisplayName(displayName: string): void {
  if (!session.user) return;
  session.user.profile.displayName = displayName;
  learnPerson(session.user.user_id, displayName);
  if (session.user.settings) session.user.settings.displayName = displayName;
}

/** No account is signed in. */
export function resetSession(): void {
  session.user = null;
  session.status = 'out';
}

export function setBusy(isBusy: boolean): void {
  session.isBusy = isBusy;
}

/** Is it a guest of a jam who is signed in: without password, address and settings? */
export function isGuest(): boolean {
  return session.user?.guestOf !== undefined;
}

/** Is it a pupil of a class who is signed in: their teacher made the account, and they reach nothing outside of the class? */
export function isPupil(): boolean {
  return session.user?.pupilOf !== undefined;
}

/** Calls `listener` with each other person, or other words about them. @returns what stops it */
export function onUser(listener: (user: SessionState['user']) => void): () => void {
  return subscribeKey(session, 'user', listener);
}

/** What the class of this pupil lets them do, as the server has just told it. */
export function setClassMay({ isOpen, isMuted, isPaused }: ClassMay): void {
  const { user } = session;
  if (!user?.pupilOf) return;
  session.user = { ...user, pupilOf: { ...user.pupilOf, isOpen, isMuted, isPaused } };
}

/** Does the signed-in user have a scope? */
export function hasScope(scope: Scope): boolean {
  return session.user?.roles.includes(scope) ?? false;
}
