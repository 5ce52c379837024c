/**
 * Who the credential of this device was last known to be, for starts without a network: what is made then is theirs and
 * goes when the server is back, which says whether they still are. Nothing is let in by it.
 */
import type { Session } from './contract/auth.ts';
import { readStoredCredential } from './credential.ts';

const KEY = 'rondo/user';

interface Note {
  readonly user: Session;
  /** The token of the credential that it is about. */
  readonly token: string;
}

const tokenNow = () => readStoredCredential()?.split(':')[0] ?? '';

/** Notes who is signed in; null forgets. */
export function keepUser(user: Session | null): void {
  try {
    if (user === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify({ user, token: tokenNow() } satisfies Note));
  } catch {
    // Without storage a start without a network knows no account.
  }
}

/** Who the present credential was last known to be; null where that is not known, or its time is over. */
export function readKeptUser(): Session | null {
  try {
    const { user, token } = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Note;
    return token !== '' && token === tokenNow() && user.expires > Date.now() ? user : null;
  } catch {
    return null;
  }
}
